// SPDX-License-Identifier: MIT
#include "engine/full_space/inverted_tets.h"

#include "engine/core/contract.h"
#include "engine/full_space/tet_energy.h"

#include <Eigen/LU>

namespace limber {

Index inverted_tet_count(const FullSpaceModel& model, const Points& x) {
    EXPECTS(x.rows() == model.vertex_count());
    Index count = 0;
    for (std::size_t tet = 0; tet < model.gradients.size(); ++tet) {
        count += deformation_gradient(model, x, tet).determinant() > 0.0 ? 0 : 1;
    }
    return count;
}

} // namespace limber
