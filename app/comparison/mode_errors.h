// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/core/cache.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

/// How many modes a character needs for a motion: the error of its kind of subspace over the number of modes (FCD
/// section 9.10).
namespace limber::app {

/// Of one number of modes, over the steps so far. Errors are distances from full space, the root of their mean square
/// over the vertices, weighted by mass, and the steps, as a share of the diagonal of the body's box.
struct ModeError {
    Index modes = 0;
    double one_step = 0.0;          // each step starts from the state of full space
    double run = 0.0;               // a run from the start, in which errors add up
    double step_microseconds = 0.0; // median
};

/// The subspace that is being computed, one of `count`.
struct PreparedModes {
    Index modes = 0;
    std::size_t number = 0; // from 1
    std::size_t count = 0;
};

struct ModeErrors {
    std::uint64_t steps = 0; // taken
    std::uint64_t steps_wanted = 0;
    std::vector<ModeError> errors;                         // by rising numbers of modes; empty before the first step
    Index inverted_tets = 0;                               // of full space: the most after a step
    std::optional<PreparedModes> preparing = std::nullopt; // nullopt: all subspaces are there
};

struct ModeErrorRequest {
    CharacterPtr character;
    LiveControls controls;   // of all steps
    double clip_time = 0.0;  // at the start [s]
    std::uint64_t steps = 0; // of one pass of the clip, or so
    Threads threads = {};    // of full space
    std::optional<Cache> cache = {};
};

/// 2, 4, 8, ... modes, and last as many as the window offers.
std::vector<Index> mode_counts_for(const Character& character);

/// Whether all steps are taken: the errors of fewer say nothing about the rest of the motion.
bool is_complete(const ModeErrors& errors);

/// The error of a run that is invisible, as a share of the box's diagonal: a tenth of a pixel of a body that fills a
/// window of 1,000.
inline constexpr double unseen_error = 1e-4;

/// The fewest modes whose run has an invisible error, or gains at least nine tenths of what the best measured
/// number gains over the fewest; nullopt: not all steps are taken, fewer than two numbers are measured, the largest of
/// them has a visible error, so that more may gain more, or full space turned inside out, so that distances from it say
/// little.
std::optional<Index> enough_modes(const ModeErrors& errors);

/// Whether the largest measured number is all that a mesh of so few vertices gives, and not all that is shown live.
bool has_all_modes_of_mesh(const ModeErrors& errors);

/// The steps of one pass of the clip that the controls play, at least 30 and at most 240; 60 in the rest pose.
std::uint64_t steps_of_clip(const Character& character, const LiveControls& controls);

/// Of the progress of mode_errors: nearly all work is that of the steps, which take about as long as each other.
inline constexpr double share_of_preparation = 0.005;

/// Calls `publish` before each subspace is computed, and after each step with what is known so far. Fails as
/// FullSpaceMotion::of and reduced_body_of, with not_converged and cancelled.
Result<ModeErrors> mode_errors(const ModeErrorRequest& request, Progress* progress,
                               const std::function<void(const ModeErrors&)>& publish = {});

} // namespace limber::app
