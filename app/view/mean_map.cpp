// SPDX-License-Identifier: MIT
#include "app/view/mean_map.h"

#include "engine/body/body_step.h"

namespace limber::app {
namespace {

void add_mean_map(const std::vector<float>& maps, const Vector& weights, Index first, Affine& mean) {
    for (std::size_t k = 0; k < maps.size() / 12; ++k) {
        const double weight = weights(first + static_cast<Index>(k));
        for (std::size_t i = 0; i < 12; ++i) {
            mean(static_cast<Index>(i / 4), static_cast<Index>(i % 4)) +=
                weight * static_cast<double>(maps[12 * k + i]);
        }
    }
}

} // namespace

Affine MeanMap::of(const Snapshot& snapshot, const DrawnMotion& motion) {
    const Character& character = *snapshot.character;
    const Matrix& bones = character.rig.W;
    if (of_ != snapshot.character) {
        of_ = snapshot.character;
        box_ = bounding_box(character.mesh.X);
        const Matrix& modes = secondary_weights(character);
        weights_.resize(bones.cols() + modes.cols());
        weights_ << bones.colwise().mean().transpose(), modes.colwise().mean().transpose();
    }
    const DrawnMaps maps = drawn_maps(snapshot, motion);
    Affine mean = Affine::Zero();
    add_mean_map(maps.bones, weights_, 0, mean);
    add_mean_map(maps.modes, weights_, bones.cols(), mean);
    return mean;
}

} // namespace limber::app
