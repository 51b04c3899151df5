#pragma once

#include "app/character/character.h"
#include "engine/core/cache.h"
#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

namespace limber::app {

class FactorizationCache;

/// The earliest stage at which two descriptions differ; `state` when only the step, the look or the base material does,
/// `nothing` when they are equal.
Stage earliest_difference(const CharacterDescription& before, const CharacterDescription& after);

/// What a character is built for: its numbers, or a window, which also needs its skin and a passage from the character
/// before, so that a swap computes nothing. Or no more than the facts that read_character gives.
enum class Purpose { numbers, window, facts };

/// Builds what stands at `from` and above it and takes the rest from `previous`; starts lower by itself when
/// the descriptions differ lower. Without `previous` everything is built. Fails with bad_input (any file, any
/// option), not_converged and cancelled. The same bits on any number of threads, and with or without a cache: what
/// it holds was computed by the same build from the same input, and a damaged one is worth a warning and no more. On a
/// bench the factorisation stays for the next build (workbench.h).
Result<CharacterPtr> build_character(const CharacterDescription& description, const CharacterPtr& previous, Stage from,
                                     Progress* progress = nullptr, Threads threads = {},
                                     Purpose purpose = Purpose::numbers, const Cache* cache = nullptr,
                                     FactorizationCache* bench = nullptr);

/// Only what the files say: mesh, material, rig, clips and look, nothing solved (no modes, clusters or model).
Result<CharacterPtr> read_character(const CharacterDescription& description, Progress* progress = nullptr,
                                    const Cache* cache = nullptr);

} // namespace limber::app
