#include "app/search/gait_search_worker.h"

#include "app/jobs/background_queue.h"
#include "app/motion/walking.h"
#include "engine/control/search_file.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
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

struct GaitSearchWorker::Session {
    mutable std::mutex mutex;
    GaitSearchStatus search_status;
    std::atomic<bool> is_held = false; // paused and not cancelled

    // Used by the search thread, and by the drawing thread while the queue is idle.
    std::uint64_t key = 0; // of the search
    std::optional<GaitSearch> search;
    const Progress* progress = nullptr; // of the running task

    // Destroyed first, because its thread uses the other members.
    BackgroundQueue<Done> queue{{.error = {"the gait search stopped early", "use a smaller population or fewer modes"},
                                 .niceness = 10}}; // drawing, stepping and building have priority

    bool is_cancelled() const {
        return progress->is_cancelled();
    }

    std::function<bool()> goes_on() const {
        return [this] {
            return !is_cancelled();
        };
    }

    // Returns false when the search is cancelled.
    bool wait_while_paused() const {
        while (!is_cancelled() && is_held) {
            is_held.wait(true);
        }
        return !is_cancelled();
    }

    // A paused search changes nothing of its status.
    std::unique_lock<std::mutex> lock_unless_paused() {
        while (true) {
            wait_while_paused();
            std::unique_lock lock(mutex);
            if (!is_held || is_cancelled()) {
                return lock;
            }
        }
    }

    void begin() {
        {
            const std::scoped_lock lock(mutex);
            search_status.is_running = true;
            search_status.is_paused = false;
            search_status.fault.reset();
            is_held = false;
        }
        queue.submit([this, request = search_status.request](Progress& task_progress) -> Result<Done> {
            progress = &task_progress;
            const auto fault = run(*request);
            return fault ? Result<Done>(*fault) : Done{};
        });
    }

    void pause(bool paused) {
        const std::scoped_lock lock(mutex);
        search_status.is_paused = paused;
        is_held = paused && queue.is_busy();
        is_held.notify_all();
    }

    // The task ends soon afterwards. Does not throw.
    void cancel() {
        queue.cancel();
        is_held = false;
        is_held.notify_all();
    }

    // On the drawing thread.
    GaitSearchStatus latest() {
        const bool has_ended = queue.is_idle();
        const std::scoped_lock lock(mutex);
        if (has_ended && search_status.is_running) {
            const auto result = queue.poll(); // none where the search was cancelled
            search_status.is_running = false;
            search_status.has_come_to_rest =
                search && search->is_done() && search->generation() < search_status.generations;
            search_status.fault = result && !*result ? std::optional(result->error()) : std::nullopt;
        }
        return search_status;
    }

    void set_stopped_at(double stopped_at) {
        const std::scoped_lock lock(mutex);
        search_status.stopped_at = stopped_at;
    }

    void show(PopulationView population_view) {
        auto shown = std::make_shared<const PopulationView>(std::move(population_view));
        const std::scoped_lock lock(mutex);
        std::swap(search_status.population_view, shown); // the one before is freed without the lock
    }

    // Publishes the newest generation, unless the search is cancelled: a resumed search publishes it.
    void publish(double seconds_a_generation) {
        const bool is_better = search->best_cost() < search_status.best_cost; // only this thread writes it
        const auto scores = is_better ? std::optional(search->scores(search->best())) : std::nullopt;
        if (is_cancelled()) {
            return;
        }
        auto kept = std::make_shared<const SavedSearch>(SavedSearch{search->state(), key, search->terms()});
        const auto lock = lock_unless_paused();
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

    // Starts the search, or continues it where it was stopped. The status keeps what was found before an error.
    std::optional<Error> run(const GaitSearchRequest& request) {
        if (search) {
            GaitSearchOptions options = search->options();
            options.generations = request.problem.search.generations;
            search = search->continued(options, search->state());
        } else if (auto fault = start(request)) {
            return fault;
        }
        if (!is_cancelled()) {
            evolve(*request.character);
        }
        return std::nullopt;
    }

    std::optional<Error> start(const GaitSearchRequest& request) {
        auto walker = walker_of(request.character, request.controls, widest_instruction_set(), goes_on());
        if (!walker) {
            return walker.error();
        }
        const GaitSearchProblem problem = fitted(request.problem, walker.value());
        for (const auto& fault : {fault_in(problem.space), fault_in(problem.objective)}) {
            if (fault) {
                return fault;
            }
        }
        if (!is_cancelled()) {
            set_stopped_at(walker.value().stopped_at);
            search.emplace(std::move(walker).value(), problem.space, problem.objective, problem.search);
            key = search->key();
        }
        if (is_cancelled()) {
            search.reset(); // a cancelled preparation leaves no search
        }
        return search && request.opened ? continue_with(*request.opened) : std::nullopt;
    }

    // Continues from a file. Fails if the file belongs to another search.
    std::optional<Error> continue_with(const OpenedSearch& opened) {
        auto state = search_from(opened.bytes, opened.path, key, search->ask().rows());
        if (!state) {
            search.reset();
            return state.error();
        }
        search = search->continued(search->options(), std::move(state).value());
        publish(-1.0);
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
            publish(seconds / (search->generation() - first));
        }
    }
};

bool is_better(const GaitSearchStatus& now, const GaitSearchStatus& before) {
    return now.generation != before.generation && now.best_cost < before.best_cost;
}

std::optional<std::string> hindrance(const GaitSearchStatus& search_status, const Character* character,
                                     const LiveControls& controls, const GaitSearchProblem& problem) {
    if (!search_status.character || search_status.is_running || search_status.fault || search_status.generation == 0) {
        return "there is no stopped search";
    }
    const GaitSearchRequest& before = *search_status.request;
    if (character != before.character.get() || !is_same_world(controls, before.controls)) {
        return "the body or its surroundings have changed since: undo the change, or start a new search";
    }
    if (!is_same_search(problem, before.opened ? before.opened->from_settings : before.problem)) {
        return "the settings have changed since: restore them, or start a new search";
    }
    if (search_status.has_come_to_rest) {
        return "the evolution has converged: start a new search, with another seed or with restarts";
    }
    if (search_status.generation >= problem.search.generations) {
        return "all generations are done: increase their number below";
    }
    return std::nullopt;
}

GaitSearchWorker::GaitSearchWorker() = default;

// Cancels all before it waits for the first.
GaitSearchWorker::~GaitSearchWorker() {
    for (Session* session : {opening_.get(), current_.get()}) {
        if (session) {
            session->cancel();
        }
    }
}

// Its thread ends by itself and frees its character.
void GaitSearchWorker::retire(std::unique_ptr<Session>& session) {
    if (session) {
        session->cancel();
        ending_.push_back(std::move(session));
    }
}

std::unique_ptr<GaitSearchWorker::Session> GaitSearchWorker::session_for(const GaitSearchRequest& request) {
    auto session = std::make_unique<Session>();
    GaitSearchStatus& search_status = session->search_status;
    search_status.search = ++searches_;
    search_status.character = request.character;
    search_status.request = std::make_shared<const GaitSearchRequest>(request);
    search_status.role = request.problem.role;
    search_status.parts = request.problem.space.parts;
    search_status.generations = request.problem.search.generations;
    return session;
}

void GaitSearchWorker::start(const GaitSearchRequest& request) {
    retire(opening_);
    retire(current_);
    current_ = session_for(request);
    current_->begin();
}

void GaitSearchWorker::open(const GaitSearchRequest& request) {
    EXPECTS(request.opened);
    retire(opening_);
    opening_error_.reset();
    opening_ = session_for(request);
    opening_->begin();
}

// An opened search becomes the current one as soon as it has published its state.
void GaitSearchWorker::poll_opening() {
    if (!opening_) {
        return;
    }
    const GaitSearchStatus search_status = opening_->latest();
    if (search_status.kept) {
        retire(current_);
        current_ = std::move(opening_);
    } else if (!search_status.is_running) {
        opening_error_ = search_status.fault;
        retire(opening_);
    }
}

void GaitSearchWorker::resume(const GaitSearchRequest& request) {
    if (hindrance(latest(), request.character.get(), request.controls, request.problem)) {
        return;
    }
    retire(opening_);
    GaitSearchStatus& search_status = current_->search_status; // no task runs
    GaitSearchRequest longer = *search_status.request;         // equal up to round-off
    longer.problem.search.generations = request.problem.search.generations;
    longer.problem.role = request.problem.role;
    search_status.request = std::make_shared<const GaitSearchRequest>(std::move(longer));
    search_status.role = request.problem.role;
    search_status.generations = request.problem.search.generations;
    current_->begin();
}

bool GaitSearchWorker::is_at_rest() const {
    const auto is_idle = [](const std::unique_ptr<Session>& session) {
        return !session || session->queue.is_idle();
    };
    return is_idle(current_) && is_idle(opening_) && std::ranges::all_of(ending_, is_idle);
}

void GaitSearchWorker::pause(bool paused) {
    if (current_) {
        current_->pause(paused);
    }
}

void GaitSearchWorker::stop() {
    retire(opening_);
    if (current_) {
        current_->cancel();
    }
}

void GaitSearchWorker::clear() {
    retire(opening_);
    retire(current_);
    opening_error_.reset();
}

void GaitSearchWorker::remove_ended() {
    std::erase_if(ending_, [](const std::unique_ptr<Session>& session) { return session->queue.is_idle(); });
}

GaitSearchStatus GaitSearchWorker::latest() {
    poll_opening();
    remove_ended();
    return current_ ? current_->latest() : GaitSearchStatus{};
}

} // namespace limber::app
