// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/clusters/clusters.h"
#include "engine/contact/contact_points.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/material.h"
#include "engine/rig/momentum_leak.h"
#include "engine/rig/rig.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The short way in: from a mesh and a rig to everything that a step needs.
///
///     const Body body = build_body(mesh, rig).value();
///     Workspace workspace(body.model);
///     const Controls controls = rest_controls(body);
///     State state = rest_state(body.model, controls.P);
///     step(body.model, controls, state, workspace);
namespace limber {

struct BodyOptions {
    UniformMaterial material = {};
    std::optional<Material> material_of_tets = std::nullopt; // instead of the uniform one
    Index modes = 16;
    Index clusters = 100; // fewer if the mesh has fewer tets
    Index muscles = 0;    // vibration modes as muscles; 0: a passive body
    MomentumLeakOptions leak = {};
    double feature_exponent = ClusterOptions{}.feature_exponent;
    std::uint64_t seed = ClusterOptions{}.seed;
    Threads threads = {};
};

/// A body and its subspace (FCD algorithm 1). Constant once built; any number of states may be stepped with it, on any
/// number of threads, each with a Workspace of its own.
struct Body {
    TetMesh mesh;                      // n vertices, t tets [m]
    Rig rig;                           // b bones
    Material material;                 // t
    Vector mass;                       // n [kg]
    Vector leak;                       // n, momentum leak D
    SkinningModes modes;               // n x m
    Clusters clusters;                 //
    ReducedModel model;                // with the muscles, if there are any
    std::vector<std::string> warnings; // one sentence each
};

/// The rig at rest, gravity along -y, and the defaults of a step.
Controls rest_controls(const Body& body);

/// At most `count` contact points, spread over the surface.
std::shared_ptr<const ContactPoints> contact_points_of(const Body& body, Index count = 30);

/// A body on a rig: its secondary motion is complementary to the rig's. Fails with bad_input (a material, rig or option
/// that is out of range), with not_converged, and with cancelled.
Result<Body> build_body(const TetMesh& mesh, const Rig& rig, const BodyOptions& options = {},
                        Progress* progress = nullptr);

/// A free body, which no rig holds. Its modes include the rigid motions.
Result<Body> build_free_body(const TetMesh& mesh, const BodyOptions& options = {}, Progress* progress = nullptr);

} // namespace limber
