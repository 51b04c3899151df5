// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/general_basis/general_model.h"
#include "engine/loads/load_distribution.h"
#include "engine/operators/elastic_energy.h"

#include <cstdint>
#include <vector>

/// Poses in which a cubature is trained, from the subspace's own distribution: its static responses to the forces that
/// the body will meet,
///
///     z = H^+ B'f,   f ~ N(mu, Sigma)            H   k x k  B'KB, K the elastic Hessian at rest
///
/// so that for force-dual modes the coordinates have the variances of the modes [Force-Dual Modes, section 4], and for
/// equal forces on equal masses those of the vibration modes, 1 / lambda^2. Each is scaled to a strain of its own and
/// turned as a whole.
namespace limber {

/// A body in a subspace, with an energy for each tet. The members outlive it.
struct ElasticBody {
    const TetMesh& mesh;
    const Material& material;
    const GeneralModel& model;
    ElasticEnergy energy = ElasticEnergy::stable_neo_hookean;
};

struct BodyPose {
    AffineStack Z; // k/3 x 3
    AffineStack P; // 4b x 3, of the rig
};

/// How a body can be posed, and what poses it.
struct PoseSource {
    AffineStack P;          // 4b x 3 the rig at rest
    bool is_held = true;    // turned by its rig; otherwise by its coordinates, as far as they can
    LoadDistribution loads; // the forces f
};

struct PoseSampling {
    Index count = 40;
    /// The largest root of the mean square of |grad u| over the body, weighted by stiffness, of a pose; those of the
    /// samples are uniform in (0, strain].
    double strain = 0.3;
    std::uint64_t seed = 1;
};

/// The same poses for the same seed; those of a turned body are turned, because forces and turns are drawn along axes
/// of the mesh. Fails with bad_input when the loads belong to another mesh or strain nothing, and with cancelled.
Result<std::vector<BodyPose>> sampled_poses(const ElasticBody& body, const PoseSource& source,
                                            const PoseSampling& sampling, Progress* progress = nullptr);

} // namespace limber
