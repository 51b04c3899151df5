// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_derivative.h"
#include "engine/stepper/workspace.h"

#include <vector>

/// The derivative of a step's result by the muscles' activation and the springs' rest lengths: how Z at the end of the
/// step answers when the rest shape changes. A controller that looks one step ahead needs it [Coros et al. 2012,
/// Deformable Objects Alive!, section 5, equation 15], with the step's own laws in place of the paper's springs.
///
/// At the end of a step the unknown Z^ (objective.h) is a root of grad(Z^, a) - sum_i phi_i f_i' = 0, f_i the contact
/// forces. With z = vec(Z^), the columns of Z^ one below the other,
///
///     H dz/da = -E + sum_i d(phi_i f_i')/da
///
///     H   3k x 3k  I_3 (x) (D + Phi S Phi')  -  sum q y (tr(S) I - S)^-1 y'  +  sum l v v'
///                  -  sum k l / |d| (I - u u') (x) phi phi'   of the springs, u = d / |d|
///     y            for each cluster with F = R S, the three linear forms dF -> axial(R'dF), where axial(A) =
///                  (A_32 - A_23, A_13 - A_31, A_21 - A_12); q = w - l (<R, F> - 3): the derivative of R
///     v            dF -> <R, dF>, the volume term
///     E   3k x m   the derivative of the gradient by the activation, with the derivative of the target's rotation; by
///                  a spring's rest length it is -k u (x) phi
///
/// A contact that sticks gives three rows of the system, one that slides gives one (contact_derivative.h); for a
/// sliding one H gains mu f_n / |slip| times phi phi' b b', b across the slip in the surface. The derivative is that of
/// the step without a change of these, by finite differences to 1e-6
/// (tests/property/stepper/step_derivative_property.cpp).
///
/// A controller has fewer goals than parameters. It needs A' dz/da alone, which takes as many solves as A has columns
/// (the adjoint method). H = L L' is summed and factored by BLAS (linalg/dense_systems.h); after the first call with as
/// many columns nothing is allocated.
///
/// Of a planar body (model/planar_model.h) only the columns x and y of Z are unknown, 2k numbers in place of 3k, and a
/// cluster turns about z alone. What A has for z is not read: Z does not change along it.
namespace limber {

/// Constant data, built once; shared by all threads.
class StepDerivative {
public:
    /// Scratch and result of one user.
    struct Result {
        Matrix response; // at least c x m: A' dvec(Z)/da of the state's Z at the end of the step, in the first c rows
        Matrix spring_response; // the same by the springs' rest lengths, in the first columns
        int sticking = 0;
        int sliding = 0;
        // Of a planar body 3k is 2k below, and 3s is 2s.
        Matrix H;                // 3k x 3k, then its Cholesky factor in the lower triangle
        Matrix E;                // 3k x m
        Matrix forms;            // 3k x capacity: forms added to H from the left, forms subtracted from the right
        Matrix target;           // k x 3: of one cluster of the muscles, at this activation
        Matrix Z;                // k x 3
        ContactAdjoint contacts; // 3s
        Matrix adjoint;          // 3k x at least c
    };

    explicit StepDerivative(const ReducedModel& model);

    /// Scratch for the steps of this workspace.
    Result result(const Workspace& workspace) const;

    /// `workspace` is that of a step with these controls which has just been taken, and was finite; A is 3k x c.
    /// Returns false if H is not positive definite even with its rotations as at rest, or a number is not finite.
    bool compute(const Controls& controls, const Workspace& workspace, const Eigen::Ref<const Matrix>& A,
                 Result& result) const;

private:
    struct Set {
        Matrix on_Z; // k x 3c: F = Z' (three columns a cluster) + the rig's part
        Matrix on_P; // 4b x 3c
        Vector w;    // c [J]
        Vector l;    // c [J]
    };
    struct Assembly;

    static Set set_of(const ClusterSet& clusters);
    void add_passive(const Controls& controls, const Workspace& workspace, Assembly& assembly) const;
    void add_active(const Controls& controls, const Workspace& workspace, Assembly& assembly) const;
    bool factor(const Controls& controls, const Workspace& workspace, bool as_at_rest, Result& result,
                Index& contact_rows) const;

    const ReducedModel* model_;
    Index axes_; // that the body moves along
    std::vector<Set> passive_;
    Set target_;               // of the muscles at rest
    std::vector<Set> muscles_; // what activation 1 of each adds; only on_Z and on_P are used
};

} // namespace limber
