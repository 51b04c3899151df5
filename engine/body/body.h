// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/clusters/clusters.h"
#include "engine/loads/load_distribution.h"
#include "engine/mesh/curve_mesh.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/material.h"
#include "engine/rig/momentum_leak.h"
#include "engine/rig/rig.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "engine/subspace/subspace_kind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limber {

struct CubatureModel;
struct LinearSubspace;

struct BodyOptions {
    UniformMaterial material = {};
    std::optional<Material> material_of_tets = std::nullopt; // instead of the uniform one
    SubspaceKind subspace = SubspaceKind::skinning;
    Index modes = 16;
    /// n x m weights for `weights`, instead of those of handles; empty: `modes` handles.
    Matrix weights = {};
    std::vector<Points> motion = {}; // for `pod`, n x 3 a frame
    std::shared_ptr<const LoadDistribution> loads = {};
    Index clusters = 100; // fewer if the mesh has fewer tets
    Index muscles = 0;    // vibration modes as muscles; 0: a passive body
    MomentumLeakOptions leak = {};
    double feature_exponent = ClusterOptions{}.feature_exponent;
    std::uint64_t seed = ClusterOptions{}.seed;
    Threads threads = {};
};

/// What a rod or a shell (thin_body.h) has in place of tets.
struct ThinShape {
    double radius = 0.0; // [m] of a rod; of a shell half of its thickness
    Edges edges;         // e x 2, of a rod
    Triangles triangles; // f x 3, of a shell
};

/// A body and its subspace (FCD algorithm 1). Constant once built; any number of states may be stepped with it, on any
/// number of threads, each with a Workspace of its own.
struct Body {
    TetMesh mesh;        // n vertices, t tets [m]; no tets where it is thin
    Rig rig;             // b bones
    Material material;   // t
    Vector mass;         // n [kg]
    Vector leak;         // n, momentum leak D
    bool is_held = true; // by the rig: the secondary motion is complementary to the rig's
    Vector pinned;       // n, in [0, 1]: where the body stays with its rig (skinning_modes.h); empty: nowhere
    SubspaceKind subspace = SubspaceKind::skinning;
    /// That the body will meet; null: equal forces on equal masses. For kinds that depend on them.
    std::shared_ptr<const LoadDistribution> loads;
    Vector variances; // of the columns of such a kind, falling (force_dual_modes.h)
    /// W n x m; shared, because bodies with other clusters have the same. In a linear subspace only for the clusters.
    std::shared_ptr<const SkinningModes> modes;
    Clusters clusters;
    ReducedModel model; // with the muscles, if there are any; empty in a linear subspace, which has its own
    /// Null: a skinning subspace.
    std::shared_ptr<const LinearSubspace> linear;
    /// Of a step by Newton's method on cubature points (newton_body.h) in the linear subspace; null: local-global
    /// iterations on the clusters.
    std::shared_ptr<const CubatureModel> cubature;
    /// Null: a solid.
    std::shared_ptr<const ThinShape> thin;
    std::vector<std::string> warnings; // one sentence each

    Index vertex_count() const {
        return mesh.vertex_count();
    }
    int bone_count() const {
        return rig.skeleton.bone_count();
    }
};

/// The rig at rest, gravity along -y, and the defaults of a step.
Controls rest_controls(const Body& body);

} // namespace limber
