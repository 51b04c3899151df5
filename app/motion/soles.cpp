// SPDX-License-Identifier: MIT
#include "app/motion/soles.h"

#include "engine/control/sole_patches.h"

namespace limber::app {

std::vector<int> contact_patches(const Character& character, const Vec3& up) {
    const std::vector<int>& vertices = character.contact_points->vertices;
    if (!character.thin) {
        return sole_patches(character.mesh, up, vertices);
    }
    return character.thin->edges.rows() > 0
               ? sole_patches(CurveMesh{character.mesh.X, character.thin->edges}, up, vertices)
               : sole_patches(SurfaceMesh{character.mesh.X, character.thin->triangles}, up, vertices);
}

} // namespace limber::app
