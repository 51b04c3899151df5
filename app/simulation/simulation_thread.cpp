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
    std::list<SimulationOrder> orders;
    std::uint64_t orders_given = 0;
    std::uint64_t orders_applied = 0;
    bool quit = false;
    Threads threads;
    std::vector<Snapshot> newest;
    bool is_newer = false;
    std::vector<StepSample> samples;
    std::list<Session> excerpts; // oldest first
    std::optional<Error> fault;
    bool recording_wanted = false; // stop_recording waits for the recording
    Session recording;
    Session rescued; // the recording of a simulation that failed
    bool is_recording = false;
    std::thread thread;

    void give(SimulationOrder order) {
        std::list<SimulationOrder> one;
        one.push_back(std::move(order));
        const std::scoped_lock lock(mutex);
        orders.splice(orders.end(), one);
        ++orders_given;
        wake.notify_one();
    }

    // The orders applied and the steps taken since the last lock, to be published.
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
            std::list<SimulationOrder> taken; // spliced, so that nothing is allocated outside catch_exceptions
            taken.splice(taken.end(), orders);
            const std::uint64_t applied_up_to = orders_given;
            lock.unlock();
            turn = {};
            turn.fault = thrown_by([&] { take(turn, *simulation, taken); }, words);
            if (turn.fault) {
                recover(simulation, turn);
            }
            lock.lock();
            // The orders after the one that failed are still pending.
            orders_applied = taken.empty() ? applied_up_to : orders_applied;
            orders.splice(orders.begin(), taken);
            publish(turn);
            if (recording_wanted && orders.empty()) {
                hand_over_recording(*simulation);
            }
            is_recording = simulation->is_recording();
            applied.notify_all();
            if (orders.empty() && !quit && !recording_wanted) {
                wake.wait_until(lock, waking_time(*simulation));
            }
        }
    }

    // Removes each order from `taken` once it is applied.
    static void take(Turn& turn, Simulation& simulation, std::list<SimulationOrder>& taken) {
        turn.changed = !taken.empty() || simulation.is_playing() || simulation.is_fading();
        while (!taken.empty()) {
            SimulationOrder order = std::move(taken.front());
            taken.pop_front();
            simulation.apply(std::move(order));
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

    // Pauses at the last valid keyframe. If that fails too, all characters of the scene start at rest.
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
        static_cast<void>(thrown_by([&] { rescued = simulation->take_recording(); }, words));
        const auto third = thrown_by(
            [&] {
                auto anew = std::make_unique<Simulation>(Threads{.count = 1});
                anew->apply(SceneOrder{simulation->instances()});
                look(turn, *anew);
                simulation = std::move(anew);
            },
            words);
        if (third) {
            static_cast<void>(thrown_by([&] { simulation->apply(PlayOrder{false}); }, words));
        }
    }

    void hand_over_recording(Simulation& simulation) {
        recording = {};
        auto trouble = thrown_by([&] { recording = simulation.take_recording(); }, words);
        if (recording.segments.empty()) {
            recording = std::exchange(rescued, {});
        }
        if (trouble) {
            fault = std::move(trouble);
        }
        recording_wanted = false;
    }

    void publish(Turn& turn) {
        if (turn.fault) {
            fault = std::move(turn.fault);
        }
        excerpts.splice(excerpts.end(), turn.excerpts);
        if (!turn.changed) {
            return;
        }
        std::swap(newest, turn.snapshots);
        is_newer = true;
        static_cast<void>(
            thrown_by([&] { samples.insert(samples.end(), turn.fresh.begin(), turn.fresh.end()); }, words));
        if (samples.size() > samples_max) {
            samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(samples_max));
        }
    }

    static Clock::time_point waking_time(const Simulation& simulation) {
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
    shared_->give(SceneOrder{std::move(instances)});
}

void SimulationThread::set_controls(int id, const LiveControls& controls) {
    shared_->give(ControlsOrder{id, controls});
}

void SimulationThread::play() {
    shared_->give(PlayOrder{true});
}

void SimulationThread::pause() {
    shared_->give(PlayOrder{false});
}

void SimulationThread::step_once() {
    shared_->give(StepOrder{});
}

void SimulationThread::restart() {
    shared_->give(TimeOrder{});
}

void SimulationThread::set_time(double later) {
    shared_->give(TimeOrder{later});
}

void SimulationThread::rewind(std::uint64_t place) {
    shared_->give(RewindOrder{place});
}

void SimulationThread::replay() {
    shared_->give(ReplayOrder{});
}

void SimulationThread::set_timeline(std::shared_ptr<const Timeline> timeline) {
    EXPECTS(timeline && !timeline->is_empty());
    shared_->give(TimelineOrder{std::move(timeline)});
}

void SimulationThread::set_speed(double speed) {
    shared_->give(SpeedOrder{speed});
}

bool SimulationThread::take(std::vector<Snapshot>& into) {
    std::vector<Snapshot> old; // freed after the lock, because it may hold the last reference to a character
    const std::scoped_lock lock(shared_->mutex);
    if (!shared_->is_newer) {
        return false;
    }
    old = std::exchange(into, std::exchange(shared_->newest, {}));
    shared_->is_newer = false;
    return true;
}

std::vector<StepSample> SimulationThread::take_samples() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->samples, {});
}

void SimulationThread::wait_for_orders() {
    std::unique_lock lock(shared_->mutex);
    const std::uint64_t given = shared_->orders_given;
    shared_->applied.wait(lock, [this, given] { return shared_->orders_applied >= given; });
}

void SimulationThread::excerpt() {
    shared_->give(ExcerptOrder{});
}

std::optional<Session> SimulationThread::take_excerpt() {
    const std::scoped_lock lock(shared_->mutex);
    if (shared_->excerpts.empty()) {
        return std::nullopt;
    }
    std::optional<Session> oldest(std::move(shared_->excerpts.front()));
    shared_->excerpts.pop_front();
    return oldest;
}

std::optional<Error> SimulationThread::take_fault() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->fault, std::nullopt);
}

void SimulationThread::start_recording() {
    shared_->give(RecordOrder{});
}

Session SimulationThread::stop_recording() {
    std::unique_lock lock(shared_->mutex);
    shared_->recording_wanted = true;
    shared_->wake.notify_one();
    shared_->applied.wait(lock, [this] { return !shared_->recording_wanted; });
    return std::exchange(shared_->recording, {});
}

bool SimulationThread::is_recording() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->is_recording;
}

} // namespace limber::app
