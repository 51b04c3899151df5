// SPDX-License-Identifier: MIT
#include "engine/stepper/handle_system.h"

#include <cmath>

namespace limber {
namespace {

// The lower Cholesky factor of the leading size x size block, in place. Plain loops, because they do not allocate and
// there are few handles. A pivot that round-off cancels (two very stiff springs on one point) becomes huge, so that the
// other spring carries the whole force.
void cholesky_in_place(Matrix& A, Index size) {
    for (Index j = 0; j < size; ++j) {
        for (Index i = j; i < size; ++i) {
            double sum = A(i, j);
            for (Index l = 0; l < j; ++l) {
                sum -= A(i, l) * A(j, l);
            }
            A(i, j) = i == j ? std::sqrt(sum > 0.0 ? sum : 1e200) : sum / A(j, j);
        }
    }
}

void solve_with_cholesky(const Matrix& L, Index size, Coordinates& b) {
    for (Index i = 0; i < size; ++i) {
        for (Index l = 0; l < i; ++l) {
            b.row(i) -= L(i, l) * b.row(l);
        }
        b.row(i) /= L(i, i);
    }
    for (Index i = size - 1; i >= 0; --i) {
        for (Index l = i + 1; l < size; ++l) {
            b.row(i) -= L(l, i) * b.row(l);
        }
        b.row(i) /= L(i, i);
    }
}

} // namespace

HandleSystem handle_system(Index coordinates, Index capacity) {
    return {Matrix(coordinates, capacity), Vector(capacity), 0};
}

ConstantMetric constant_metric(Index coordinates, Index capacity) {
    return {Coordinates(coordinates, 3), Matrix(coordinates, capacity), Matrix(capacity, capacity),
            Coordinates(capacity, 3)};
}

void set_handles(const Controls& controls, double unknown_weight, HandleSystem& handles) {
    handles.count = 0;
    const auto add = [&](const BodyPoint& point, double stiffness) {
        handles.stiffness(handles.count) = unknown_weight * stiffness;
        handles.phi.col(handles.count) = point.phi;
        ++handles.count;
    };
    for (const Handle& handle : controls.handles) {
        add(handle.point, handle.stiffness);
    }
    for (const Spring& spring : controls.springs) {
        add(spring.span, spring.stiffness);
    }
}

void factor_handles(const HandleSystem& handles, ConstantMetric& metric) {
    for (Index i = 0; i < handles.count; ++i) {
        metric.D_phi.col(i) = metric.D_inverse.col(0).cwiseProduct(handles.phi.col(i));
        for (Index j = 0; j <= i; ++j) {
            metric.L(i, j) = handles.phi.col(j).dot(metric.D_phi.col(i));
        }
        metric.L(i, i) += 1.0 / handles.stiffness(i);
    }
    cholesky_in_place(metric.L, handles.count);
}

double add_handle_springs(const HandleSystem& handles, Iterate& at) {
    double energy = 0.0;
    for (Index i = 0; i < handles.count; ++i) {
        const auto phi = handles.phi.col(i);
        for (Index axis = 0; axis < 3; ++axis) {
            const double offset = phi.dot(at.Z.col(axis));
            energy += 0.5 * handles.stiffness(i) * offset * offset;
            at.gradient.col(axis) += handles.stiffness(i) * offset * phi;
        }
    }
    return energy;
}

void solve_with_handles(const HandleSystem& handles, ConstantMetric& metric, Coordinates& rows) {
    rows.array() *= metric.D_inverse.array();
    for (Index i = 0; i < handles.count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            metric.pull(i, axis) = handles.phi.col(i).dot(rows.col(axis));
        }
    }
    solve_with_cholesky(metric.L, handles.count, metric.pull);
    for (Index i = 0; i < handles.count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            rows.col(axis) -= metric.pull(i, axis) * metric.D_phi.col(i);
        }
    }
}

} // namespace limber
