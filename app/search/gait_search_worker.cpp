// SPDX-License-Identifier: MIT
#include "app/search/gait_search_worker.h"

#include "app/jobs/background_queue.h"
#include "app/motion/walking.h"
#include "engine/control/search_file.h"
#include "engine/core/stopwatch.h"
#include "engine/core/time_left.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace limber::app {
namespace {

constexpr double paint_seconds = 0.5; // between two pictures of the population

// Fits the problem to this body: sets the number of muscles, and the target as an offset from the initial centre of
// mass.
GaitSearchProblem fitted(GaitSearchProblem problem, const Walker& walker) {
    problem.space.muscles = muscle_count(walker);
    if (problem.way_to_target) {
        problem.objective.target = StanceReader(walker).read(walker.start).centre + *problem.way_to_target;
    }
    return problem;
}

struct BestGait {
    double cost = std::numeric_limits<double>::infinity(); // J
    Gait gait;
    Vector participation;
    Scores scores;
};

// What a search has found so far. Each publication has all of it and replaces the one before.
struct SearchFindings {
    double stopped_at = 0.0;
    std::shared_ptr<const PopulationView> population_view;
    std::shared_ptr<const SavedSearch> checkpoint; // after the newest generation; null: none yet
    int generation = 0;
    double seconds_left = time_left_unknown;
    std::shared_ptr<const BestGait> best; // null: none yet
    bool has_converged = false;

    void apply_to(GaitSearchStatus& status) const {
        status.stopped_at = stopped_at;
        status.population_view = population_view;
        status.has_converged = has_converged;
        if (checkpoint) {
            status.checkpoint = checkpoint;
            status.generation = generation;
            status.best_costs = checkpoint->state.best_costs;
            status.seconds_left = seconds_left;
        }
        if (best) {
            status.best_cost = best->cost;
            status.best = best->gait;
            status.participation = best->participation;
            status.scores = best->scores;
        }
    }
};

using SearchQueue = BackgroundQueue<SearchFindings>;
using SearchProgress = SearchQueue::TaskProgress;

// The search, used by the tasks of one queue alone. It outlives a task, so that the next one can resume it.
class SearchRun {
public:
    // Starts the search, or continues it where it was stopped.
    Result<SearchFindings> run(const GaitSearchRequest& request, SearchProgress& progress) {
        if (search_) {
            GaitSearchOptions options = search_->options();
            options.generations = request.problem.search.generations;
            search_ = search_->continued(options, search_->state());
        } else if (auto fault = start(request, progress)) {
            return *std::move(fault);
        }
        if (!progress.is_cancelled()) {
            evolve(*request.character, progress);
        }
        findings_.has_converged =
            search_ && search_->is_done() && search_->generation() < request.problem.search.generations;
        return findings_;
    }

private:
    static std::function<bool()> goes_on(const Progress& progress) {
        return [&progress] {
            return !progress.is_cancelled();
        };
    }

    std::optional<Error> start(const GaitSearchRequest& request, SearchProgress& progress) {
        auto walker = walker_of(request.character, request.controls, widest_instruction_set(), goes_on(progress));
        if (!walker) {
            return walker.error();
        }
        const GaitSearchProblem problem = fitted(request.problem, walker.value());
        for (const auto& fault : {fault_in(problem.space), fault_in(problem.objective)}) {
            if (fault) {
                return fault;
            }
        }
        if (!progress.is_cancelled()) {
            findings_.stopped_at = walker.value().stopped_at;
            progress.publish(findings_);
            search_.emplace(std::move(walker).value(), problem.space, problem.objective, problem.search);
            key_ = search_->key();
        }
        if (progress.is_cancelled()) {
            search_.reset(); // a cancelled preparation leaves no search
        }
        return search_ && request.opened ? continue_with(*request.opened, progress) : std::nullopt;
    }

    // Continues from a file. Fails if the file belongs to another search.
    std::optional<Error> continue_with(const OpenedSearch& opened, SearchProgress& progress) {
        auto state = search_from(opened.bytes, opened.path, key_, search_->ask().rows());
        if (!state) {
            search_.reset();
            return state.error();
        }
        search_ = search_->continued(search_->options(), std::move(state).value());
        findings_.seconds_left = time_left_unknown;
        publish_generation(progress);
        return std::nullopt;
    }

    void evolve(const Character& character, SearchProgress& progress) {
        const PopulationPainter painter(character, search_->walker());
        ThreadPool threads;
        Stopwatch since_painted;
        double seconds = 0.0; // without the pauses, which the clock of `progress` counts
        TimeLeft time_left;
        findings_.seconds_left = time_left.estimated(report_of(seconds)).seconds_left;
        bool paints = true;
        while (!search_->is_done() && progress.wait_while_paused()) {
            const Stopwatch watch;
            const auto generation = rolled_out(*search_, threads, goes_on(progress));
            if (!generation) {
                return;
            }
            if (paints || since_painted.seconds() > paint_seconds) {
                findings_.population_view =
                    std::make_shared<const PopulationView>(painter.paint(*search_, *generation));
                since_painted = Stopwatch();
                paints = false;
            }
            search_->tell(generation->costs);
            seconds += watch.seconds();
            findings_.seconds_left = time_left.estimated(report_of(seconds)).seconds_left;
            publish_generation(progress);
        }
    }

    ProgressReport report_of(double seconds) const {
        return {"searching", static_cast<double>(search_->generation()) / search_->options().generations, seconds,
                time_left_unknown};
    }

    void publish_generation(SearchProgress& progress) {
        if (search_->best_cost() < (findings_.best ? findings_.best->cost : std::numeric_limits<double>::infinity())) {
            const Gait best = search_->best();
            findings_.best = std::make_shared<const BestGait>(
                BestGait{search_->best_cost(), best, search_->participation(), search_->scores(best)});
        }
        findings_.checkpoint =
            std::make_shared<const SavedSearch>(SavedSearch{search_->state(), key_, search_->terms()});
        findings_.generation = search_->generation();
        progress.publish(findings_);
    }

    std::uint64_t key_ = 0; // of the search
    std::optional<GaitSearch> search_;
    SearchFindings findings_;
};

} // namespace

struct GaitSearchWorker::Session {
    GaitSearchStatus search_status; // as of the last poll
    SearchRun run;
    // Destroyed first, because its thread uses the run.
    SearchQueue queue{{.error = {"the gait search stopped early", "use a smaller population or fewer modes"},
                       .niceness = 10}}; // drawing, stepping and building have priority

    void begin() {
        search_status.is_running = true;
        search_status.is_paused = false;
        search_status.fault.reset();
        queue.pause(false);
        queue.submit(
            [this, request = search_status.request](SearchProgress& progress) { return run.run(*request, progress); });
    }

    // Nothing is published after this while paused.
    void pause(bool paused) {
        queue.pause(paused);
        poll();
        search_status.is_paused = paused;
    }

    // The status keeps what was published before.
    void cancel() {
        poll();
        queue.cancel();
    }

    void poll() {
        const bool is_idle = queue.is_idle(); // asked first, so that an ended search has all of its findings
        while (const auto findings = queue.poll()) {
            if (*findings) {
                findings->value().apply_to(search_status);
            } else {
                search_status.fault = findings->error();
            }
        }
        search_status.is_running = !is_idle;
    }
};

bool is_better(const GaitSearchStatus& now, const GaitSearchStatus& before) {
    return now.generation != before.generation && now.best_cost < before.best_cost;
}

std::optional<std::string> reason_against_resuming(const GaitSearchStatus& search_status, const Character* character,
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
    if (search_status.has_converged) {
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
            session->queue.cancel(); // allocates nothing
        }
    }
}

// Its thread ends by itself and frees its character.
void GaitSearchWorker::retire(std::unique_ptr<Session>& session) {
    if (session) {
        session->queue.cancel();
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
    opening_->poll();
    const GaitSearchStatus& search_status = opening_->search_status;
    if (search_status.checkpoint) {
        retire(current_);
        current_ = std::move(opening_);
    } else if (!search_status.is_running) {
        opening_error_ = search_status.fault;
        retire(opening_);
    }
}

void GaitSearchWorker::resume(const GaitSearchRequest& request) {
    if (reason_against_resuming(latest(), request.character.get(), request.controls, request.problem)) {
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

bool GaitSearchWorker::is_idle() const {
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
    if (!current_) {
        return {};
    }
    current_->poll();
    return current_->search_status;
}

} // namespace limber::app
