// SPDX-License-Identifier: MIT
#include "app/simulation/simulation_thread.h"

#include "app/jobs/catch_exceptions.h"
#include "app/simulation/simulation.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace limber::app {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double longest_nap = 0.1; // [s]
constexpr std::size_t samples_max = 4096;
constexpr ErrorContext words{"the simulation was paused at the last valid state",
                             "use fewer modes, clusters or characters, then continue"};

} // namespace

struct SimulationThread::Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable applied;
    struct Requests {
        std::list<SimulationRequest> waiting;
        std::uint64_t given = 0;
        std::uint64_t applied = 0;
    };
    struct Results {
        std::vector<Snapshot> newest;
        bool is_newer = false; // than the last ones taken
        std::vector<StepSample> samples;
        std::list<Session> excerpts; // oldest first
        std::optional<Error> fault;
    };
    struct Recording {
        bool is_wanted = false; // stop_recording waits for it
        Session session;
        Session rescued; // of a simulation that failed
    };
    Requests requests;
    Results results;
    Recording recording;
    bool quit = false;
    Threads threads;
    std::thread thread;

    void give(SimulationRequest request) {
        std::list<SimulationRequest> one;
        one.push_back(std::move(request));
        const std::scoped_lock lock(mutex);
        requests.waiting.splice(requests.waiting.end(), one);
        ++requests.given;
        wake.notify_one();
    }

    // The requests applied and the steps taken since the last lock, to be published.
    struct Turn {
        bool changed = false;
        std::vector<Snapshot>
            snapshots; // after publishing: the replaced ones, so that they are freed outside of the lock
        std::vector<StepSample> fresh;
        std::list<Session> excerpts;
        std::optional<Error> fault;
    };

    void run() {
        auto simulation = std::make_unique<Simulation>(threads);
        Turn turn;
        std::unique_lock lock(mutex);
        while (!quit) {
            std::list<SimulationRequest> taken; // spliced, so that nothing is allocated outside catch_exceptions
            taken.splice(taken.end(), requests.waiting);
            const std::uint64_t applied_up_to = requests.given;
            lock.unlock();
            turn = {};
            turn.fault = thrown_by([&] { take(turn, *simulation, taken); }, words);
            if (turn.fault) {
                recover(simulation, turn);
            }
            lock.lock();
            // The requests after the one that failed are still pending.
            requests.applied = taken.empty() ? applied_up_to : requests.applied;
            requests.waiting.splice(requests.waiting.begin(), taken);
            publish(turn);
            if (recording.is_wanted && requests.waiting.empty()) {
                hand_over_recording(*simulation);
            }
            applied.notify_all();
            if (requests.waiting.empty() && !quit && !recording.is_wanted) {
                wake.wait_until(lock, waking_time(*simulation));
            }
        }
    }

    // Removes each request from `taken` once it is applied.
    static void take(Turn& turn, Simulation& simulation, std::list<SimulationRequest>& taken) {
        turn.changed =
            !taken.empty() || simulation.is_playing() || simulation.is_fading() || simulation.is_warming_up();
        while (!taken.empty()) {
            SimulationRequest request = std::move(taken.front());
            taken.pop_front();
            simulation.apply(std::move(request));
        }
        if (simulation.is_warming_up()) {
            simulation.warm_up();
        }
        const Clock::time_point now = Clock::now();
        if (simulation.is_playing()) {
            simulation.run_to(now);
        }
        if (simulation.is_fading()) {
            simulation.fade_to(now);
        }
        simulation.catch_up_on_swaps();
        look(turn, simulation);
    }

    static void look(Turn& turn, Simulation& simulation) {
        turn.snapshots = turn.changed ? simulation.snapshots() : std::vector<Snapshot>{};
        turn.fresh = simulation.take_samples();
        turn.excerpts = simulation.take_excerpts();
    }

    // Pauses at the last valid stored state. If that fails too, all characters of the scene start at rest.
    void recover(std::unique_ptr<Simulation>& simulation, Turn& turn) {
        turn.changed = true;
        const auto again = thrown_by(
            [&] {
                simulation->recover();
                look(turn, *simulation);
            },
            words);
        if (!again) {
            return;
        }
        static_cast<void>(thrown_by([&] { recording.rescued = simulation->take_recording(); }, words));
        const auto third = thrown_by(
            [&] {
                auto anew = std::make_unique<Simulation>(Threads{.count = 1});
                anew->apply(SceneRequest{simulation->instances()});
                look(turn, *anew);
                simulation = std::move(anew);
            },
            words);
        if (third) {
            static_cast<void>(thrown_by([&] { simulation->apply(PlayRequest{false}); }, words));
        }
    }

    void hand_over_recording(Simulation& simulation) {
        recording.session = {};
        auto trouble = thrown_by([&] { recording.session = simulation.take_recording(); }, words);
        if (recording.session.segments.empty()) {
            recording.session = std::exchange(recording.rescued, {});
        }
        if (trouble) {
            results.fault = std::move(trouble);
        }
        recording.is_wanted = false;
    }

    void publish(Turn& turn) {
        if (turn.fault) {
            results.fault = std::move(turn.fault);
        }
        results.excerpts.splice(results.excerpts.end(), turn.excerpts);
        if (!turn.changed) {
            return;
        }
        std::swap(results.newest, turn.snapshots);
        results.is_newer = true;
        std::vector<StepSample>& samples = results.samples;
        static_cast<void>(
            thrown_by([&] { samples.insert(samples.end(), turn.fresh.begin(), turn.fresh.end()); }, words));
        if (samples.size() > samples_max) {
            samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(samples_max));
        }
    }

    static Clock::time_point waking_time(const Simulation& simulation) {
        if (simulation.is_warming_up()) {
            return Clock::now();
        }
        const Clock::time_point latest = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(
                                                            simulation.is_fading() ? longest_nap / 10 : longest_nap));
        return simulation.is_playing() ? std::min(simulation.next_due(), latest) : latest;
    }
};

SimulationThread::SimulationThread(Threads threads) : shared_(std::make_unique<Shared>()) {
    shared_->threads = threads;
    shared_->thread = std::thread([shared = shared_.get()] { shared->run(); });
}

SimulationThread::~SimulationThread() {
    {
        const std::scoped_lock lock(shared_->mutex);
        shared_->quit = true;
        shared_->wake.notify_one();
    }
    shared_->thread.join();
}

void SimulationThread::set_scene(std::vector<SimulatedInstance> instances) {
    EXPECTS(std::ranges::all_of(instances,
                                [](const SimulatedInstance& instance) { return instance.character != nullptr; }));
    shared_->give(SceneRequest{std::move(instances)});
}

void SimulationThread::set_controls(int id, const LiveControls& controls) {
    shared_->give(ControlsRequest{id, controls});
}

void SimulationThread::play() {
    shared_->give(PlayRequest{true});
}

void SimulationThread::pause() {
    shared_->give(PlayRequest{false});
}

void SimulationThread::step_once() {
    shared_->give(StepRequest{});
}

void SimulationThread::skip_warm_up() {
    shared_->give(SkipWarmUpRequest{});
}

void SimulationThread::restart() {
    shared_->give(TimeRequest{});
}

void SimulationThread::set_time(double later) {
    shared_->give(TimeRequest{later});
}

void SimulationThread::rewind(std::uint64_t place) {
    shared_->give(RewindRequest{place});
}

void SimulationThread::replay() {
    shared_->give(ReplayRequest{});
}

void SimulationThread::set_timeline(std::shared_ptr<const Timeline> timeline) {
    EXPECTS(timeline && !timeline->is_empty());
    shared_->give(TimelineRequest{std::move(timeline)});
}

void SimulationThread::set_speed(double speed) {
    shared_->give(SpeedRequest{speed});
}

void SimulationThread::compare(int id, std::shared_ptr<LiveComparison> comparison) {
    shared_->give(CompareRequest{id, std::move(comparison)});
}

void SimulationThread::drive(int id, LiveDrive drive) {
    shared_->give(DriveRequest{id, std::move(drive)});
}

void SimulationThread::throw_body(int id, const RigidThrow& thrown, bool is_repeated) {
    shared_->give(ThrowRequest{id, thrown, is_repeated});
}

bool SimulationThread::take(std::vector<Snapshot>& into) {
    std::vector<Snapshot> old; // freed after the lock, because it may hold the last reference to a character
    const std::scoped_lock lock(shared_->mutex);
    if (!shared_->results.is_newer) {
        return false;
    }
    old = std::exchange(into, std::exchange(shared_->results.newest, {}));
    shared_->results.is_newer = false;
    return true;
}

std::vector<StepSample> SimulationThread::take_samples() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->results.samples, {});
}

void SimulationThread::wait_for_requests() {
    std::unique_lock lock(shared_->mutex);
    const std::uint64_t given = shared_->requests.given;
    shared_->applied.wait(lock, [this, given] { return shared_->requests.applied >= given; });
}

void SimulationThread::copy_frames(std::shared_ptr<std::promise<SceneFrames>> frames) {
    shared_->give(FramesRequest{std::move(frames)});
}

void SimulationThread::excerpt() {
    shared_->give(ExcerptRequest{});
}

std::optional<Session> SimulationThread::take_excerpt() {
    const std::scoped_lock lock(shared_->mutex);
    if (shared_->results.excerpts.empty()) {
        return std::nullopt;
    }
    std::optional<Session> oldest(std::move(shared_->results.excerpts.front()));
    shared_->results.excerpts.pop_front();
    return oldest;
}

std::optional<Error> SimulationThread::take_fault() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->results.fault, std::nullopt);
}

void SimulationThread::start_recording() {
    shared_->give(RecordRequest{});
}

Session SimulationThread::stop_recording() {
    std::unique_lock lock(shared_->mutex);
    shared_->recording.is_wanted = true;
    shared_->wake.notify_one();
    shared_->applied.wait(lock, [this] { return !shared_->recording.is_wanted; });
    return std::exchange(shared_->recording.session, {});
}

} // namespace limber::app
