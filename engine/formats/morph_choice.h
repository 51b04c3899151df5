// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/morph_fit.h"

#include <array>

/// Exact or fitted morph targets of a surface.
namespace limber {

/// `smaller`: of those that are within the tolerance the smaller one in a .glb; where neither is, as a tolerance may be
/// below the rounding to floats, the one that is closer to the motion. Exact ones that would take too much memory are
/// not considered. A motion that is not known to be linear has fitted targets in any case.
enum class MorphEncoding { smaller, exact, fitted };
inline constexpr std::array morph_encoding_names{"auto", "exact", "fitted"};

struct ChosenMorph {
    MorphFit fit;
    bool is_exact = false;
};

struct MorphChoice {
    MorphEncoding encoding = MorphEncoding::smaller;
    MorphFitOptions fitting;       // the tolerance is that of exact targets too, which may miss it (MorphFit::error)
    double exact_memory_max = 2e9; // [bytes] of exact targets and their normals in memory
};

/// Fails with cancelled, or with bad_input where `exact` ones would take too much memory. Precondition: `checked`.
Result<ChosenMorph> choose_morph_targets(const BakedSurface& surface, const MorphChoice& choice,
                                         Progress* progress = nullptr);

} // namespace limber
