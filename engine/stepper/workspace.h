#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/linalg/types.h"
#include "engine/model/cluster_set.h"
#include "engine/stepper/kernel.h"

#include <array>
#include <vector>

namespace limber {

struct ReducedModel;

/// k x 3, row-major: coordinate by coordinate as the kernel reads them.
using Coordinates = Points;

/// A place that a step considers, and what its objective says there.
struct Iterate {
    Coordinates Z;        // k x 3
    Coordinates gradient; // k x 3
    double objective = 0.0;
    double cluster_energy = 0.0; // the part of it that the clusters bring
};

/// What the passes over the clusters scribble in, once in each arithmetic.
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

/// The last few moves and what they did to the gradient.
struct DescentMemory {
    static constexpr int pairs_max = 8;
    static constexpr int capacity = pairs_max + 1; // one to try the next pair in
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

/// The volume term and the handles as one low-rank change of the diagonal, for the direction of a move.
struct VolumeSystem {
    std::size_t unknowns = 0;   // 3k
    std::vector<float> scale;   // 3k, filled up: D^-1
    LaneArray<float> V;         // 3k, filled up, x columns
    LaneArray<float> weight;    // columns
    LaneArray<float> triangle;  // width^2
    LaneArray<float> column;    // columns
    LaneArray<float> row;       // 3k, filled up
    LaneArray<float> rotations; // block, entry, lane: of the clusters when V was written
    Columns columns;
    bool in_use = false;

    /// Factored over the unknowns; else over the columns.
    bool is_whole() const {
        return columns.rows < columns.stride;
    }
};

/// What the body touches, in the coordinates of the step.
struct ContactScratch {
    ContactSystem system;
    Matrix phi;        // k x capacity
    Matrix A_phi;      // k x capacity   A^-1 phi, A the constant part of the Hessian
    Points offset;     // capacity x 3 [m] where a point is at the coordinate zero
    Coordinates three; // k x 3
    double share = 1.0;
    double tolerance = 0.0; // [m]
    double depth = 0.0;     // [m] how far the worst point is inside at the end
    int left_out = 0;       // surfaces beyond a point's three nearest
    bool in_use = false;    // the step is one in contact
};

/// Scratch of a step, sized once, so that a step never allocates. Holds nothing that a later step reads.
struct Workspace {
    /// The instruction set must run here.
    explicit Workspace(const ReducedModel& model, Index handle_capacity = 64,
                       InstructionSet instruction_set = widest_instruction_set(), Index contact_points = 0);

    const Kernel* kernel;

    // What a step starts from, and where it heads.
    Coordinates Z_base; // k x 3   v = (Z - Z_base) / h_base
    Coordinates Zdot_base;
    AffineStack P_base; // 4b x 3
    AffineStack Pdot_base;
    AffineStack Pdot;        // 4b x 3   the rig's velocity in this step
    AffineStack P_drift;     // 4b x 3   where the rig leaves the course it was on
    AffineStack P_ahead;     // 4b x 3   P + beta Pdot, where elasticity is asked
    Coordinates P_rows;      // 4b x 3   the same, as the kernel reads it
    AffineStack rig_pull;    // k x 3   how the rig's pose bends the body
    AffineStack rig_inertia; // k x 3   how its motion shakes it

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
