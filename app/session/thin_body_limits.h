// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"

#include <concepts>

/// The commands that need the tets or the rig of the selected character, which rods and shells do not have. The session
/// answers them with one sentence.
namespace limber::app {

template <typename C, typename... Listed>
concept IsOneOf = (std::same_as<C, Listed> || ...);

template <typename C>
constexpr bool needs_tets(const C&) {
    return IsOneOf<C, TakeSubspaceFile, FitSubspaceToMotion, AddProposedLoads, AddClip, AttachRig, AddPaintFromFile,
                   MakePaintOfRegions, PasteSettings, AddGait, CompareGait, StartGaitSearch, ResumeGaitSearch,
                   OpenGaitSearch, MeasureModeErrors>;
}
inline bool needs_tets(const CompareSubspaces& command) {
    return !command.subspaces.empty();
}
inline bool needs_tets(Action action) {
    return action == Action::next_paint || action == Action::play_gait;
}

inline constexpr const char* thin_body_sentence =
    "Rods and shells have no tets and no rig: they have no other subspaces, gaits, comparison, paint and clips.";

} // namespace limber::app
