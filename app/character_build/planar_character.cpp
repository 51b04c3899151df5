// SPDX-License-Identifier: MIT
#include "app/character_build/planar_character.h"

#include "engine/body/planar_body.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/slab.h"
#include "engine/mesh/surface_file.h"
#include "engine/model/planar_model.h"

#include <sstream>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

Error not_flat(const Points& X, const std::filesystem::path& file) {
    std::ostringstream text;
    text << "is not flat: its vertices lie between z = " << X.col(2).minCoeff() << " and z = " << X.col(2).maxCoeff()
         << ", and a body in its plane needs one z; turn it into the x-y plane with --rotate, or leave out "
            "--plane-depth";
    return {ErrorKind::bad_input, text.str(), file.string()};
}

} // namespace

Error refusal_of_planar_body(const CharacterDescription& scene) {
    return {ErrorKind::bad_input,
            "moves in its plane alone: its subspace is that of its vertices, and has no other kinds, loads and full "
            "space beside it",
            scene.mesh.string()};
}

Result<Repaired<TetMesh>> read_planar_mesh(const Character& character) {
    const CharacterDescription& scene = character.description;
    auto read = read_surface(scene.mesh);
    if (!read) {
        return read.error();
    }
    auto [surface, warnings] = std::move(read).value();
    std::erase_if(warnings, &is_about_edges); // a flat mesh has them
    const Points turned = surface.V * rotation_of(scene.turn).transpose();
    if (!is_flat(turned)) {
        return not_flat(turned, scene.mesh);
    }
    auto tets = slab_tets(turned, surface.F);
    if (!tets) {
        Error error = tets.error();
        error.where = scene.mesh.string() + ": " + error.where;
        return error;
    }
    return Repaired<TetMesh>{{slab_positions(surface.V, 0.0), std::move(tets).value()}, std::move(warnings)};
}

void give_depth(Character& character) {
    const CharacterDescription& scene = character.description;
    const Vec3 normal = rotation_of(scene.turn).transpose() * Vec3::UnitZ();
    Points V = character.file_positions.topRows(character.file_positions.rows() / 2);
    const Vector heights = V * normal;
    V -= (heights.array() - heights.mean()).matrix() * normal.transpose();
    character.file_positions = slab_positions(V, scene.plane_depth / scene.metres_per_unit, normal);
    character.mesh.X = character.file_positions;
}

Result<SkinningModes> planar_modes_of(const Character& character, Progress* progress) {
    return planar_modes(character.mesh, character.material, character.mass, planar_columns_max, progress);
}

Result<ReducedModel> planar_model_of(const Character& character, const Material& material) {
    return planar_model(character.mesh, material, character.mass, character.rig, character.modes->W,
                        character.clusters);
}

} // namespace limber::app
