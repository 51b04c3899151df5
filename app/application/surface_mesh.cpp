// SPDX-License-Identifier: MIT
#include "app/application/surface_mesh.h"

#include "app/character_skin/skin.h"

namespace limber::app {

DrawnMesh surface_mesh(const Character& character, const Points& x) {
    DrawnMesh drawn;
    drawn.positions.reserve(static_cast<std::size_t>(x.size()));
    for (Index i = 0; i < x.size(); ++i) {
        drawn.positions.push_back(static_cast<float>(x.data()[i]));
    }
    drawn.triangles = character.skin->geometry->triangles;
    drawn.vertex_count = static_cast<int>(x.rows());
    drawn.bone_count = 1;
    drawn.rig_weights.assign(static_cast<std::size_t>(x.rows()), 1.0F);
    for (const SkinVertex& vertex : character.skin->geometry->vertices) {
        if (vertex.has_colour > 0.0F) {
            drawn.colours.insert(drawn.colours.end(), vertex.colour.begin(), vertex.colour.end());
        }
    }
    return drawn;
}

} // namespace limber::app
