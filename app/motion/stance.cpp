// SPDX-License-Identifier: MIT
#include "app/motion/stance.h"

#include "engine/body/body_step.h"
#include "engine/linalg/nearest_rotation.h"

namespace limber::app {

Stance stance_of(const Character& character, const State& state) {
    if (!character.linear) {
        return StanceReader(character.model).read(state);
    }
    const Points x = positions(character, state);
    const Vector share = character.mass / character.mass.sum();
    const Eigen::RowVector3d centre = share.transpose() * x;
    const Eigen::RowVector3d rest = share.transpose() * character.mesh.X;
    const Mat3 moment = (x.rowwise() - centre).transpose() * share.asDiagonal() * (character.mesh.X.rowwise() - rest);
    return {centre.transpose(), nearest_rotation(moment)};
}

} // namespace limber::app
