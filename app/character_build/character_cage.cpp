// SPDX-License-Identifier: MIT
#include "app/character_build/character_cage.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/mesh_cage.h"
#include "engine/actuation/planar_shapes.h"
#include "engine/actuation/skinning_shapes.h"
#include "engine/linalg/rigid_alignment.h"
#include "engine/mesh/surface_file.h"

#include <string>
#include <utility>

namespace limber::app {
namespace {

Matrix weights_in_boxes(const Character& character) {
    const Points& X = character.mesh.X;
    const Index cells = character.description.muscles.cage_cells;
    return box_cage(character.mesh, character.model.is_planar ? square_cells(X, cells) : cubic_cells(X, cells)).weights;
}

Points in_metres_of_scene(const CharacterDescription& scene, const Points& in_file) {
    return scene.metres_per_unit * in_file * rotation_of(scene.turn).transpose();
}

// The cage of a file, which has the unit and the axes of the character's file, around the body at rest.
Result<SurfaceMesh> cage_in_file(const Character& character) {
    const CharacterDescription& scene = character.description;
    const std::filesystem::path& file = scene.muscles.cage_file;
    if (!is_surface_file(file)) {
        return Error{ErrorKind::bad_input, "is no surface that can be a cage: .obj, .stl or .ply", file.string()};
    }
    auto read = read_surface(file);
    if (!read) {
        return read.error();
    }
    SurfaceMesh cage = std::move(read).value().value;
    // Of many vertices the coordinates and shapes would take long, and more memory than there is.
    if (auto fault = fault_in_muscle_count(3 * cage.V.rows() - 6, fewer_of_cage, "muscles.cage")) {
        return *fault;
    }
    const Points body = in_metres_of_scene(scene, character.file_positions);
    const Affine placement = rigid_alignment(body, character.mesh.X, character.mass);
    cage.V = (in_metres_of_scene(scene, cage.V) * placement.leftCols<3>().transpose()).rowwise() +
             placement.col(3).transpose();
    return cage;
}

} // namespace

Result<Matrix> cage_weights(const Character& character) {
    const std::filesystem::path& file = character.description.muscles.cage_file;
    if (file.empty()) {
        return weights_in_boxes(character);
    }
    const auto cage = cage_in_file(character);
    if (!cage) {
        return cage.error();
    }
    auto weights = harmonic_coordinates(cage.value(), character.mesh.X);
    return weights ? std::move(weights)
                   : Result<Matrix>(Error{weights.error().kind, weights.error().message, file.string()});
}

Result<Matrix> skinning_maps(const Character& character) {
    const Matrix& W = character.modes->W;
    const Index count = character.description.muscles.skinning_modes;
    if (count > W.cols()) {
        return Error{ErrorKind::bad_input,
                     "must be at most " + std::to_string(W.cols()) +
                         ", the modes of the subspace: choose fewer, or more modes of the subspace",
                     "muscles.skinning_modes"};
    }
    const Matrix maps = skinning_shapes(character.mesh.X, W.leftCols(count));
    return character.model.is_planar ? in_plane(maps) : maps;
}

} // namespace limber::app
