// SPDX-License-Identifier: MIT
#include "engine/formats/morph_choice.h"

#include "engine/formats/exact_morph.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

constexpr double rounding = 1e-5; // of the extent: what the rounding of many targets to floats may add up to

Error cancelled() {
    return {ErrorKind::cancelled, "cancelled", ""};
}

bool is_cancelled(Progress* progress) {
    return progress && progress->is_cancelled();
}

} // namespace

Result<ChosenMorph> choose_morph_targets(const BakedSurface& surface, const MorphChoice& choice, Progress* progress) {
    const bool can_be_exact = surface.linear.is_known() && choice.encoding != MorphEncoding::fitted;
    if (can_be_exact && choice.encoding == MorphEncoding::exact) {
        return ChosenMorph{exact_fit(exact_morph(surface.linear), surface), true};
    }
    MorphFit fitted = fit_morph_targets(surface, choice.fitting);
    if (is_cancelled(progress)) {
        return cancelled();
    }
    if (!can_be_exact) {
        return ChosenMorph{std::move(fitted), false};
    }
    const ExactMorph morph = exact_morph(surface.linear);
    const double tolerance = choice.fitting.tolerance * extent(surface);
    const bool is_fitted_well = fitted.error <= tolerance;
    if (is_fitted_well && bytes_of(fitted) <= bytes_of(morph, surface.linear.J)) {
        return ChosenMorph{std::move(fitted), false};
    }
    MorphFit exact = exact_fit(morph, surface);
    if (is_cancelled(progress)) {
        return cancelled();
    }
    const bool is_better =
        is_fitted_well ? exact.error <= std::max(tolerance, rounding * extent(surface)) : exact.error < fitted.error;
    return is_better ? ChosenMorph{std::move(exact), true} : ChosenMorph{std::move(fitted), false};
}

} // namespace limber
