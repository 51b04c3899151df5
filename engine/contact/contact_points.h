// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/model/reduced_model.h"

#include <optional>
#include <vector>

/// Contact points: a few surface vertices, far from each other, so that contact costs the same on any mesh (AALM
/// section 3.3 and figure 12).
namespace limber {

/// Where points are in one step whose positions are no linear function of the coordinates. At its end they are
/// phi' Z + end, which is linearised.
struct PointsOfStep {
    Points start;    // s x 3 [m] at the start of the step
    Points velocity; // s x 3 [m/s] there, less phi' Zdot
    Points end;      // s x 3 [m]
};

struct ContactPoints {
    std::vector<int> vertices; // of the tet mesh
    Matrix phi;                // k x s position = phi' Z + rig_rows' P, one column a point
    Matrix rig_rows;           // 4b x s
    /// 3k x s rotation vectors [rad] of bodies with modal warping, as phi (engine/body/warped_contact.h); otherwise
    /// empty.
    Matrix turn_rows = {};
    std::optional<PointsOfStep> of_step = {}; // instead of the rig

    Index count() const {
        return phi.cols();
    }
};

/// Farthest-point sampling: each next point is the candidate with the largest distance to those chosen before, times
/// its density; the first is the one farthest from the middle. `density` (one a candidate, >= 0) is larger where points
/// should be denser and zero where there should be none; empty: uniform. Ties go to the first candidate. Returns fewer
/// points than asked for if there are not enough candidates.
std::vector<int> farthest_points(const Points& X, const std::vector<int>& candidates, Index count,
                                 const Vector& density = {});

/// Farthest points of a body, or of each of its pieces that share no vertex: a piece has points in proportion to its
/// candidates, but at least six where `count` suffices, because a piece with one or two would hang from them below the
/// ground. Arguments and result as for farthest_points.
std::vector<int> contact_vertices(const TetMesh& mesh, const std::vector<int>& candidates, Index count,
                                  const Vector& density = {});

ContactPoints contact_points(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                             const std::vector<int>& vertices);

} // namespace limber
