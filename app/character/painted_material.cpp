// SPDX-License-Identifier: MIT
#include "app/character/painted_material.h"

#include <cmath>

namespace limber::app {
namespace {

// The mean over the corners of each tet.
Vector of_tets(const Vector& w, const Tets& T) {
    Vector mean = Vector::Zero(T.rows());
    for (Index corner = 0; corner < 4; ++corner) {
        mean += 0.25 * w(T.col(corner));
    }
    return mean;
}

} // namespace

Result<Done> apply_painted_parts(Character& character) {
    const TetMesh& mesh = character.mesh;
    for (const MaterialPart& part : character.description.material.parts) {
        if (!part.painted.is_there()) {
            continue;
        }
        const std::string what = "the part \"" + part.name + "\" of the material";
        if (auto fit = fits(part.painted, what, "material.parts", character.boundary_vertices.size()); !fit) {
            return fit;
        }
        const Vector w =
            of_tets(paint_weights(part.painted, mesh.T, character.boundary_vertices, mesh.vertex_count()), mesh.T);
        character.material.young.array() *= (std::log(part.young_factor) * w.array()).exp();
        character.material.density.array() *= (std::log(part.density_factor) * w.array()).exp();
    }
    return Done{};
}

} // namespace limber::app
