#include "app/scene/learner.h"

#include "app/scene/stand_back.h"
#include "app/scene/thread_door.h"
#include "app/scene/walking.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace limber::app {
namespace {

constexpr double paint_seconds = 0.5; // between two pictures of the population

// To this body: as many muscles as it has, and the target from where it stands.
Lesson fitted(Lesson lesson, const Walker& walker) {
    lesson.space.muscles = walker.model->muscle_count();
    if (lesson.way_to_target) {
        lesson.objective.target = StanceReader(*walker.model).read(walker.start).centre + *lesson.way_to_target;
    }
    return lesson;
}

} // namespace

struct Learner::Shared {
    mutable std::mutex mutex;
    std::condition_variable wake;
    Learnt learnt;
    bool quit = false;

    // False when it is time to go.
    bool wait_while_paused() {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return quit || !learnt.is_paused; });
        return !quit;
    }

    void end(std::optional<Error> fault) {
        const std::scoped_lock lock(mutex);
        learnt.is_running = false;
        learnt.fault = std::move(fault);
    }

    void restless(double stopped_at) {
        const std::scoped_lock lock(mutex);
        learnt.stopped_at = stopped_at;
    }

    void show(Gallery gallery) {
        auto shown = std::make_shared<const Gallery>(std::move(gallery));
        const std::scoped_lock lock(mutex);
        learnt.gallery = std::move(shown);
    }

    void tell(const GaitSearch& search, double seconds_a_generation, bool is_better) {
        const std::optional<Scores> scores = is_better ? std::optional(search.scores(search.best())) : std::nullopt;
        const std::scoped_lock lock(mutex);
        learnt.generation = search.generation();
        learnt.best_costs.push_back(search.best_cost());
        learnt.seconds_left = seconds_a_generation * (learnt.generations - learnt.generation);
        if (scores) {
            learnt.best_cost = search.best_cost();
            learnt.best = search.best();
            learnt.participation = search.participation();
            learnt.scores = *scores;
        }
    }

    // What was found until then stays to be read.
    void run(const CharacterPtr& character, const LiveControls& controls, const Lesson& lesson) {
        stand_back(10); // whoever draws, steps and builds goes first
        const auto trouble =
            thrown_by([&] { search_gaits(character, controls, lesson); },
                      {"the search for a gait ended early", "let fewer candidates try at once, or take fewer modes"});
        if (trouble) {
            end(trouble);
        }
    }

    void search_gaits(const CharacterPtr& character, const LiveControls& controls, Lesson lesson) {
        auto walker = walker_of(character, controls);
        if (!walker) {
            end(walker.error());
            return;
        }
        lesson = fitted(std::move(lesson), walker.value());
        for (const auto& fault : {fault_in(lesson.space), fault_in(lesson.objective)}) {
            if (fault) {
                end(fault);
                return;
            }
        }
        restless(walker.value().stopped_at);
        GaitSearch search(std::move(walker).value(), lesson.space, lesson.objective, lesson.search);
        const GalleryPainter painter(*character, search.walker());
        ThreadPool threads;
        Stopwatch since_painted;
        double seconds = 0.0; // without the pauses
        while (!search.is_done() && wait_while_paused()) {
            const Stopwatch watch;
            const double before = search.best_cost();
            const Generation generation = rolled_out(search, threads);
            if (search.generation() == 0 || since_painted.seconds() > paint_seconds) {
                show(painter.paint(search, generation));
                since_painted = Stopwatch();
            }
            search.tell(generation.costs);
            seconds += watch.seconds();
            tell(search, seconds / search.generation(), search.best_cost() < before);
        }
        end({});
    }
};

bool is_better(const Learnt& now, const Learnt& before) {
    return now.generation != before.generation && now.best_cost < before.best_cost;
}

Learner::~Learner() {
    stop();
    for (Session& session : sessions_) {
        session.thread.join();
    }
}

void Learner::start(CharacterPtr character, const LiveControls& controls, const Lesson& lesson) {
    stop();
    forgotten_ = false;
    auto shared = std::make_shared<Shared>();
    shared->learnt.character = character;
    shared->learnt.is_running = true;
    shared->learnt.role = lesson.role;
    shared->learnt.parts = lesson.space.parts;
    shared->learnt.generations = lesson.search.generations;
    std::thread thread(
        [shared, character = std::move(character), controls, lesson] { shared->run(character, controls, lesson); });
    sessions_.push_back({std::move(shared), std::move(thread)});
}

void Learner::pause(bool paused) {
    if (!sessions_.empty()) {
        Shared& shared = *sessions_.back().shared;
        const std::scoped_lock lock(shared.mutex);
        shared.learnt.is_paused = paused;
        shared.wake.notify_all();
    }
}

void Learner::stop() {
    if (!sessions_.empty()) {
        Shared& shared = *sessions_.back().shared;
        const std::scoped_lock lock(shared.mutex);
        shared.quit = true;
        shared.wake.notify_all();
    }
}

void Learner::forget() {
    stop();
    forgotten_ = true;
}

// Their characters go with them.
void Learner::let_go_of_ended() {
    const std::size_t kept = forgotten_ ? 0 : 1;
    for (auto session = sessions_.begin(); sessions_.end() - session > static_cast<std::ptrdiff_t>(kept);) {
        std::unique_lock lock(session->shared->mutex);
        const bool has_ended = !session->shared->learnt.is_running;
        lock.unlock();
        if (has_ended) {
            session->thread.join();
            session = sessions_.erase(session);
        } else {
            ++session;
        }
    }
}

Learnt Learner::latest() {
    let_go_of_ended();
    if (sessions_.empty() || forgotten_) {
        return {};
    }
    const Shared& shared = *sessions_.back().shared;
    const std::scoped_lock lock(shared.mutex);
    return shared.learnt;
}

} // namespace limber::app
