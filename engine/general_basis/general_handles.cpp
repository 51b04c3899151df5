// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_handles.h"

#include "engine/core/contract.h"

#include <cmath>

namespace limber {
namespace {

// The lower Cholesky factor of the leading block, in place and column by column. A pivot that round-off cancels (two
// very stiff springs on one point) becomes huge, so that the other spring carries the whole force.
void factor_in_place(Matrix& A, Index size) {
    for (Index j = 0; j < size; ++j) {
        auto column = A.col(j).segment(j, size - j);
        for (Index l = 0; l < j; ++l) {
            column -= A(j, l) * A.col(l).segment(j, size - j);
        }
        const double pivot = std::sqrt(column(0) > 0.0 ? column(0) : 1e200);
        column /= pivot;
        A(j, j) = pivot;
    }
}

void solve_with_factor(const Matrix& L, Index size, Vector& b) {
    for (Index i = 0; i < size; ++i) {
        b(i) /= L(i, i);
        b.segment(i + 1, size - i - 1) -= b(i) * L.col(i).segment(i + 1, size - i - 1);
    }
    for (Index i = size - 1; i >= 0; --i) {
        b(i) -= L.col(i).segment(i + 1, size - i - 1).dot(b.segment(i + 1, size - i - 1));
        b(i) /= L(i, i);
    }
}

} // namespace

void set_general_handles(const std::vector<Handle>& from, Index coordinates, std::vector<GeneralHandle>& handles) {
    handles.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Handle& handle = from[i];
        EXPECTS(handle.point.phi.size() == 3 * coordinates);
        handles[i].rows = Eigen::Map<const Matrix>(handle.point.phi.data(), coordinates, 3).transpose();
        handles[i].rig_row = handle.point.rig_row;
        handles[i].stiffness = handle.stiffness;
        handles[i].target = handle.target;
    }
}

GeneralHandleSystem general_handle_system(Index coordinates, Index capacity) {
    return {Matrix(coordinates, 3 * capacity), Vector(3 * capacity), 0};
}

GeneralMetric general_metric(Index coordinates, Index capacity) {
    return {Vector(coordinates), Matrix(coordinates, 3 * capacity), Matrix(3 * capacity, 3 * capacity),
            Vector(3 * capacity)};
}

void set_handles(const std::vector<GeneralHandle>& handles, const std::vector<Spring>& springs, double share,
                 GeneralHandleSystem& system) {
    system.columns = 0;
    for (const GeneralHandle& handle : handles) {
        for (Index axis = 0; axis < 3; ++axis, ++system.columns) {
            system.phi.col(system.columns) = handle.rows.row(axis).transpose();
            system.stiffness(system.columns) = share * handle.stiffness;
        }
    }
    const Index k = system.phi.rows();
    for (const Spring& spring : springs) {
        for (Index axis = 0; axis < 3; ++axis, ++system.columns) {
            system.phi.col(system.columns) = spring.span.phi.segment(axis * k, k);
            system.stiffness(system.columns) = share * spring.stiffness;
        }
    }
}

void factor_handles(const GeneralHandleSystem& system, GeneralMetric& metric) {
    for (Index i = 0; i < system.columns; ++i) {
        metric.D_phi.col(i) = metric.D_inverse.cwiseProduct(system.phi.col(i));
        for (Index j = 0; j <= i; ++j) {
            metric.L(i, j) = system.phi.col(j).dot(metric.D_phi.col(i));
        }
        metric.L(i, i) += 1.0 / system.stiffness(i);
    }
    factor_in_place(metric.L, system.columns);
}

double add_handle_springs(const GeneralHandleSystem& system, Iterate& at) {
    const Eigen::Map<const Vector> z(at.Z.data(), at.Z.size());
    Eigen::Map<Vector> gradient(at.gradient.data(), at.gradient.size());
    double energy = 0.0;
    for (Index i = 0; i < system.columns; ++i) {
        const double offset = system.phi.col(i).dot(z);
        energy += 0.5 * system.stiffness(i) * offset * offset;
        gradient += system.stiffness(i) * offset * system.phi.col(i);
    }
    return energy;
}

void solve_with_handles(const GeneralHandleSystem& system, GeneralMetric& metric, Eigen::Ref<Vector> z) {
    z.array() *= metric.D_inverse.array();
    for (Index i = 0; i < system.columns; ++i) {
        metric.pull(i) = system.phi.col(i).dot(z);
    }
    solve_with_factor(metric.L, system.columns, metric.pull);
    for (Index i = 0; i < system.columns; ++i) {
        z -= metric.pull(i) * metric.D_phi.col(i);
    }
}

} // namespace limber
