// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/subspace/skinning_modes.h"

/// The reduced model of a body that moves in its plane, as the two-dimensional solids of [Coros et al. 2012, Deformable
/// Objects Alive!]: triangles with 2 x 2 gradients, in the step and the kernel of solids.
///
/// The body is a slab (mesh/slab.h) whose two faces move alike, in x and y alone: its columns displace the vertices of
/// a pair along an axis by one number. Then the gradients of its tets are those of its triangles,
///
///     F = [A 0; 0 1]        A 2 x 2,
///
/// and its energy is that of a plate of its depth in plane strain, which nothing can leave: a slab of the same depth
/// between two smooth walls. The 1 is the rig's, whose handle keeps the depth. The rotation nearest to F is that
/// nearest to A about the normal, unless both stretches of a reflected triangle are above 1 (numerics.md).
///
///     W    2n x k    columns of displacements, alike in both halves        B = W times the modal coordinates
///
/// A plate in plane stress of Young's modulus E and Poisson's ratio nu has the energy of one in plane strain with
/// E (1 + 2 nu) / (1 + nu)^2 and nu / (1 + nu).
namespace limber {

/// 2n [kg]: both vertices of a pair have the same mass, a sixth of that of each prism around them. Their sums are the
/// lumped masses of the triangles.
Vector planar_mass(const TetMesh& slab, const Vector& density);

/// The columns of a body whose every vertex moves by itself, n of them, the eigenvectors of the Laplacian in the mass
/// (softest first); above `columns_max` vertices those of a skinning subspace in the plane instead: w, w x and w y of
/// columns_max / 3 weights w, which let it turn as a whole. `mass` is that of planar_mass. Fails with bad_input for
/// sizes or a stiffness beyond what a solver represents, with not_converged, and with cancelled.
Result<SkinningModes> planar_modes(const TetMesh& slab, const Material& material, const Vector& mass, Index columns_max,
                                   Progress* progress = nullptr);

/// One cluster a triangle.
Clusters planar_clusters(const TetMesh& slab);

/// `rig` is a single handle (affine_handle). Fails with bad_input when sizes disagree or a column is not finite.
Result<ReducedModel> planar_model(const TetMesh& slab, const Material& material, const Vector& mass, const Rig& rig,
                                  const Matrix& W, const Clusters& clusters);

} // namespace limber
