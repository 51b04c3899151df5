// SPDX-License-Identifier: MIT
#pragma once

#include "app/simulation/comparison_lead.h"
#include "app/simulation/session_recorder.h"
#include "app/simulation/simulated_character.h"
#include "app/simulation/simulation_requests.h"
#include "app/simulation/step_clock.h"
#include "app/simulation/timeline.h"
#include "engine/core/thread_pool.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// The simulation without its thread (simulation_thread.h): applies requests and takes the steps that are due. All
/// characters advance one step at a time, in parallel on a thread pool. The time step of the first character sets the
/// clock.
///
/// The timeline (timeline.h) stores the past steps as segments. A rewind shows the characters and models of that time.
/// The next step continues from there with the newest scene and controls. If these equal those of that time, the result
/// is bit-identical.
namespace limber::app {

/// The place of the characters in the timeline.
struct TimelineCursor {
    std::uint64_t place = 0;
    bool is_beside = true;   // the state has left that place: the next step begins a segment
    bool is_rewound = false; // since the last step
    std::uint64_t rewinds_applied = 0;
    std::uint64_t replays_ended = 0;
};

class Simulation {
public:
    using Clock = StepClock::Clock;

    explicit Simulation(Threads threads = {}) : pool_(threads) {}

    void apply(SimulationRequest request) {
        std::visit([this](auto&& one) { apply_request(std::move(one)); }, std::move(request));
    }

    bool is_playing() const {
        return playing_ && !characters_.empty();
    }
    bool is_fading() const;
    bool is_recording() const {
        return recorder_.is_on();
    }

    /// Whether a character is in its warm-up, before which no step is taken.
    bool is_warming_up() const;
    /// Takes steps of the warm-up for about a frame, and the steps that were requested meanwhile once it is over.
    void warm_up();
    /// Takes every step that is due and drops the time that it cannot catch up with. Waits for the bodies of a
    /// comparison without blocking: no step is taken meanwhile.
    void run_to(Clock::time_point now);
    Clock::time_point next_due() const;
    /// Performs the model swaps that waited for a fade to end.
    void catch_up_on_swaps();
    void fade_to(Clock::time_point now);

    /// Recovers after a member function threw: pauses at the last stored state that all characters reached, and keeps
    /// the timeline, the recording and the newest requests. May throw.
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
    void apply_request(SceneRequest request);
    void apply_request(ControlsRequest request);
    void apply_request(PlayRequest request);
    void apply_request(StepRequest request);
    void apply_request(SkipWarmUpRequest request);
    void apply_request(TimeRequest request);
    void apply_request(RewindRequest request);
    void apply_request(ReplayRequest request);
    void apply_request(TimelineRequest request);
    void apply_request(SpeedRequest request);
    void apply_request(RecordRequest request);
    void apply_request(ExcerptRequest request);
    void apply_request(const FramesRequest& request);
    void apply_request(CompareRequest request);
    void apply_request(DriveRequest request);
    void apply_request(const ThrowRequest& request);

    bool is_waiting() const;
    double time_step() const;
    std::uint64_t step_count() const;
    std::unique_ptr<SimulatedCharacter> take_character(int id);
    const SimulatedInstance* instance(int id) const;
    bool set_characters(const std::vector<SimulatedInstance>& instances);
    void set_characters(const TimelineSegment& segment);
    void return_to_now(const TimelineSegment& left);
    void return_to_throw();
    std::vector<Track> tracks_from(std::uint64_t place) const;
    void show(std::uint64_t place);
    void show_next();
    void take_step(Clock::time_point at);
    void end_warm_up();
    void step_rigid_bodies();
    void drive_characters(Clock::time_point at);
    void carry_obstacles();
    void make_ready();
    void begin_recorded_segment(std::uint64_t place);
    void begin_segment();
    bool take_sample();
    Session excerpt_up_to_now() const;
    SceneFrames frames_shown() const;

    ThreadPool pool_;
    std::vector<SimulatedInstance> instances_; // of the newest requests; the characters may still have older ones
    std::vector<std::unique_ptr<SimulatedCharacter>> characters_;
    Timeline timeline_;
    std::optional<TimelineSegment> before_throw_; // the state before the last throw that was not repeated, at place 0
    TimelineCursor cursor_;
    StepClock clock_;
    bool playing_ = false;
    bool replaying_ = false; // plays the timeline
    int steps_waiting_ = 0;  // requested in the warm-up
    SessionRecorder recorder_;
    std::list<Session> excerpts_;
    std::vector<StepSample> samples_;
    ComparisonLead comparison_;
    DriveRequest drive_;
};

} // namespace limber::app
