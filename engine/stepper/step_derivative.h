// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/workspace.h"

#include <vector>

/// The derivative of a step's result by the muscles' activation: how Z at the end of the step answers when the rest
/// shape changes. A controller that looks one step ahead needs it [Coros et al. 2012, Deformable Objects Alive!,
/// section 5, equation 15], with the step's own laws in place of the paper's springs.
///
/// At the end of a step the unknown Z^ (objective.h) is a root of grad(Z^, a) - sum_i phi_i f_i' = 0, f_i the contact
/// forces. With z = vec(Z^), the columns of Z^ one below the other,
///
///     H dz/da = -E + sum_i d(phi_i f_i')/da
///
///     H   3k x 3k  I_3 (x) (D + Phi S Phi')  -  sum u u'  +  sum l v v'
///     u            for each cluster with F = U diag(s) V' and each pair i < j of axes: sqrt(q / (s_i + s_j)) times the
///                  linear form dF -> (U' dF V)_ij - (U' dF V)_ji, q = w - l (<R, F> - 3): the derivative of R
///     v            dF -> <R, dF>, the volume term
///     E   3k x m   the derivative of the gradient by the activation, with the derivative of the target's rotation
///
/// A contact is open (no force), sticks (its point moves with its anchor, three rows of the system), or slides (it
/// stays on the surface, one row; its friction is mu times the normal force against the slip, whose direction changes:
/// H gains mu f_n / |slip| times phi phi' b b', b across the slip in the surface). Which of them holds is read from the
/// forces of the solved step. The derivative is that of the step without a change of these, by finite differences to
/// 1e-6 (tests/property/stepper/step_derivative_property.cpp).
namespace limber {

/// Constant data, built once; shared by all threads.
class StepDerivative {
public:
    /// Scratch and result of one user.
    struct Result {
        Matrix response; // 3k x m: dvec(Z)/da of the state's Z at the end of the step
        int sticking = 0;
        int sliding = 0;
        Matrix H;       // 3k x 3k
        Matrix E;       // 3k x m
        Matrix forms;   // 3k x forms: u and v of all clusters
        Vector weights; // of the forms in H
    };

    /// The model has muscles.
    explicit StepDerivative(const ReducedModel& model);

    Result result() const;

    /// `workspace` is that of a step with these controls which has just been taken, and was finite. Returns false if H
    /// is not positive definite even with its rotations as at rest, or a number is not finite.
    bool compute(const Controls& controls, const Workspace& workspace, Result& result) const;

private:
    struct Set {
        Matrix on_Z; // 3c x k
        Matrix on_P; // 3c x 4b
        Vector w;    // c [J]
        Vector l;    // c [J]
    };
    struct Assembly;

    static Set set_of(const ClusterSet& clusters);
    void add_passive(const Controls& controls, const Workspace& workspace, bool as_at_rest, Assembly& assembly) const;
    void add_active(const Controls& controls, const Workspace& workspace, bool as_at_rest, Assembly& assembly) const;
    bool assemble(const Controls& controls, const Workspace& workspace, bool as_at_rest, Result& result) const;

    const ReducedModel* model_;
    std::vector<Set> passive_;
    Set target_;               // of the muscles at rest
    std::vector<Set> muscles_; // what activation 1 of each adds; only on_Z and on_P are used
};

} // namespace limber
