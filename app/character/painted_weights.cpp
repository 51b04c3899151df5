// SPDX-License-Identifier: MIT
#include "app/character/painted_weights.h"

#include "engine/body/stages.h"

#include <string>
#include <utility>

namespace limber::app {
namespace {

// n x m, of those that have paint.
Result<Matrix> painted_columns(const Character& character) {
    std::vector<Vector> columns;
    for (const PaintedWeight& weight : character.description.painted_weights) {
        if (weight.painted.is_blank()) {
            continue;
        }
        const std::string what = "the weight \"" + weight.name + "\" of the subspace";
        if (auto fit = fits(weight.painted, what, "subspace.painted", character.boundary_vertices.size()); !fit) {
            return fit.error();
        }
        columns.push_back(
            paint_weights(weight.painted, character.mesh.T, character.boundary_vertices, character.vertex_count()));
    }
    Matrix W(character.vertex_count(), static_cast<Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
        W.col(static_cast<Index>(j)) = columns[j];
    }
    return W;
}

} // namespace

Result<std::shared_ptr<const SkinningModes>> with_painted_weights(const Character& character,
                                                                  std::shared_ptr<const SkinningModes> weights) {
    if (!has_painted_weights(character.description)) {
        return weights;
    }
    const auto painted = painted_columns(character);
    if (!painted) {
        return painted.error();
    }
    Matrix all(weights->W.rows(), weights->W.cols() + painted.value().cols());
    all << weights->W, painted.value();
    auto found = modes_of_weights(character, all);
    if (!found) {
        return found.error();
    }
    SkinningModes modes = std::move(found).value();
    modes.residual_max = weights->residual_max;
    return std::make_shared<const SkinningModes>(std::move(modes));
}

std::vector<PaintedRegion> paint_of_weights(const CharacterDescription& description) {
    std::vector<PaintedRegion> paint;
    if (has_painted_weights(description)) {
        for (const PaintedWeight& weight : description.painted_weights) {
            paint.push_back(weight.painted);
        }
    }
    return paint;
}

} // namespace limber::app
