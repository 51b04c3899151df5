#include "app/scene/simulation_thread.h"

#include "app/scene/replaying.h"
#include "app/scene/succession.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

namespace limber::app {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double fade_seconds = 0.3;
constexpr double longest_nap = 0.1;       // [s]
constexpr double catch_up_seconds = 0.05; // time that is behind by more than this is given up
constexpr std::size_t samples_max = 4096;

struct SwapOrder {
    CharacterPtr character;
    LiveControls controls;
};
struct PlayOrder {
    bool play = true;
};
struct StepOrder {};
struct RestartOrder {};
struct TimeOrder {
    double clip_time = 0.0;
};
struct SpeedOrder {
    double speed = 1.0;
};
struct RecordOrder {};
using Order =
    std::variant<SwapOrder, LiveControls, PlayOrder, StepOrder, RestartOrder, TimeOrder, SpeedOrder, RecordOrder>;

double ease(double share) {
    return share * share * (3.0 - 2.0 * share);
}

/// What only the simulation's own thread touches.
class Simulation {
public:
    void obey(Order order) {
        std::visit([this](auto&& one) { act(std::move(one)); }, std::move(order));
    }

    bool is_playing() const {
        return playing_ && motion_;
    }
    bool is_fading() const {
        return fade_.before != nullptr;
    }
    bool is_recording() const {
        return recording_on_;
    }
    Recording take_recording() {
        recording_on_ = false;
        return std::exchange(recorder_, std::nullopt).value_or(Recorder()).recording();
    }

    /// Takes every step that is due; gives up on what it cannot catch up with.
    void run_to(Clock::time_point now) {
        const double h = controls_.time_step / speed_;
        double behind = Seconds(now - simulated_to_).count();
        const Clock::time_point start = Clock::now();
        while (behind >= h && Seconds(Clock::now() - start).count() < catch_up_seconds) {
            take_step();
            simulated_to_ += std::chrono::duration_cast<Clock::duration>(Seconds(h));
            behind -= h;
        }
        if (behind > std::max(h, catch_up_seconds)) {
            simulated_to_ = now;
        }
        watch_speed(now);
    }

    Clock::time_point next_due() const {
        return simulated_to_ + std::chrono::duration_cast<Clock::duration>(Seconds(controls_.time_step / speed_));
    }

    /// The swap that has waited for a fade to end.
    void catch_up_on_swaps() {
        if (!waiting_.empty() && !is_fading()) {
            take_over(std::move(waiting_.front()));
            waiting_.pop_front();
        }
    }

    void fade_to(Clock::time_point now) {
        const double passed = Seconds(now - fade_start_).count() / fade_seconds;
        fade_.share = ease(std::clamp(1.0 - passed, 0.0, 1.0));
        if (fade_.share <= 0.0) {
            fade_ = {};
        }
    }

    Snapshot snapshot() const {
        if (!motion_) {
            return {};
        }
        return {motion_->character_ptr(), motion_->state(),      motion_->pose(), fade_,         report_,
                motion_->clip_time(),     motion_->step_count(), playing_,        speed_reached_};
    }

    std::vector<StepSample> take_samples() {
        return std::exchange(samples_, {});
    }

private:
    // A swap while the one before still fades waits until it has: what is drawn then lies in one subspace again.
    void act(SwapOrder order) {
        stop_recording();
        controls_ = std::move(order.controls);
        if (is_fading() && follows(*order.character, waiting_.empty() ? motion_->character_ptr() : waiting_.back())) {
            waiting_.push_back(std::move(order.character));
        } else {
            waiting_.clear();
            take_over(std::move(order.character));
        }
    }
    void take_over(CharacterPtr next) {
        if (!motion_ || !follows(*next, motion_->character_ptr())) {
            fade_ = {};
            motion_ = std::make_unique<Motion>(std::move(next));
            motion_->restart(controls_);
            simulated_to_ = Clock::now();
            return;
        }
        Fade fade{motion_->character_ptr(), motion_->state().Z, {}, 1.0};
        motion_->swap(std::move(next), controls_);
        if (fade.before->modes == motion_->character().modes && fade.Z_before == motion_->state().Z) {
            return; // other clusters, or another look: nothing that is drawn moves
        }
        fade.Z_first = motion_->state().Z;
        fade_ = std::move(fade);
        fade_start_ = Clock::now();
    }
    void act(LiveControls controls) {
        controls_ = std::move(controls);
    }
    void act(PlayOrder order) {
        playing_ = order.play;
        simulated_to_ = Clock::now();
        watched_from_ = simulated_to_;
        steps_watched_ = 0;
    }
    void act(StepOrder) {
        playing_ = false;
        if (motion_) {
            take_step();
        }
    }
    void act(RestartOrder) {
        act(TimeOrder{0.0});
    }
    void act(TimeOrder order) {
        stop_recording();
        if (motion_) {
            motion_->set_time(controls_, order.clip_time);
            report_ = {};
            fade_ = {};
        }
    }
    void act(SpeedOrder order) {
        speed_ = std::max(order.speed, 1e-3);
        simulated_to_ = Clock::now();
    }
    void act(RecordOrder) {
        if (motion_) {
            act(RestartOrder{});
            recorder_ = Recorder::from_rest(*motion_);
            recording_on_ = true;
        }
    }

    void take_step() {
        // A recording starts at rest in the pose of the controls of its own first step.
        if (recording_on_ && motion_->step_count() == 0) {
            motion_->restart(controls_);
        }
        report_ = motion_->step(controls_);
        samples_.push_back({1e6 * motion_->step_seconds(), report_.elastic_energy, report_.kinetic_energy,
                            report_.iterations, report_.status});
        if (recording_on_) {
            recorder_->note(controls_, motion_->state());
        }
        ++steps_watched_;
    }

    void stop_recording() {
        recording_on_ = false;
    }

    void watch_speed(Clock::time_point now) {
        const double passed = Seconds(now - watched_from_).count();
        if (passed > 0.5) {
            speed_reached_ = steps_watched_ * controls_.time_step / passed;
            steps_watched_ = 0;
            watched_from_ = now;
        }
    }

    std::unique_ptr<Motion> motion_;
    LiveControls controls_;
    StepReport report_;
    Fade fade_;
    std::deque<CharacterPtr> waiting_; // to be taken over, each from the one before it
    Clock::time_point fade_start_;
    Clock::time_point simulated_to_ = Clock::now();
    Clock::time_point watched_from_ = Clock::now();
    int steps_watched_ = 0;
    double speed_reached_ = 0.0;
    double speed_ = 1.0;
    bool playing_ = false;
    bool recording_on_ = false;
    std::optional<Recorder> recorder_;
    std::vector<StepSample> samples_;
};

} // namespace

struct SimulationThread::Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable obeyed;
    std::deque<Order> orders;
    std::uint64_t orders_given = 0;
    std::uint64_t orders_obeyed = 0;
    bool quit = false;
    Snapshot newest;
    bool is_newer = false;
    std::vector<StepSample> samples;
    bool recording_wanted = false; // whoever stops a recording waits for it
    Recording recording;
    bool is_recording = false;
    std::thread thread;

    void give(Order order) {
        const std::scoped_lock lock(mutex);
        orders.push_back(std::move(order));
        ++orders_given;
        wake.notify_one();
    }

    void run() {
        Simulation simulation;
        Snapshot snapshot; // after it is published, the one that it replaced, whose end the lock need not see
        std::unique_lock lock(mutex);
        while (!quit) {
            std::deque<Order> taken = std::exchange(orders, {});
            const std::uint64_t obeyed_up_to = orders_given;
            lock.unlock();
            const bool changed = advance(simulation, std::move(taken));
            snapshot = changed ? simulation.snapshot() : Snapshot{};
            const std::vector<StepSample> fresh = simulation.take_samples();
            lock.lock();
            if (changed) {
                publish(snapshot, fresh);
            }
            orders_obeyed = obeyed_up_to;
            if (recording_wanted && orders.empty()) {
                recording = simulation.take_recording();
                recording_wanted = false;
            }
            is_recording = simulation.is_recording();
            obeyed.notify_all();
            if (orders.empty() && !quit && !recording_wanted) {
                wake.wait_until(lock, waking_time(simulation));
            }
        }
    }

    static bool advance(Simulation& simulation, std::deque<Order> taken) {
        const bool changed = !taken.empty() || simulation.is_playing() || simulation.is_fading();
        for (Order& order : taken) {
            simulation.obey(std::move(order));
        }
        const Clock::time_point now = Clock::now();
        if (simulation.is_playing()) {
            simulation.run_to(now);
        }
        if (simulation.is_fading()) {
            simulation.fade_to(now);
        }
        simulation.catch_up_on_swaps();
        return changed;
    }

    void publish(Snapshot& snapshot, const std::vector<StepSample>& fresh) {
        std::swap(newest, snapshot);
        is_newer = true;
        samples.insert(samples.end(), fresh.begin(), fresh.end());
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

SimulationThread::SimulationThread() : shared_(std::make_unique<Shared>()) {
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

void SimulationThread::swap(CharacterPtr character, const LiveControls& controls) {
    EXPECTS(character);
    shared_->give(SwapOrder{std::move(character), controls});
}

void SimulationThread::set_controls(const LiveControls& controls) {
    shared_->give(controls);
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
    shared_->give(RestartOrder{});
}

void SimulationThread::set_time(double clip_time) {
    shared_->give(TimeOrder{clip_time});
}

void SimulationThread::set_speed(double speed) {
    shared_->give(SpeedOrder{speed});
}

bool SimulationThread::take(Snapshot& into) {
    Snapshot old; // dies when the lock is open again: it may be the last to hold a character
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

void SimulationThread::start_recording() {
    shared_->give(RecordOrder{});
}

Recording SimulationThread::stop_recording() {
    std::unique_lock lock(shared_->mutex);
    shared_->recording_wanted = true;
    shared_->wake.notify_one();
    shared_->obeyed.wait(lock, [this] { return !shared_->recording_wanted; });
    return std::exchange(shared_->recording, {});
}

bool SimulationThread::is_recording() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->is_recording;
}

} // namespace limber::app
