#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/linalg/types.h"
#include "engine/model/cluster_set.h"
#include "engine/stepper/kernel.h"
#include "engine/stepper/volume_system.h"

#include <array>
#include <vector>

namespace limber {

struct ReducedModel;

/// k x 3, row-major, one coordinate after the other, as the kernel reads them.
using Coordinates = Points;

/// A trial point of the descent and its objective.
struct Iterate {
    Coordinates Z;        // k x 3
    Coordinates gradient; // k x 3
    double objective = 0.0;
    double cluster_energy = 0.0; // the clusters' part of the objective
};

/// Scratch of the passes over the clusters, one in each arithmetic.
template <typename Real>
struct PassScratch {
    std::vector<LaneArray<Real>> rig_F;     // one a cluster set: block, entry, lane
    std::vector<LaneArray<Real>> rotations; // one a cluster set: block, entry, lane
    LaneArray<Real> Z;
    LaneArray<Real> pull;
    LaneArray<Real> pull_lanes;
    LaneArray<Real> active_S;     // S(a) of the muscles: block, coordinate, axis, lane
    LaneArray<Real> active_rig_F; // block, entry, lane
};

/// The L-BFGS history: the last moves and gradient changes.
struct DescentMemory {
    static constexpr int pairs_max = 8;
    static constexpr int capacity = pairs_max + 1; // one slot for the pair under test
    std::array<Coordinates, capacity> move;
    std::array<Coordinates, capacity> change;
    std::array<double, capacity> inverse_product{}; // 1 / <move, change>
    std::array<double, capacity> share{};
    int count = 0;
    int newest = 0;
};

/// (D + Phi' S Phi)^-1 by Woodbury, the same for every axis.
struct HandleSystem {
    Matrix phi;       // k x capacity
    Matrix D_phi;     // k x capacity   D^-1 phi
    Matrix L;         // capacity^2     Cholesky factor of S^-1 + Phi D^-1 Phi'
    Vector stiffness; // capacity [N/m]
    Coordinates pull; // capacity x 3
    Index count = 0;
};

/// The listed contacts in the coordinates of the step.
struct ContactScratch {
    ContactSystem system;
    Matrix phi;                  // k x capacity
    Matrix A_phi;                // k x capacity   A^-1 phi, A the constant part of the Hessian
    Points offset;               // capacity x 3 [m] position of each point at zero coordinates
    Coordinates columns_scratch; // k x 3
    double share = 1.0;
    double tolerance = 0.0; // [m]
    double depth = 0.0;     // [m] penetration of the deepest point at the end
    int left_out = 0;       // surfaces beyond a point's three nearest
    bool in_use = false;    // the step is solved with contact
};

/// Scratch of a step, sized once, so that a step never allocates. A step reads nothing that an earlier one wrote.
struct Workspace {
    /// Precondition: runs_here(instruction_set).
    explicit Workspace(const ReducedModel& model, Index handle_capacity = 64,
                       InstructionSet instruction_set = widest_instruction_set(), Index contact_points = 0);

    const Kernel* kernel;

    // The base of the integrator and the predicted motion.
    Coordinates Z_base; // k x 3   v = (Z - Z_base) / h_base
    Coordinates Zdot_base;
    AffineStack P_base; // 4b x 3
    AffineStack Pdot_base;
    AffineStack Pdot;        // 4b x 3   the rig's velocity in this step
    AffineStack P_deviation; // 4b x 3 deviation of the rig from its predicted motion
    AffineStack P_ahead;     // 4b x 3 P + beta Pdot, where elasticity is evaluated
    Coordinates P_rows;      // 4b x 3 the same in row-major order for the kernel
    AffineStack rig_force;   // k x 3 elastic force of the rig's pose
    AffineStack rig_inertia; // k x 3 inertial force of the rig's motion

    // The quadratic part of the objective, 1/2 <Z, D Z> - <Z, constant> and the handles.
    Coordinates D;         // k x 3, the same for every axis
    Coordinates D_inverse; // k x 3
    Coordinates constant;  // k x 3
    HandleSystem handles;
    VolumeSystem volume;
    ContactScratch contact;

    PassScratch<float> single;
    PassScratch<double> exact;
    LaneArray<double> active_GKJ; // of the muscles: block, row of P, axis, lane

    Iterate now;
    Iterate trial;
    Coordinates direction;
    DescentMemory memory;

    Coordinates Z_next; // k x 3   at the end of the step
    Coordinates Zdot_next;

    Index handle_capacity() const {
        return handles.L.rows();
    }
};

} // namespace limber
