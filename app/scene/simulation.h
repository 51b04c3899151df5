#pragma once

#include "app/scene/replaying.h"
#include "app/scene/snapshot.h"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

/// What the simulation's own thread does (simulation_thread.h): it obeys orders and takes the steps that are due.
namespace limber::app {

struct SwapOrder {
    CharacterPtr character;
    LiveControls controls;
};
struct PlayOrder {
    bool play = true;
};
struct StepOrder {};
struct TimeOrder {
    double clip_time = 0.0; // [s]; 0: a restart
};
struct RewindOrder {
    std::uint64_t step = 0;
};
struct SpeedOrder {
    double speed = 1.0;
};
struct RecordOrder {};
struct ExcerptOrder {};
using SimulationOrder = std::variant<SwapOrder, LiveControls, PlayOrder, StepOrder, TimeOrder, RewindOrder, SpeedOrder,
                                     RecordOrder, ExcerptOrder>;

class Simulation {
public:
    using Clock = std::chrono::steady_clock;

    void obey(SimulationOrder order) {
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

    /// Takes every step that is due; gives up on what it cannot catch up with.
    void run_to(Clock::time_point now);
    Clock::time_point next_due() const;
    /// The swap that has waited for a fade to end.
    void catch_up_on_swaps();
    void fade_to(Clock::time_point now);

    Snapshot snapshot() const;
    std::vector<StepSample> take_samples() {
        return std::exchange(samples_, {});
    }
    Recording take_recording();
    std::optional<Excerpt> take_excerpt() {
        return std::exchange(excerpt_, std::nullopt);
    }

private:
    void act(SwapOrder order);
    void act(LiveControls controls);
    void act(PlayOrder order);
    void act(StepOrder order);
    void act(TimeOrder order);
    void act(RewindOrder order);
    void act(SpeedOrder order);
    void act(RecordOrder order);
    void act(ExcerptOrder order);

    void take_over(CharacterPtr next);
    void take_step();
    void go_on_from_the_past();
    void begin_history();
    Excerpt excerpt_up_to_now() const;
    void watch_speed(Clock::time_point now);

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
    MotionHistory history_;
    bool rewound_ = false;            // since the last step
    bool posed_while_paused_ = false; // shown, though no step has reached it
    bool recording_on_ = false;
    std::optional<Recorder> recorder_;
    std::optional<Excerpt> excerpt_;
    std::vector<StepSample> samples_;
};

} // namespace limber::app
