// SPDX-License-Identifier: MIT
#include "app/character_build/character_keys.h"

#include "engine/body/linear_subspace.h"
#include "engine/model/serialization.h"

namespace limber::app {
namespace {

Fingerprinter key_of(std::string_view kind) {
    return fingerprinter_of_this_build().add(kind);
}

std::uint64_t number(Index count) {
    return static_cast<std::uint64_t>(count);
}

// Of weights that no eigenproblem gives. The model also depends on the rig, the leak and the pins, which change no
// weights.
Fingerprint given_weights_key(const Character& character) {
    return key_of("given weights")
        .add(problem_key(character))
        .add(fingerprint(character.modes->W))
        .add(fingerprint(Matrix(character.modes->lambda)))
        .digest();
}

} // namespace

Fingerprint tets_key(const SurfaceMesh& surface, Index target_vertices, const std::vector<std::string>& names) {
    Fingerprinter key = key_of("tets").add(fingerprint(surface)).add(number(target_vertices));
    for (const std::string& name : names) {
        key.add(name);
    }
    return key.digest();
}

Fingerprint field_key(const SurfaceMesh& surface, const Matrix& values, const TetMesh& mesh, SurfaceFit fit) {
    return key_of("field")
        .add(fingerprint(surface))
        .add(fingerprint(values))
        .add(fingerprint(mesh))
        .add(static_cast<std::uint64_t>(fit))
        .digest();
}

Fingerprint leak_key(const Character& character) {
    const LeakDescription& leak = character.description.leak;
    Fingerprinter key = key_of("leak").add(fingerprint(character.mesh)).add(leak.depth).add(leak.amount);
    for (const std::uint8_t level : leak.painted.levels()) {
        key.add(std::uint64_t{level});
    }
    return key.digest();
}

Fingerprint problem_key(const Character& character) {
    return key_of("mode problem")
        .add(fingerprint(character.mesh))
        .add(fingerprint(character.material))
        .add(fingerprint(character.rig.W))
        .add(fingerprint(displacements_of(character.rig.targets, character.vertex_count())))
        .add(fingerprint(character.leak))
        .add(number(character.is_held))
        .add(fingerprint(character.pinned))
        .add(number(static_cast<std::int64_t>(character.subspace)))
        .digest();
}

Fingerprint modes_key(const Character& character, Index count) {
    return key_of("modes").add(problem_key(character)).add(number(count)).digest();
}

Fingerprint handles_key(const TetMesh& mesh, Index count) {
    return key_of("handles").add(fingerprint(mesh)).add(number(count)).digest();
}

Fingerprint basis_key(const Character& character, const Material& material) {
    return key_of("basis")
        .add(problem_key(character))
        .add(fingerprint(material))
        .add(number(character.description.modes))
        .digest();
}

Fingerprint clusters_key(const Character& character) {
    const CharacterDescription& scene = character.description;
    const bool are_given = scene.subspace == SubspaceKind::force_dual_skinning ||
                           (scene.subspace == SubspaceKind::weights && !scene.subspace_file.empty()) ||
                           has_painted_weights(scene);
    return key_of("clusters")
        .add(are_given ? given_weights_key(character) : modes_key(character, scene.modes))
        .add(number(scene.clusters))
        .add(scene.feature_exponent)
        .add(scene.seed)
        .digest();
}

Fingerprint model_key(const Character& character, const Material& material) {
    return key_of("model").add(clusters_key(character)).add(fingerprint(material)).digest();
}

Fingerprint cubature_key(const Character& character, const Material& material, const NewtonDescription& newton) {
    const LoadDistribution loads = character.loads ? *character.loads : loads_everywhere(character.mass);
    return key_of("cubature")
        .add(fingerprint(character.mesh))
        .add(fingerprint(material))
        .add(fingerprint(character.linear->model.B))
        .add(fingerprint(character.linear->model.J))
        .add(fingerprint(loads.blocks))
        .add(fingerprint(loads.patterns))
        .add(fingerprint(Matrix(loads.mean)))
        .add(number(character.is_held))
        .add(number(static_cast<Index>(newton.energy)))
        .add(number(newton.points))
        .add(newton.training_error)
        .digest();
}

Fingerprint pockets_key(const CubaturePressure& pressure) {
    Fingerprinter key = key_of("pockets").add(fingerprint(pressure.B)).add(fingerprint(pressure.J));
    for (const InflatedPocket& one : pressure.pockets) {
        key.add(fingerprint(Matrix(one.pocket.surface.cast<double>())));
    }
    return key.digest();
}

Fingerprint muscle_modes_key(const Character& character, const Material& material, const Vector& region, Index count) {
    return key_of("muscles")
        .add(fingerprint(character.mesh))
        .add(fingerprint(material))
        .add(fingerprint(region))
        .add(number(count))
        .digest();
}

} // namespace limber::app
