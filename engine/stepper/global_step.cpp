#include "engine/stepper/global_step.h"

#include <cmath>

namespace limber {
namespace {

// The lower Cholesky factor of the leading size x size block, in place. Plain loops: no allocation, and a
// handful of handles at most.
void cholesky_in_place(Matrix& A, Index size) {
    for (Index j = 0; j < size; ++j) {
        for (Index i = j; i < size; ++i) {
            double sum = A(i, j);
            for (Index l = 0; l < j; ++l) {
                sum -= A(i, l) * A(j, l);
            }
            A(i, j) = i == j ? std::sqrt(sum) : sum / A(j, j);
        }
    }
}

template <typename Rows>
void solve_with_cholesky(const Matrix& L, Index size, Rows& b) {
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

Index handle_count(const Controls& controls) {
    return static_cast<Index>(controls.handles.size());
}

} // namespace

void prepare_global_step(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    const double h = controls.time_step;
    const double inertia = controls.density_scale * (1.0 / (h * h) + controls.damping / h);
    workspace.inverse_diagonal = (controls.young_scale * model.stiffness.array() + inertia).inverse();
    for (Index i = 0; i < handle_count(controls); ++i) {
        const Handle& handle = controls.handles[static_cast<std::size_t>(i)];
        workspace.handle_phi.col(i) = handle.point.phi;
        workspace.handle_D.col(i) = workspace.inverse_diagonal.cwiseProduct(handle.point.phi);
        for (Index j = 0; j <= i; ++j) {
            workspace.handle_L(i, j) = workspace.handle_phi.col(j).dot(workspace.handle_D.col(i));
        }
        workspace.handle_L(i, i) += 1.0 / handle.stiffness;
    }
    cholesky_in_place(workspace.handle_L, handle_count(controls));
}

void solve_global_step(const Controls& controls, Workspace& workspace, AffineStack& rhs) {
    rhs.array().colwise() *= workspace.inverse_diagonal.array();
    for (Index i = 0; i < handle_count(controls); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            workspace.handle_pull(i, axis) = workspace.handle_phi.col(i).dot(rhs.col(axis));
        }
    }
    solve_with_cholesky(workspace.handle_L, handle_count(controls), workspace.handle_pull);
    for (Index i = 0; i < handle_count(controls); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            rhs.col(axis) -= workspace.handle_pull(i, axis) * workspace.handle_D.col(i);
        }
    }
}

} // namespace limber
