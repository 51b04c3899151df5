// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/seen_motion.h"
#include "app/controllers/session_options.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/view/value_range.h"
#include "engine/core/json_fwd.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// Other subspaces of the selected character move beside it, under its controls: those of the document.
namespace limber::app {

class ComparisonController {
public:
    explicit ComparisonController(const SessionOptions& options) : cache_(options.cache) {}

    Commands carry_out(const TryComparingAgain& command, const SessionState& state);
    Commands carry_out(const LearnComparedAgain& command, const SessionState& state);
    Commands carry_out(const EndComparison& command, const SessionState& state);
    /// Says why another paint is not shown.
    Commands act(Action action, const SessionState& state);
    /// Follows the selected character's compared subspaces in the document, once edits of them have ended. Begins again
    /// when another character or another model of it is shown.
    Commands update(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    /// The newest step; null: none yet.
    const ComparedStep* newest() const {
        return newest_ ? &*newest_ : nullptr;
    }
    /// The value that has the strongest colour, as larger ones do; zero before the first step.
    float colour_range() const {
        return colour_range_.end();
    }

    void add_to(UiState& ui, const SessionState& state) const;
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    /// Draws the titles of the bodies, and the legend of the colours.
    void draw(Sketch& sketch, const SessionState& state) const;

    void stop();
    bool wait_until_idle(std::chrono::milliseconds timeout) const;

private:
    struct Ranged {
        BodyColours colours;
        std::uint64_t beginnings;
        std::uint64_t steps;
        bool operator==(const Ranged&) const = default;
    };

    void follow(std::vector<ComparedSubspace> rows, const SessionState& state, Commands& commands);
    void start(const SessionState& state, Commands& commands);
    void fail(const Error& error, Commands& commands);
    void change(const std::vector<ComparedSubspace>& before, Commands& commands);
    void learn_after_waiting(const SessionState& state, Commands& commands);
    bool waits_for_motion() const;
    bool waits_for_motion(const ComparedSubspace& subspace) const;
    void count_learned_poses(const std::vector<ComparedSubspace>& before, const Character& leader);
    bool is_outdated(const SessionState& state) const;
    void end(Commands& commands);
    void poll(Commands& commands);
    void follow_loads(const SessionState& state);
    void fit_colour_range(const SessionState& state);
    float top_value(BodyColours colours);
    bool takes_long_to_factorise() const;
    bool waits_for_step() const;
    bool has_failed(const ComparedSubspace& subspace) const;
    const char* why_empty(const ComparedSubspace& subspace) const;

    std::optional<Cache> cache_;
    std::vector<ComparedSubspace> shown_; // none: nothing is compared
    bool is_stopped_ = false;             // by a failure of all bodies
    int character_ = 0;                   // id of the leader
    std::shared_ptr<LiveComparison> comparison_;
    std::vector<std::shared_ptr<LiveComparison>> ending_; // kept until their threads have ended, so that nothing waits
    std::optional<ComparedStep> newest_;
    std::vector<FailedSubspace> failed_;
    std::size_t learned_poses_ = 0; // that the comparison's pod is made from
    std::uint64_t tried_at_ = 0;    // the number of poses that were seen when it was last made, or tried
    SeenMotion seen_;
    double seconds_without_step_ = 0.0;
    ValueRange colour_range_;
    std::optional<Ranged> ranged_; // what that range has followed; nullopt: it begins again
    double seconds_without_range_ = 0.0;
    bool is_just_opened_ = false; // the scene, which was not shown yet
    std::vector<float> values_;   // stores those of one body, so that nothing is allocated in a frame
};

} // namespace limber::app
