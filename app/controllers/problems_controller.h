// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/motion/inverted_state.h"
#include "engine/core/json_fwd.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// Lists what is wrong with the scene, and mends it.
namespace limber::app {

class ProblemsController {
public:
    Commands carry_out(const MendProblem& command, const SessionState& state);
    /// Lists the problems again after an edit, after a build and when the motion turns more clusters inside out than
    /// before, or none for a while or since a reset, and reports on tets that were requested.
    Commands update(const SessionState& state);
    void add_to(UiState& ui, const SessionState& state) const;
    void report(Json& report, const SessionState& state) const;

private:
    Commands message_about_new_tets(const SessionState& state);
    bool have_inversions_changed(const SessionState& state);
    bool check_inversions(const SessionState& state);
    bool forget_motion();

    std::vector<Problem> problems_;
    std::uint64_t revision_ = 0; // of the document that they are from
    std::map<int, CharacterPtr> models_;
    std::map<int, InvertedInStates> inverted_; // in the states shown since the revision, by model
    double seconds_until_check_ = 0.0;         // of the shown states
    double seconds_without_inverted_ = 0.0;    // of playing since the last state with clusters that the motion inverts
    std::uint64_t step_count_ = 0;             // of the shown state
    std::optional<Problem> waiting_;           // for other tets that its remedy requested
};

} // namespace limber::app
