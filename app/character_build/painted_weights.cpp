// SPDX-License-Identifier: MIT
#include "app/character_build/painted_weights.h"

#include "engine/body/stages.h"
#include "engine/subspace/pins.h"

#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr double least_share_beside_pins = 1e-6;

// s of pins.h; ones without pins.
Result<Vector> mask_of(const Character& character) {
    return character.pinned.size() == 0 ? Result<Vector>(Vector::Ones(character.vertex_count()))
                                        : pin_mask(character.mesh, character.material, character.pinned);
}

// n x m, of those that have paint where the mask lets them move.
Result<Matrix> painted_columns(const Character& character, const Vector& mask, std::vector<std::string>& left_out) {
    std::vector<Vector> columns;
    for (const PaintedWeight& weight : character.description.painted_weights) {
        if (weight.painted.is_blank()) {
            continue;
        }
        const std::string what = "the weight \"" + weight.name + "\" of the subspace";
        if (auto fit = fits(weight.painted, what, "subspace.painted", character.boundary_vertices.size()); !fit) {
            return fit.error();
        }
        Vector column =
            paint_weights(weight.painted, character.mesh.T, character.boundary_vertices, character.vertex_count());
        if (column.cwiseProduct(mask).norm() < least_share_beside_pins * column.norm()) {
            left_out.push_back(what + " lies only where the body is pinned, so that it moves nothing: paint it "
                                      "elsewhere too, or remove it");
            continue;
        }
        columns.push_back(std::move(column));
    }
    Matrix W(character.vertex_count(), static_cast<Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
        W.col(static_cast<Index>(j)) = columns[j];
    }
    return W;
}

} // namespace

Result<std::shared_ptr<const SkinningModes>> with_painted_weights(const Character& character,
                                                                  std::shared_ptr<const SkinningModes> weights,
                                                                  std::vector<std::string>& left_out) {
    if (!has_painted_weights(character.description)) {
        return weights;
    }
    const auto mask = mask_of(character);
    if (!mask) {
        return mask.error();
    }
    const auto painted = painted_columns(character, mask.value(), left_out);
    if (!painted) {
        return painted.error();
    }
    if (painted.value().cols() == 0) {
        return weights;
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
