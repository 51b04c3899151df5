// SPDX-License-Identifier: MIT
#include "app/character_build/painted_material.h"

#include <cmath>

namespace limber::app {
namespace {

constexpr double all_pinned = 0.99; // the least of the pins, from which nothing moves

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

Result<Done> pin(Character& character) {
    const PaintedRegion& pins = character.description.pins;
    character.pinned = Vector();
    if (pins.is_blank()) {
        return Done{};
    }
    if (auto fit = fits(pins, "what is pinned", "pins", character.boundary_vertices.size()); !fit) {
        return fit;
    }
    character.pinned =
        paint_weights(pins, character.mesh.T, character.boundary_vertices, character.vertex_count()).cwiseMin(1.0);
    if (character.pinned.minCoeff() > all_pinned) {
        return Error{ErrorKind::bad_input, "all of the body is pinned, so that nothing could move: erase some of it",
                     "pins"};
    }
    return Done{};
}

Result<Vector> painted_leak(const Character& character) {
    const PaintedRegion& painted = character.description.leak.painted;
    if (painted.is_blank()) {
        return Vector();
    }
    if (auto fit = fits(painted, "where momentum leaks", "leak.painted", character.boundary_vertices.size()); !fit) {
        return fit.error();
    }
    const Vector w =
        paint_weights(painted, character.mesh.T, character.boundary_vertices, character.vertex_count()).cwiseMin(1.0);
    return Vector(1.0 - w.array());
}

} // namespace limber::app
