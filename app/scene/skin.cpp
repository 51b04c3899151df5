#include "app/scene/skin.h"

#include "app/scene/drawables.h"
#include "app/scene/subspace_transfer.h"

#include <algorithm>

namespace limber::app {
namespace {

Triangles over_boundary_vertices(const Character& character) {
    const auto& vertices = character.boundary_vertices;
    return character.boundary.unaryExpr(
        [&](int vertex) { return static_cast<int>(std::ranges::lower_bound(vertices, vertex) - vertices.begin()); });
}

// In every pose, whatever paints them.
bool look_alike(const Character& one, const Character& other) {
    return one.modes == other.modes && one.colour_labels == other.colour_labels &&
           one.description.look.palette == other.description.look.palette && same_body(one, other);
}

} // namespace

std::shared_ptr<const Skin> skin_of(const Character& character, const Character* previous) {
    Skin skin;
    if (previous && previous->skin && look_alike(*previous, character)) {
        skin.geometry = previous->skin->geometry;
        skin.triangles = previous->skin->triangles;
    } else {
        skin.geometry = std::make_shared<const SkinGeometry>(skin_geometry(drawn_mesh(character)));
        skin.triangles = over_boundary_vertices(character);
    }
    skin.cluster_labels = cluster_labels(character);
    skin.outline = SkinOutline(character, up_of(character.description));
    return std::make_shared<const Skin>(std::move(skin));
}

} // namespace limber::app
