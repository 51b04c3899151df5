// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/morph_fit.h"

#include <array>

/// Exact or fitted morph targets of a surface.
namespace limber {

/// `smaller`: of those that are within the tolerance the smaller one in a .glb; where the fitted targets are not, the
/// exact ones. A motion that is not known to be linear has fitted targets in any case.
enum class MorphEncoding { smaller, exact, fitted };
inline constexpr std::array morph_encoding_names{"auto", "exact", "fitted"};

struct ChosenMorph {
    MorphFit fit;
    bool is_exact = false;
};

struct MorphChoice {
    MorphEncoding encoding = MorphEncoding::smaller;
    MorphFitOptions fitting;
};

/// Fails with cancelled. Precondition: `checked`.
Result<ChosenMorph> choose_morph_targets(const BakedSurface& surface, const MorphChoice& choice,
                                         Progress* progress = nullptr);

} // namespace limber
