// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// How a subspace is chosen, and where the secondary motion is kept apart from the rig's. The first kinds are skinning
/// subspaces: weights, each with the twelve coordinates of an affine map. The last are linear ones: displacements, each
/// with one coordinate, twelve of them for each mode that is asked for, so that equal numbers of modes are equal
/// numbers of coordinates.
enum class SubspaceKind {
    /// Eigenmodes of the material's weight-space Hessian, constrained by the rig (FCD algorithm 1).
    skinning,
    /// The same for a body of uniform stiffness: modes that do not see where a body is stiff (FCD figure 10).
    skinning_homogeneous,
    /// Eigenmodes without the rig's constraint, which the coordinates of the step satisfy instead; it takes twelve of
    /// them for each bone (FCD figures 6 and 18).
    skinning_unconstrained,
    /// Between the two: eigenmodes that satisfy the constraint as translations, J' D M P_i W = 0 for the three axes i,
    /// which is four columns a bone instead of ten, and not as scalings and shears. The coordinates of the step satisfy
    /// the rest, which takes nine of them for each bone.
    skinning_partly_constrained,
    /// Bounded biharmonic weights of handles that are spread over the body (handle_weights.h), which the coordinates of
    /// the step keep apart from the rig likewise. They depend on the shape alone.
    weights,
    /// Skinning modes with small support (localised_modes.h), constrained by the rig (FCD section 9.5).
    localised,
    /// Weights for the loads that the body will meet (force_dual_modes.h), constrained by the rig.
    force_dual_skinning,
    /// Vibration modes that the rig cannot make: linear modal analysis (FCD equation 11).
    displacement,
    /// The same, with the affine motions of the whole body.
    displacement_affine,
    /// Fewer vibration modes, with their modal derivatives (modal_derivatives.h).
    modal_derivatives,
    /// The best linear subspace for a given motion (pod_basis.h).
    pod,
    /// Displacements for the loads that the body will meet (force_dual_modes.h).
    force_dual,
    /// Responses to single forces that are drawn from these loads (sampled_load_modes.h).
    greens,
    /// Principal components of the responses to samples of these loads (sampled_load_modes.h).
    pod_sampled,
    /// Vibration modes of the domains that a body is cut into, one for each mode (substructures.h).
    substructured,
    /// Vibration modes with linear dynamics, shown by modal warping (rotation_warping.h; FCD section 9.2).
    warped,
    /// The same, shown by rotation-strain coordinates, with a solve for each picture (FCD section 9.4).
    rotation_strain,
    /// Displacements for the loads that the body will meet, with linear dynamics, shown likewise (Force-Dual Modes,
    /// section 8.5 and figure 9).
    force_dual_rotation_strain
};

/// Whether its columns are displacements of all vertices (general_basis/general_model.h) instead of weights.
constexpr bool is_linear(SubspaceKind kind) {
    return kind >= SubspaceKind::displacement;
}

/// Whether the positions are no linear function of the coordinates: linear dynamics, corrected when they are shown.
constexpr bool is_reconstructed(SubspaceKind kind) {
    return kind == SubspaceKind::warped || kind == SubspaceKind::rotation_strain ||
           kind == SubspaceKind::force_dual_rotation_strain;
}

/// Whether the coordinates of the step satisfy the rig's constraint, as the weights do not, or only in part.
constexpr bool has_constrained_coordinates(SubspaceKind kind) {
    return kind == SubspaceKind::skinning_unconstrained || kind == SubspaceKind::skinning_partly_constrained ||
           kind == SubspaceKind::weights;
}

/// Whether it depends on the loads that the body will meet.
constexpr bool depends_on_loads(SubspaceKind kind) {
    return kind == SubspaceKind::force_dual_skinning || kind == SubspaceKind::force_dual ||
           kind == SubspaceKind::greens || kind == SubspaceKind::pod_sampled ||
           kind == SubspaceKind::force_dual_rotation_strain;
}

/// Whether what one kind is made from, a file of loads for example, also suits the other.
constexpr bool have_the_same_source(SubspaceKind a, SubspaceKind b) {
    return a == b || (depends_on_loads(a) && depends_on_loads(b));
}

/// Whether the weights are the eigenmodes of a ModeProblem, so that fewer are the first of more. Linear kinds have
/// those of `skinning`, which only form their clusters.
constexpr bool has_eigenmodes(SubspaceKind kind) {
    return kind != SubspaceKind::weights && kind != SubspaceKind::localised &&
           kind != SubspaceKind::force_dual_skinning;
}

} // namespace limber
