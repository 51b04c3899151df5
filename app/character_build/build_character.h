// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/cache.h"
#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <vector>

namespace limber::app {

class FactorizationCache;

/// What is built. `numbers`: everything that a step needs. `window`: also the skin and the transfer from the previous
/// character, so that a swap computes nothing. `facts`: only the result of read_character.
enum class Purpose { numbers, window, facts };

/// Builds the stages from `from` on and reuses the earlier ones of `previous`; starts earlier if the descriptions
/// differ in an earlier stage. Without `previous` all stages are built. Fails with bad_input (any file, any option),
/// not_converged and cancelled. Gives the same bits on any number of threads, and with or without a cache, whose
/// entries are results of the same build for the same input; a damaged entry is computed again, with a warning.
/// `factorizations` stores the factorisation for the next build (factorization_cache.h).
Result<CharacterPtr> build_character(const CharacterDescription& description, const CharacterPtr& previous, Stage from,
                                     Progress* progress = nullptr, Threads threads = {},
                                     Purpose purpose = Purpose::numbers, const Cache* cache = nullptr,
                                     FactorizationCache* factorizations = nullptr);

/// Only reads the files: mesh, material, rig, clips and look. Does not compute modes, clusters or model. `previous`:
/// another one, whose mesh is not made again if it is the same; null: none.
Result<CharacterPtr> read_character(const CharacterDescription& description, Progress* progress = nullptr,
                                    const Cache* cache = nullptr, const CharacterPtr& previous = nullptr);

/// The first of some read or built characters that has the mesh of the description; null: none has.
CharacterPtr with_same_mesh(const std::vector<CharacterPtr>& characters, const CharacterDescription& description);

} // namespace limber::app
