#pragma once

#include "engine/core/result.h"
#include "engine/model/reduced_model.h"

#include <vector>

/// Where a body can be touched: a few vertices of its surface, far from each other, so that contact costs the same on
/// any mesh (AALM section 3.3 and figure 12).
namespace limber {

struct ContactPoints {
    std::vector<int> vertices; // of the tet mesh
    Matrix phi;                // k x s    position = phi' Z + rig_rows' P, a column a point
    Matrix rig_rows;           // 4b x s

    Index count() const {
        return phi.cols();
    }
};

/// Farthest-point sampling: each next one is the candidate whose distance to those chosen before, times its density, is
/// largest; the first is the one farthest from the middle. `density` (one a candidate, >= 0) says where points lie
/// closer; where it is zero there is none; empty: the same everywhere. Among equals the first wins. Fewer than asked
/// for where there are no more.
std::vector<int> farthest_points(const Points& X, const std::vector<int>& candidates, Index count,
                                 const Vector& density = {});

ContactPoints contact_points(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                             const std::vector<int>& vertices);

} // namespace limber
