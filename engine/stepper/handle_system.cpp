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

void prepare_handles(const Controls& controls, double share, Workspace& workspace) {
    HandleSystem& handles = workspace.handles;
    handles.count = static_cast<Index>(controls.handles.size());
    for (Index i = 0; i < handles.count; ++i) {
        const Handle& handle = controls.handles[static_cast<std::size_t>(i)];
        handles.stiffness(i) = share * handle.stiffness;
        handles.phi.col(i) = handle.point.phi;
        handles.D_phi.col(i) = workspace.D_inverse.col(0).cwiseProduct(handle.point.phi);
        for (Index j = 0; j <= i; ++j) {
            handles.L(i, j) = handles.phi.col(j).dot(handles.D_phi.col(i));
        }
        handles.L(i, i) += 1.0 / handles.stiffness(i);
    }
    cholesky_in_place(handles.L, handles.count);
}

double add_handle_springs(Workspace& workspace, Iterate& at) {
    const HandleSystem& handles = workspace.handles;
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

void solve_with_handles(Workspace& workspace, Coordinates& rows) {
    HandleSystem& handles = workspace.handles;
    rows.array() *= workspace.D_inverse.array();
    for (Index i = 0; i < handles.count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            handles.pull(i, axis) = handles.phi.col(i).dot(rows.col(axis));
        }
    }
    solve_with_cholesky(handles.L, handles.count, handles.pull);
    for (Index i = 0; i < handles.count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            rows.col(axis) -= handles.pull(i, axis) * handles.D_phi.col(i);
        }
    }
}

} // namespace limber
