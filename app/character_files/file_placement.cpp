// SPDX-License-Identifier: MIT
#include "app/character_files/file_placement.h"

namespace limber::app {

Affine placed(const Affine& world, const CharacterDescription& scene) {
    const Mat3 R = rotation_of(scene.turn);
    Affine result;
    result.leftCols<3>() = R * world.leftCols<3>();
    result.col(3) = scene.metres_per_unit * (R * world.col(3));
    return result;
}

bool is_moved(const CharacterDescription& scene) {
    return scene.metres_per_unit != 1.0 || scene.turn.degrees != 0.0;
}

} // namespace limber::app
