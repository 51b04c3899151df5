#pragma once

#include "app/simulation/session_recorder.h"
#include "app/simulation/simulated_character.h"
#include "app/simulation/timeline.h"
#include "engine/core/thread_pool.h"

#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

/// The simulation without its thread (simulation_thread.h): applies orders and takes the steps that are due. All
/// characters advance one step at a time, in parallel on a thread pool. The time step of the first character sets the
/// clock.
///
/// The timeline (timeline.h) stores the past steps as segments. A rewind shows the characters and models of that time.
/// The next step continues from there with the newest scene and controls. If these equal those of that time, the result
/// is bit-identical.
namespace limber::app {

/// Sets the characters of the scene. Characters that were present continue; new ones start at rest.
struct SceneOrder {
    std::vector<SimulatedInstance> instances;
};
struct ControlsOrder {
    int id = 0;
    LiveControls controls;
};
struct PlayOrder {
    bool play = true;
};
struct StepOrder {};
struct TimeOrder {
    double later = 0.0; // after each clip's start [s]; 0: a restart
};
/// Moves to the nearest place that the timeline holds.
struct RewindOrder {
    std::uint64_t place = 0;
};
/// Plays the timeline from the keyframe that is shown, or from the oldest one if the last one is shown.
struct ReplayOrder {};
/// Replaces the timeline and moves to its oldest keyframe.
struct TimelineOrder {
    std::shared_ptr<const Timeline> timeline; // not empty
};
struct SpeedOrder {
    double speed = 1.0;
};
struct RecordOrder {};
struct ExcerptOrder {};
using SimulationOrder = std::variant<SceneOrder, ControlsOrder, PlayOrder, StepOrder, TimeOrder, RewindOrder,
                                     ReplayOrder, TimelineOrder, SpeedOrder, RecordOrder, ExcerptOrder>;

class Simulation {
public:
    using Clock = std::chrono::steady_clock;

    explicit Simulation(Threads threads = {}) : pool_(threads) {}

    void apply(SimulationOrder order) {
        std::visit([this](auto&& one) { apply_order(std::move(one)); }, std::move(order));
    }

    bool is_playing() const {
        return playing_ && !characters_.empty();
    }
    bool is_fading() const;
    bool is_recording() const {
        return recording_on_;
    }

    /// Takes every step that is due and drops the time that it cannot catch up with.
    void run_to(Clock::time_point now);
    Clock::time_point next_due() const;
    /// Performs the model swaps that waited for a fade to end.
    void catch_up_on_swaps();
    void fade_to(Clock::time_point now);

    /// Recovers after a member function threw: pauses at the last keyframe that all characters reached, and keeps the
    /// timeline, the recording and the newest orders. May throw.
    void recover();

    /// Returns one snapshot per character, in the order of the scene.
    std::vector<Snapshot> snapshots() const;
    std::vector<StepSample> take_samples() {
        return std::exchange(samples_, {});
    }
    const std::vector<SimulatedInstance>& instances() const {
        return instances_;
    }
    /// Returns the recording so far.
    Session recording_so_far();
    /// Returns the recording and ends it.
    Session take_recording();
    /// Returns the excerpts that were not yet taken, oldest first.
    std::list<Session> take_excerpts() {
        return std::exchange(excerpts_, {});
    }

private:
    void apply_order(SceneOrder order);
    void apply_order(ControlsOrder order);
    void apply_order(PlayOrder order);
    void apply_order(StepOrder order);
    void apply_order(TimeOrder order);
    void apply_order(RewindOrder order);
    void apply_order(ReplayOrder order);
    void apply_order(TimelineOrder order);
    void apply_order(SpeedOrder order);
    void apply_order(RecordOrder order);
    void apply_order(ExcerptOrder order);

    double time_step() const;
    std::uint64_t step_count() const;
    std::unique_ptr<SimulatedCharacter> take_character(int id);
    const SimulatedInstance* instance(int id) const;
    bool set_characters(const std::vector<SimulatedInstance>& instances);
    void set_characters(const TimelineSegment& segment);
    void return_to_now();
    void show(std::uint64_t place);
    void show_next();
    void take_step();
    void make_ready();
    void begin_recorded_segment(std::uint64_t place);
    void begin_segment();
    bool take_sample();
    Session excerpt_up_to_now() const;
    void watch_speed(Clock::time_point now);

    ThreadPool pool_;
    std::vector<SimulatedInstance> instances_; // of the newest orders; the characters may still have older ones
    std::vector<std::unique_ptr<SimulatedCharacter>> characters_;
    Timeline timeline_;
    std::uint64_t place_ = 0; // of the characters in the timeline
    bool is_beside_ = true;   // the state has left that place: the next step begins a segment
    bool is_rewound_ = false; // since the last step
    std::uint64_t rewinds_applied_ = 0;
    std::uint64_t replays_ended_ = 0;
    Clock::time_point simulated_to_ = Clock::now();
    Clock::time_point watched_from_ = Clock::now();
    int steps_watched_ = 0;
    double speed_reached_ = 0.0;
    double speed_ = 1.0;
    bool playing_ = false;
    bool replaying_ = false; // plays the timeline
    bool recording_on_ = false;
    bool from_rest_ = false; // the recording has no step yet and starts with the controls of its first step
    SessionRecorder recorder_;
    std::list<Session> excerpts_;
    std::vector<StepSample> samples_;
};

} // namespace limber::app
