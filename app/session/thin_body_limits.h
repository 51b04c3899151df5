// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"

#include <concepts>

/// The commands that need the tets or the rig of the selected character, which rods and shells do not have, and those
/// that a body in its plane does not have. The session answers them with one sentence.
namespace limber::app {

template <typename C, typename... Listed>
concept IsOneOf = (std::same_as<C, Listed> || ...);

template <typename C>
constexpr bool needs_tets(const C&) {
    return IsOneOf<C, TakeSubspaceFile, FitSubspaceToMotion, AddProposedLoads, AddClip, AttachRig, AddPaintFromFile,
                   MakePaintOfRegions, PasteSettings, AddGait, CompareGait, StartGaitSearch, ResumeGaitSearch,
                   OpenGaitSearch, MeasureModeErrors>;
}
inline bool needs_tets(Action action) {
    return action == Action::next_paint || action == Action::play_gait;
}

/// The commands that would take a body out of its plane, or give it another subspace.
template <typename C>
constexpr bool leaves_the_plane(const C&) {
    return IsOneOf<C, TakeSubspaceFile, TakeCageFile, FitSubspaceToMotion, AddProposedLoads, AddClip, AttachRig,
                   MeasureModeErrors>;
}

inline constexpr const char* planar_body_sentence = "A body in its plane has no rig and one subspace, that of its "
                                                    "vertices: it has no clips, loads, other subspaces and "
                                                    "comparison.";

inline constexpr const char* thin_body_sentence =
    "Rods and shells have no tets and no rig: they have no other subspaces, gaits, comparison, paint and clips.";

} // namespace limber::app
