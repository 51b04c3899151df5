#include "app/search/gait_search_worker.h"

#include "app/jobs/catch_exceptions.h"
#include "app/jobs/lower_thread_priority.h"
#include "app/motion/walking.h"
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

// Fits the problem to this body: sets the number of muscles, and the target as an offset from the initial centre of
// mass.
GaitSearchProblem fitted(GaitSearchProblem problem, const Walker& walker) {
    problem.space.muscles = walker.model->muscle_count();
    if (problem.way_to_target) {
        problem.objective.target = StanceReader(*walker.model).read(walker.start).centre + *problem.way_to_target;
    }
    return problem;
}

} // namespace

struct GaitSearchWorker::Shared {
    mutable std::mutex mutex;
    std::condition_variable wake;
    GaitSearchStatus search_status;
    std::atomic<bool> quit = false;
    std::uint64_t key = 0;            // of the search
    std::optional<GaitSearch> search; // used by the search thread only

    std::function<bool()> goes_on() const {
        return [this] {
            return !quit;
        };
    }

    // Returns false if the search is to stop.
    bool wait_while_paused() {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return quit || !search_status.is_paused; });
        return !quit;
    }

    void call_off() {
        const std::scoped_lock lock(mutex);
        quit = true;
        wake.notify_all();
    }

    GaitSearchStatus latest() const {
        const std::scoped_lock lock(mutex);
        return search_status;
    }

    void end(std::optional<Error> fault) {
        const std::scoped_lock lock(mutex);
        search_status.is_running = false;
        search_status.has_come_to_rest =
            search && search->is_done() && search->generation() < search_status.generations;
        search_status.fault = std::move(fault);
    }

    void restless(double stopped_at) {
        const std::scoped_lock lock(mutex);
        search_status.stopped_at = stopped_at;
    }

    void show(PopulationView population_view) {
        auto shown = std::make_shared<const PopulationView>(std::move(population_view));
        const std::scoped_lock lock(mutex);
        std::swap(search_status.population_view, shown); // the one before is freed without the lock
    }

    // Publishes the progress. Publishes nothing if the search is to stop; a continued search repeats the generation.
    void tell(double seconds_a_generation) {
        const bool is_better = search->best_cost() < search_status.best_cost; // only this thread writes it
        const auto scores = is_better ? std::optional(search->scores(search->best())) : std::nullopt;
        if (quit) {
            return;
        }
        auto kept = std::make_shared<const SavedSearch>(SavedSearch{search->state(), key, search->terms()});
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return quit || !search_status.is_paused; }); // a paused search shows no further motion
        search_status.generation = search->generation();
        search_status.best_costs = kept->state.best_costs;
        std::swap(search_status.kept, kept); // the one before is freed without the lock
        search_status.seconds_left = seconds_a_generation * (search_status.generations - search_status.generation);
        if (scores) {
            search_status.best_cost = search->best_cost();
            search_status.best = search->best();
            search_status.participation = search->participation();
            search_status.scores = *scores;
        }
    }

    // Runs the search; its results stay readable if it fails.
    void run(const Task& task) {
        lower_thread_priority(10); // drawing, stepping and building have priority
        std::optional<Error> fault;
        auto trouble =
            thrown_by([&] { fault = start_search(task); },
                      {"the search for a gait ended early", "let fewer candidates try at once, or take fewer modes"});
        end(trouble ? std::move(trouble) : std::move(fault));
    }

    // Starts a new search, or continues one that was stopped.
    std::optional<Error> start_search(const Task& task) {
        if (search) {
            GaitSearchOptions options = search->options();
            options.generations = task.problem.search.generations;
            search = search->continued(options, search->state());
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
        const GaitSearchProblem problem = fitted(task.problem, walker.value());
        for (const auto& fault : {fault_in(problem.space), fault_in(problem.objective)}) {
            if (fault) {
                return fault;
            }
        }
        if (!quit) {
            restless(walker.value().stopped_at);
            search.emplace(std::move(walker).value(), problem.space, problem.objective, problem.search);
            key = search->key();
        }
        if (quit) {
            search.reset(); // a cancelled preparation leaves no search
        }
        return search && task.opened ? continue_with(*task.opened) : std::nullopt;
    }

    // Continues from a file. Fails if the file belongs to another search.
    std::optional<Error> continue_with(const OpenedSearch& opened) {
        auto state = search_from(opened.bytes, opened.path, key, search->ask().rows());
        if (!state) {
            search.reset();
            return state.error();
        }
        search = search->continued(search->options(), std::move(state).value());
        tell(-1.0);
        return std::nullopt;
    }

    void evolve(const Character& character) {
        const PopulationPainter painter(character, search->walker());
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

bool is_better(const GaitSearchStatus& now, const GaitSearchStatus& before) {
    return now.generation != before.generation && now.best_cost < before.best_cost;
}

std::optional<std::string> hindrance(const GaitSearchStatus& search_status, const Character* character,
                                     const LiveControls& controls, const GaitSearchProblem& problem) {
    if (!search_status.character || search_status.is_running || search_status.fault || search_status.generation == 0) {
        return "no search was stopped";
    }
    const Task& before = *search_status.task;
    if (character != before.character.get() || !is_same_world(controls, before.controls)) {
        return "the body or its world is not the one of the search any more: undo what was changed, or learn anew";
    }
    if (!is_same_search(problem, before.opened ? before.opened->as_set : before.problem)) {
        return "the lesson was changed since: set it back, or learn anew";
    }
    if (search_status.has_come_to_rest) {
        return "the evolution has come to rest: learn anew, with another seed or with restarts";
    }
    if (search_status.generation >= problem.search.generations) {
        return "all its generations are done: ask for more of them below";
    }
    return std::nullopt;
}

// Allocates nothing: a destructor must not throw.
GaitSearchWorker::~GaitSearchWorker() {
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

// Cancels the session; its thread ends on its own and then releases the character.
void GaitSearchWorker::retire(std::optional<Session>& session) {
    if (session) {
        session->shared->call_off();
        ending_.push_back(std::move(*session));
        session.reset();
    }
}

// The session is stored before its thread starts, so that the thread can always be joined.
void GaitSearchWorker::begin(Session& session) {
    Shared& shared = *session.shared;
    shared.quit = false;
    shared.search_status.is_running = true;
    shared.search_status.is_paused = false;
    shared.search_status.fault.reset();
    const auto trouble = thrown_by(
        [&] {
            session.thread =
                std::thread([shared = session.shared, task = shared.search_status.task] { shared->run(*task); });
        },
        {"the search for a gait found no thread of its own", "close what else runs"});
    if (trouble) {
        shared.end(trouble);
    }
}

std::optional<GaitSearchWorker::Session> GaitSearchWorker::session_for(const Task& task) {
    auto shared = std::make_shared<Shared>();
    shared->search_status.search = ++searches_;
    shared->search_status.character = task.character;
    shared->search_status.task = std::make_shared<const Task>(task);
    shared->search_status.role = task.problem.role;
    shared->search_status.parts = task.problem.space.parts;
    shared->search_status.generations = task.problem.search.generations;
    return Session{std::move(shared), {}};
}

void GaitSearchWorker::start(const Task& task) {
    retire(opening_);
    retire(current_);
    current_ = session_for(task);
    begin(*current_);
}

void GaitSearchWorker::open(const Task& task) {
    EXPECTS(task.opened);
    retire(opening_);
    refusal_.reset();
    opening_ = session_for(task);
    begin(*opening_);
}

// An opened search replaces the current one as soon as it has published a result.
void GaitSearchWorker::poll_opening() {
    if (!opening_) {
        return;
    }
    const GaitSearchStatus search_status = opening_->shared->latest();
    if (search_status.kept) {
        retire(current_);
        current_ = std::exchange(opening_, std::nullopt);
    } else if (!search_status.is_running) {
        refusal_ = search_status.fault;
        retire(opening_);
    }
}

void GaitSearchWorker::go_on(const Task& task) {
    if (hindrance(latest(), task.character.get(), task.controls, task.problem)) {
        return;
    }
    retire(opening_);
    if (current_->thread.joinable()) {
        current_->thread.join(); // it has already ended
    }
    GaitSearchStatus& search_status = current_->shared->search_status;
    Task longer = *search_status.task; // equal except for round-off
    longer.problem.search.generations = task.problem.search.generations;
    longer.problem.role = task.problem.role;
    search_status.task = std::make_shared<const Task>(std::move(longer));
    search_status.role = task.problem.role;
    search_status.generations = task.problem.search.generations;
    begin(*current_);
}

bool GaitSearchWorker::is_at_rest() const {
    const auto is_running = [](const Session& session) {
        return session.shared->latest().is_running;
    };
    return !(current_ && is_running(*current_)) && !(opening_ && is_running(*opening_)) &&
           std::ranges::none_of(ending_, is_running);
}

void GaitSearchWorker::pause(bool paused) {
    if (current_) {
        Shared& shared = *current_->shared;
        const std::scoped_lock lock(shared.mutex);
        shared.search_status.is_paused = paused;
        shared.wake.notify_all();
    }
}

void GaitSearchWorker::stop() {
    retire(opening_);
    if (current_) {
        current_->shared->call_off();
    }
}

void GaitSearchWorker::forget() {
    retire(opening_);
    retire(current_);
    refusal_.reset();
}

void GaitSearchWorker::let_go_of_ended() {
    std::erase_if(ending_, [](Session& session) {
        const bool has_ended = !session.shared->latest().is_running;
        if (has_ended && session.thread.joinable()) {
            session.thread.join();
        }
        return has_ended;
    });
}

GaitSearchStatus GaitSearchWorker::latest() {
    poll_opening();
    let_go_of_ended();
    return current_ ? current_->shared->latest() : GaitSearchStatus{};
}

} // namespace limber::app
