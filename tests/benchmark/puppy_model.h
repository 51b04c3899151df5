// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/rig/rig_file.h"
#include "engine/stepper/state.h"
#include "engine/subspace/skinning_modes.h"

#include <filesystem>

/// A model on the modes of a real body, beside the synthetic ones.
namespace limber {

/// The label of every benchmark with such a model.
inline constexpr const char* on_modes_of_the_puppy = "modes of the puppy";

struct PuppyModel {
    TetMesh mesh;
    Rig rig;
    SkinningModes modes;
    ReducedModel model;
};

/// The puppy with its own rig of 15 bones and a uniform material of 600 Pa.
inline PuppyModel puppy_model(Index mode_count, Index cluster_count, double poisson = 0.0) {
    const std::filesystem::path assets = std::filesystem::path(LIMBER_SOURCE_DIR) / "assets";
    PuppyModel puppy;
    puppy.mesh = read_tet_mesh(assets / "meshes" / "puppy.msh").value().value;
    puppy.rig = read_rig(assets / "rigs" / "puppy.json", puppy.mesh).value().value;
    const TetMesh& mesh = puppy.mesh;
    const Material material = uniform_material({600.0, poisson, 1000.0}, mesh.tet_count());
    const Matrix C = complementarity_columns(mesh.X, lumped_mass(mesh, material.density), momentum_leak(mesh, {}).value,
                                             puppy.rig.W);
    puppy.modes = skinning_modes(mesh, material, C, {.count = mode_count}).value();
    const Clusters clusters = clusters_of(mesh, puppy.modes.W, puppy.modes.lambda, {.count = cluster_count}).value();
    puppy.model = reduced_model(mesh, material, puppy.rig, puppy.modes.W, clusters).value();
    return puppy;
}

inline Controls rest_controls_of(const PuppyModel& puppy) {
    Controls controls;
    controls.P = skinning_maps(puppy.rig.skeleton, rest_pose(puppy.rig.skeleton));
    return controls;
}

} // namespace limber
