// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/body/reconstruction.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/general_basis/general_model.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/supports.h"

#include <optional>
#include <vector>

/// What a body with a linear subspace of displacements has in place of a ReducedModel.
namespace limber {

struct LinearSubspace {
    GeneralModel model;
    Index displacements = 0; // columns of the basis, some of which the rig may take
    Vector eigenvalues;      // [1/s^2] rest_eigenvalues, where they were computed
    /// n x 3k: the model's basis as weights of maps, so that whatever blends affine maps also shows this subspace:
    /// column 3 j + axis has the displacements of coordinate j along that axis.
    Matrix W; // n x 0 for a reconstructed kind, which is shown without it
    /// Null: the displacements are shown as they are.
    std::shared_ptr<const Reconstruction> reconstruction = {};
};

/// Whether the rig holds the body while loads act on it. A rig of whose momentum all leaks (momentum_leak.h) constrains
/// nothing: for loads the body is as a free one.
bool holds_against_loads(const Body& body);
/// What holds the body while loads act on it; needs mesh, rig, mass and leak.
Supports supports_of(const Body& body);

/// The largest number of columns of the body's kind, which may be less than the mesh has numbers: the rig takes some,
/// and nothing pulls along the rigid motions of a free body; nullopt: a kind that has fewer columns where there are
/// fewer. Needs mesh, rig, mass and leak.
std::optional<Index> displacements_possible(const Body& body);
/// Whether the mesh has the twelve displacements that each of `modes` needs, which the rig cannot make; nullopt also of
/// a kind that has fewer columns where there are fewer. Costs little beside the modes. Needs mesh, rig, mass and leak.
std::optional<Error> fault_in_displacement_count(const Body& body, Index modes);

/// 3n x m, vertex by vertex: the basis of the body's kind with twelve columns for each of `modes`; needs mesh, rig,
/// mass and leak. `material`: of the modes. Fails as fault_in_displacement_count and linear_basis. Precondition: that
/// of linear_basis.
Result<Matrix> linear_basis_of(const Body& body, const Material& material, Index modes, Progress* progress = nullptr);

struct LinearBasis {
    Matrix columns;       // 3n x m, vertex by vertex
    Vector variances;     // of force_dual and pod_sampled, falling; empty for other kinds
    Index unresolved = 0; // columns that were asked for, and are left out because they are round-off
};

/// The basis of a linear kind that depends on loads, with twelve columns for each of `modes`, or fewer if the loads
/// have fewer patterns; pod_sampled has two samples for each column. Needs mesh, rig, mass, leak and loads. Fails as
/// fault_in_displacement_count and force_dual_displacements. Precondition: is_linear(body.subspace) and
/// depends_on_loads(body.subspace).
Result<LinearBasis> load_basis_of(const Body& body, const Material& material, Index modes,
                                  Progress* progress = nullptr);

/// Of a motion that is given; needs mesh alone.
std::optional<Error> fault_in_motion(const Body& body, const std::vector<Points>& motion);
/// The best basis with at most twelve columns for each of `modes` for a motion of the body (n x 3 [m] each, in any
/// place and pose): of the displacements that remain when the rig's pose nearest to each frame, in the norm of the
/// momentum leak, is taken away; these are complementary to the rig. For a body that nothing holds, that pose is an
/// affine motion of the whole, and the basis has the twelve affine motions besides. Needs mesh, rig, mass and leak.
/// Fails with bad_input (a motion of another number of vertices, or one that never leaves the rig's poses) and with
/// cancelled.
Result<Matrix> basis_of_motion(const Body& body, const std::vector<Points>& motion, Index modes,
                               Progress* progress = nullptr);

/// Vibration modes that the rig cannot make; needs the same. Fails as constrained_displacement_modes.
Result<DisplacementModes> vibration_modes_of(const Body& body, const Material& material, Index count,
                                             Progress* progress = nullptr);

/// Needs the clusters. `material`: of the elastic energy. Fails as general_model.
Result<LinearSubspace> linear_subspace_of(const Body& body, const Material& material, const Matrix& basis);

/// The subspace of a reconstructed kind with these modes. Fails as reconstruction_of.
Result<LinearSubspace> reconstructed_subspace_of(const Body& body, const UncoupledModes& uncoupled,
                                                 Progress* progress = nullptr);

/// The subspace with these muscles; each of the `clusters` shares one rotation of the target. Fails as
/// general_actuation.
Result<LinearSubspace> with_muscles(const Body& body, LinearSubspace subspace, const Material& material,
                                    const Clusters& clusters, const MuscleTargets& targets,
                                    Progress* progress = nullptr);

/// Ascending [1/s^2]: the eigenvalues of the elastic Hessian at rest in the subspace, for bodies of this material;
/// fewer than its displacements if the rig takes some.
Vector rest_eigenvalues(const Body& body, const LinearSubspace& subspace, const Material& material);

/// 12k x 3, four rows a map: the maps of W in a state with these coordinates (k/3 x 3).
AffineStack maps_of_coordinates(const AffineStack& Z);

} // namespace limber
