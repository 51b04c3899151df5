// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/stepper/state.h"

/// A switch between two subspaces of a body while it moves, such as to the one for the loads that act now [Force-Dual
/// Modes, section 6]. Displacements and velocities beside the rig's motion become the nearest ones in the mass norm.
/// Where both subspaces have the affine motions of the whole, as those of a free body, the linear momentum is kept, and
/// the angular momentum with the arms X of the rest shape, sum m X x v. That with the arms x of the moving shape
/// changes by little. With the lost parts d_x and d_v of positions and velocities, and what remains x' and v', it falls
/// by
///
///     sum m (d_x x d_v + d_x x v' + x' x d_v),
///
/// of which the last two are zero between subspaces of weights, because an axis of x' or v' turned to another one is in
/// the subspace too: it is then at most |d_x|_M |d_v|_M, the product of both losses.
///
///     z_to = C z,   C = B_to' M B_from,   lost = |R z|_M,   R = B_from - B_to C
///
///     B   3n x 3k   displacement bases, B'MB = I
namespace limber {

class SubspaceSwitch {
public:
    /// Computes both products once, with the masses of `to`; momentum is kept if those of `from` are the same.
    /// Preconditions: the same mesh and rig; both bodies are reconstructed (body_step.h) or neither is. Displacements
    /// of reconstructed ones are those before the correction, in the frame of the rig.
    static SubspaceSwitch between(const Body& from, const Body& to);

    /// The shares of the mass norms of displacement and velocity that the other subspace lacks, 0 to 1; 0 for none.
    struct Errors {
        double position = 0.0;
        double velocity = 0.0;
    };
    struct Switched {
        State state; // of the other subspace, at the same time and pose of the rig, with its history
        Errors errors;
    };
    /// Precondition: a state of the body that the switch comes from.
    Switched apply(const State& state) const;
    /// The same without the errors, which cost more.
    State carried(const State& state) const;
    /// Those of `apply`.
    Errors errors(const State& state) const;

private:
    double lost_share(const AffineStack& Z) const;

    Matrix across_; // 3k_to x 3k_from, C
    Matrix lost_;   // 3k_from x 3k_from, R'MR
};

/// The state of `to`, without a history, that shows nearly the positions and velocities of this state of `from`, at the
/// same time and pose of the rig, where only one of both bodies is reconstructed (body_step.h). With u the shown
/// displacements beside the rig's motion, v their rates and C the correction of `to` in its frame R,
///
///     B' M R' (u - R C(B z)) = 0,   B' M R' (v - d/dt R C(B z)) = 0
///
/// as far as a few fixed-point iterations z <- z + B' M R' (u - R C(B z)) reach; exactly if `to` is not reconstructed.
/// It takes longer than a step: a dozen products with the basis and as many corrections. Precondition: the same mesh
/// and rig.
State state_with_positions_of(const Body& from, const State& state, const Body& to);

} // namespace limber
