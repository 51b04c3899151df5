// SPDX-License-Identifier: MIT
#include "engine/formats/morph_choice.h"

#include "engine/formats/cancelling.h"
#include "engine/formats/exact_morph.h"

#include <iomanip>
#include <sstream>
#include <string>
#include <utility>

namespace limber {
namespace {

std::string in_gigabytes(double bytes) {
    std::ostringstream text;
    text << std::setprecision(3) << bytes / 1e9 << " GB";
    return text.str();
}

Error too_much_memory(const BakedSurface& surface, double memory, double memory_max) {
    return {ErrorKind::bad_input,
            "would take " + in_gigabytes(memory) + " of memory with exact morph targets; the most is " +
                in_gigabytes(memory_max) + ", so take fitted ones",
            surface.name};
}

Result<ChosenMorph> fitted_targets(const BakedSurface& surface, const MorphFitOptions& options, Progress* progress) {
    MorphFit fit = fit_morph_targets(surface, options, progress);
    return is_cancelled(progress) ? Result<ChosenMorph>(cancelled()) : ChosenMorph{std::move(fit), false};
}

Result<ChosenMorph> exact_targets(const ExactMorph& morph, const BakedSurface& surface, Progress* progress) {
    MorphFit fit = exact_fit(morph, surface, progress);
    return is_cancelled(progress) ? Result<ChosenMorph>(cancelled()) : ChosenMorph{std::move(fit), true};
}

Result<ChosenMorph> smaller_targets(const ExactMorph& morph, const BakedSurface& surface,
                                    const MorphFitOptions& options, Progress* progress) {
    auto chosen = fitted_targets(surface, options, progress);
    if (!chosen) {
        return chosen;
    }
    const MorphFit& fitted = chosen.value().fit;
    const double tolerance = options.tolerance * extent(surface);
    const bool is_fitted_well = fitted.error <= tolerance;
    if (is_fitted_well && bytes_of(fitted) <= bytes_of(morph, surface.linear.J)) {
        return chosen;
    }
    auto exact = exact_targets(morph, surface, progress);
    if (!exact || exact.value().fit.error <= (is_fitted_well ? tolerance : fitted.error)) {
        return exact;
    }
    return chosen;
}

} // namespace

Result<ChosenMorph> choose_morph_targets(const BakedSurface& surface, const MorphChoice& choice, Progress* progress) {
    if (!surface.linear.is_known() || choice.encoding == MorphEncoding::fitted) {
        return fitted_targets(surface, choice.fitting, progress);
    }
    const ExactMorph morph = exact_morph(surface.linear);
    const double memory = memory_of(morph, surface.rest.rows());
    const bool is_too_large = memory > choice.exact_memory_max;
    if (choice.encoding == MorphEncoding::exact) {
        return is_too_large ? Result<ChosenMorph>(too_much_memory(surface, memory, choice.exact_memory_max))
                            : exact_targets(morph, surface, progress);
    }
    return is_too_large ? fitted_targets(surface, choice.fitting, progress)
                        : smaller_targets(morph, surface, choice.fitting, progress);
}

} // namespace limber
