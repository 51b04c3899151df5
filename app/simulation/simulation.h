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

/// What the simulation's own thread does (simulation_thread.h): it obeys orders and takes the steps that are due, all
/// actors one step at a time, side by side on the threads that stand ready. The clock goes by the first actor's time
/// step.
///
/// What has happened is a row of acts (past.h), through which it can go back and forth. Time and document are two
/// things: to go back shows who was there then, as the models that they were then, and the next step goes on from there
/// under the newest orders, with the stage and the controls of now. Where these are those of then, the bits are too.
namespace limber::app {

/// Who is on the stage from now on. Whoever was there goes on, whoever was not comes in at rest.
struct StageOrder {
    std::vector<SimulatedInstance> roles;
};
struct ControlsOrder {
    int actor = 0;
    LiveControls controls;
};
struct PlayOrder {
    bool play = true;
};
struct StepOrder {};
struct TimeOrder {
    double later = 0.0; // than where each one's clip starts [s]; 0: a restart
};
/// To the nearest place that the past holds.
struct RewindOrder {
    std::uint64_t place = 0;
};
/// Shows what happened again, from the moment that is shown, or from the oldest where that is the last one.
struct ReplayOrder {};
/// What those who are on the stage went through before, which is gone into at its oldest moment.
struct RecallOrder {
    std::shared_ptr<const Timeline> timeline; // not empty
};
struct SpeedOrder {
    double speed = 1.0;
};
struct RecordOrder {};
struct ExcerptOrder {};
using SimulationOrder = std::variant<StageOrder, ControlsOrder, PlayOrder, StepOrder, TimeOrder, RewindOrder,
                                     ReplayOrder, RecallOrder, SpeedOrder, RecordOrder, ExcerptOrder>;

class Simulation {
public:
    using Clock = std::chrono::steady_clock;

    explicit Simulation(Threads threads = {}) : pool_(threads) {}

    void apply(SimulationOrder order) {
        std::visit([this](auto&& one) { segment(std::move(one)); }, std::move(order));
    }

    bool is_playing() const {
        return playing_ && !actors_.empty();
    }
    bool is_fading() const;
    bool is_recording() const {
        return recording_on_;
    }

    /// Takes every step that is due; gives up on what it cannot catch up with.
    void run_to(Clock::time_point now);
    Clock::time_point next_due() const;
    /// The swaps that have waited for a fade to end.
    void catch_up_on_swaps();
    void fade_to(Clock::time_point now);

    /// After one of its functions threw: paused at the last moment that all came through, with the past, the recording
    /// and the newest orders as they were. May throw itself.
    void recover();

    /// One of each actor, in the order of their roles.
    std::vector<Snapshot> snapshots() const;
    std::vector<StepSample> take_samples() {
        return std::exchange(samples_, {});
    }
    const std::vector<SimulatedInstance>& roles() const {
        return roles_;
    }
    /// What was written down since it was asked for, so far.
    Session recording_so_far();
    /// The same, which ends the recording.
    Session take_recording();
    /// Those that were not yet taken, oldest first.
    std::list<Session> take_excerpts() {
        return std::exchange(excerpts_, {});
    }

private:
    void segment(StageOrder order);
    void segment(ControlsOrder order);
    void segment(PlayOrder order);
    void segment(StepOrder order);
    void segment(TimeOrder order);
    void segment(RewindOrder order);
    void segment(ReplayOrder order);
    void segment(RecallOrder order);
    void segment(SpeedOrder order);
    void segment(RecordOrder order);
    void segment(ExcerptOrder order);

    double time_step() const;
    std::uint64_t step_count() const;
    std::unique_ptr<SimulatedCharacter> called(int id);
    const SimulatedInstance* role(int id) const;
    bool put_in_scene(const std::vector<SimulatedInstance>& roles);
    void put_in_scene(const TimelineSegment& segment);
    void return_to_now();
    void show(std::uint64_t place);
    void show_next();
    void take_step();
    void make_ready();
    void begin_segment(std::uint64_t place);
    void begin_act();
    bool take_sample();
    Session excerpt_up_to_now() const;
    void watch_speed(Clock::time_point now);

    ThreadPool pool_;
    std::vector<SimulatedInstance> roles_; // of the newest orders; those of the actors may be older ones
    std::vector<std::unique_ptr<SimulatedCharacter>> actors_;
    Timeline timeline_;
    std::uint64_t place_ = 0; // in the past, at which the actors stand
    bool is_beside_ = true;   // they stand elsewhere since: the next step begins an act
    bool is_rewound_ = false; // since the last step
    std::uint64_t rewinds_applied_ = 0;
    std::uint64_t replays_ended_ = 0;
    Clock::time_point simulated_to_ = Clock::now();
    Clock::time_point watched_from_ = Clock::now();
    int steps_watched_ = 0;
    double speed_reached_ = 0.0;
    double speed_ = 1.0;
    bool playing_ = false;
    bool replaying_ = false; // what is played is the past
    bool recording_on_ = false;
    bool from_rest_ = false; // the recording has no step yet, and starts as the hand then holds the rigs
    SessionRecorder recorder_;
    std::list<Session> excerpts_;
    std::vector<StepSample> samples_;
};

} // namespace limber::app
