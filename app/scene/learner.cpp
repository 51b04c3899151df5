#include "app/scene/learner.h"

#include "app/scene/stand_back.h"
#include "app/scene/thread_door.h"
#include "app/scene/walking.h"
#include "engine/control/search_file.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace limber::app {
namespace {

constexpr double paint_seconds = 0.5; // between two pictures of the population

// To this body: as many muscles as it has, and the target from where it stands, if the lesson does not say where.
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
    std::atomic<bool> quit = false;
    std::uint64_t key = 0;            // of the search
    std::optional<GaitSearch> search; // of the thread that learns, and of nobody while there is none

    std::function<bool()> goes_on() const {
        return [this] {
            return !quit;
        };
    }

    // False when it is time to go.
    bool wait_while_paused() {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return quit || !learnt.is_paused; });
        return !quit;
    }

    void call_off() {
        const std::scoped_lock lock(mutex);
        quit = true;
        wake.notify_all();
    }

    Learnt latest() const {
        const std::scoped_lock lock(mutex);
        return learnt;
    }

    void end(std::optional<Error> fault) {
        const std::scoped_lock lock(mutex);
        learnt.is_running = false;
        learnt.has_come_to_rest = search && search->is_done() && search->generation() < learnt.generations;
        learnt.fault = std::move(fault);
    }

    void restless(double stopped_at) {
        const std::scoped_lock lock(mutex);
        learnt.stopped_at = stopped_at;
    }

    void show(Gallery gallery) {
        auto shown = std::make_shared<const Gallery>(std::move(gallery));
        const std::scoped_lock lock(mutex);
        std::swap(learnt.gallery, shown); // the one before is freed without the lock
    }

    // Nothing, when it is time to go: who goes on tells of it.
    void tell(double seconds_a_generation) {
        const bool is_better = search->best_cost() < learnt.best_cost; // which this thread alone writes
        const auto scores = is_better ? std::optional(search->scores(search->best())) : std::nullopt;
        if (quit) {
            return;
        }
        auto kept = std::make_shared<const KeptSearch>(KeptSearch{search->state(), key, search->terms()});
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return quit || !learnt.is_paused; }); // whoever paused sees nothing move any more
        learnt.generation = search->generation();
        learnt.best_costs = kept->state.best_costs;
        std::swap(learnt.kept, kept); // the one before is freed without the lock
        learnt.seconds_left = seconds_a_generation * (learnt.generations - learnt.generation);
        if (scores) {
            learnt.best_cost = search->best_cost();
            learnt.best = search->best();
            learnt.participation = search->participation();
            learnt.scores = *scores;
        }
    }

    // What was found until then stays to be read.
    void run(const Task& task) {
        stand_back(10); // whoever draws, steps and builds goes first
        std::optional<Error> fault;
        auto trouble =
            thrown_by([&] { fault = learn(task); },
                      {"the search for a gait ended early", "let fewer candidates try at once, or take fewer modes"});
        end(trouble ? std::move(trouble) : std::move(fault));
    }

    // Anew, or where it was stopped.
    std::optional<Error> learn(const Task& task) {
        if (search) {
            GaitSearchOptions options = search->options();
            options.generations = task.lesson.search.generations;
            search = search->going_on(options, search->state());
        } else if (auto fault = start(task)) {
            return fault;
        }
        if (!quit) {
            evolve(*task.character);
        }
        return std::nullopt;
    }

    std::optional<Error> start(const Task& task) {
        auto walker = walker_of(task.character, task.controls, widest_instruction_set(), goes_on());
        if (!walker) {
            return walker.error();
        }
        const Lesson lesson = fitted(task.lesson, walker.value());
        for (const auto& fault : {fault_in(lesson.space), fault_in(lesson.objective)}) {
            if (fault) {
                return fault;
            }
        }
        if (!quit) {
            restless(walker.value().stopped_at);
            search.emplace(std::move(walker).value(), lesson.space, lesson.objective, lesson.search);
            key = search->key();
        }
        if (quit) {
            search.reset(); // its key is none
        }
        return search && task.opened ? take_up(*task.opened) : std::nullopt;
    }

    // Where a file left it, if it is the file of this search.
    std::optional<Error> take_up(const OpenedSearch& opened) {
        auto state = search_from(opened.bytes, opened.path, key, search->ask().rows());
        if (!state) {
            search.reset();
            return state.error();
        }
        search = search->going_on(search->options(), std::move(state).value());
        tell(-1.0);
        return std::nullopt;
    }

    void evolve(const Character& character) {
        const GalleryPainter painter(character, search->walker());
        ThreadPool threads;
        Stopwatch since_painted;
        double seconds = 0.0; // without the pauses
        const int first = search->generation();
        bool paints = true;
        while (!search->is_done() && wait_while_paused()) {
            const Stopwatch watch;
            const auto generation = rolled_out(*search, threads, goes_on());
            if (!generation) {
                return;
            }
            if (paints || since_painted.seconds() > paint_seconds) {
                show(painter.paint(*search, *generation));
                since_painted = Stopwatch();
                paints = false;
            }
            search->tell(generation->costs);
            seconds += watch.seconds();
            tell(seconds / (search->generation() - first));
        }
    }
};

bool is_better(const Learnt& now, const Learnt& before) {
    return now.generation != before.generation && now.best_cost < before.best_cost;
}

std::optional<std::string> hindrance(const Learnt& learnt, const Character* character, const LiveControls& controls,
                                     const Lesson& lesson) {
    if (!learnt.character || learnt.is_running || learnt.fault || learnt.generation == 0) {
        return "no search was stopped";
    }
    const Task& before = *learnt.task;
    if (character != before.character.get() || !is_same_world(controls, before.controls)) {
        return "the body or its world is not the one of the search any more: undo what was changed, or learn anew";
    }
    if (!is_same_search(lesson, before.opened ? before.opened->as_set : before.lesson)) {
        return "the lesson was changed since: set it back, or learn anew";
    }
    if (learnt.has_come_to_rest) {
        return "the evolution has come to rest: learn anew, with another seed or with restarts";
    }
    if (learnt.generation >= lesson.search.generations) {
        return "all its generations are done: ask for more of them below";
    }
    return std::nullopt;
}

// Allocates nothing: a destructor must not throw.
Learner::~Learner() {
    const auto end = [](Session& session) {
        session.shared->call_off();
        if (session.thread.joinable()) {
            session.thread.join();
        }
    };
    for (std::optional<Session>* session : {&opening_, &current_}) {
        if (*session) {
            end(**session);
        }
    }
    for (Session& session : ending_) {
        end(session);
    }
}

// Its thread ends by itself, and its character goes with it.
void Learner::retire(std::optional<Session>& session) {
    if (session) {
        session->shared->call_off();
        ending_.push_back(std::move(*session));
        session.reset();
    }
}

// A session has its place before it has a thread, which nobody could join without one.
void Learner::begin(Session& session) {
    Shared& shared = *session.shared;
    shared.quit = false;
    shared.learnt.is_running = true;
    shared.learnt.is_paused = false;
    shared.learnt.fault.reset();
    const auto trouble = thrown_by(
        [&] {
            session.thread = std::thread([shared = session.shared, task = shared.learnt.task] { shared->run(*task); });
        },
        {"the search for a gait found no thread of its own", "close what else runs"});
    if (trouble) {
        shared.end(trouble);
    }
}

std::optional<Learner::Session> Learner::session_for(const Task& task) {
    auto shared = std::make_shared<Shared>();
    shared->learnt.search = ++searches_;
    shared->learnt.character = task.character;
    shared->learnt.task = std::make_shared<const Task>(task);
    shared->learnt.role = task.lesson.role;
    shared->learnt.parts = task.lesson.space.parts;
    shared->learnt.generations = task.lesson.search.generations;
    return Session{std::move(shared), {}};
}

void Learner::start(const Task& task) {
    retire(opening_);
    retire(current_);
    current_ = session_for(task);
    begin(*current_);
}

void Learner::open(const Task& task) {
    EXPECTS(task.opened);
    retire(opening_);
    refusal_.reset();
    opening_ = session_for(task);
    begin(*opening_);
}

// It was taken up as soon as there is something of it to be read.
void Learner::hear_of_opening() {
    if (!opening_) {
        return;
    }
    const Learnt learnt = opening_->shared->latest();
    if (learnt.kept) {
        retire(current_);
        current_ = std::exchange(opening_, std::nullopt);
    } else if (!learnt.is_running) {
        refusal_ = learnt.fault;
        retire(opening_);
    }
}

void Learner::go_on(const Task& task) {
    if (hindrance(latest(), task.character.get(), task.controls, task.lesson)) {
        return;
    }
    retire(opening_);
    if (current_->thread.joinable()) {
        current_->thread.join(); // it has said that it ended
    }
    Learnt& learnt = current_->shared->learnt;
    Task longer = *learnt.task; // but for round-off the same
    longer.lesson.search.generations = task.lesson.search.generations;
    longer.lesson.role = task.lesson.role;
    learnt.task = std::make_shared<const Task>(std::move(longer));
    learnt.role = task.lesson.role;
    learnt.generations = task.lesson.search.generations;
    begin(*current_);
}

bool Learner::is_at_rest() const {
    const auto is_running = [](const Session& session) {
        return session.shared->latest().is_running;
    };
    return !(current_ && is_running(*current_)) && !(opening_ && is_running(*opening_)) &&
           std::ranges::none_of(ending_, is_running);
}

void Learner::pause(bool paused) {
    if (current_) {
        Shared& shared = *current_->shared;
        const std::scoped_lock lock(shared.mutex);
        shared.learnt.is_paused = paused;
        shared.wake.notify_all();
    }
}

void Learner::stop() {
    retire(opening_);
    if (current_) {
        current_->shared->call_off();
    }
}

void Learner::forget() {
    retire(opening_);
    retire(current_);
    refusal_.reset();
}

void Learner::let_go_of_ended() {
    std::erase_if(ending_, [](Session& session) {
        const bool has_ended = !session.shared->latest().is_running;
        if (has_ended && session.thread.joinable()) {
            session.thread.join();
        }
        return has_ended;
    });
}

Learnt Learner::latest() {
    hear_of_opening();
    let_go_of_ended();
    return current_ ? current_->shared->latest() : Learnt{};
}

} // namespace limber::app
