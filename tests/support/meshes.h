// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/random.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>
#include <vector>

/// Procedural meshes, and transformations under which the laws of the engine must hold. Every mesh is valid: positive
/// tets, every vertex used.
namespace limber::testing {

/// The unit corner tet: the origin and the three unit points; volume 1/6.
TetMesh one_tet();
/// Two tets that share a face; volume 1/2.
TetMesh two_tets();
/// A box with one corner at the origin, nx x ny x nz cells of six tets each (Kuhn's cut, so that
/// neighbours fit); (nx+1)(ny+1)(nz+1) vertices.
TetMesh bar_mesh(int nx, int ny, int nz, const Vec3& size = Vec3(1.0, 1.0, 1.0));
/// A ball of radius one around the origin: the icosahedron's twenty tets, each cut into a lattice of
/// n layers that are rounded to spheres. 20 n^3 tets of even shape; 13, 55, 147, 309, ... vertices.
TetMesh ball_mesh(int n);

/// The tets whose middles are kept, with their vertices.
TetMesh part_of(const TetMesh& mesh, const std::function<bool(const Vec3&)>& keeps);
/// A bar of nx x ny x nz cells of 0.1 m that stands along y, without what is lower than its legs are long and no leg.
TetMesh bar_on_legs(int nx, int ny, int nz, double leg_length, const std::function<bool(const Vec3&)>& is_leg);

/// Every tet cut into eight at the middles of its edges: the same body.
TetMesh refined(const TetMesh& mesh);

/// Uniform over SO(3).
Mat3 random_rotation(Rng& rng);
Vec3 random_vector(Rng& rng, double size = 1.0);
/// A random map: close to the identity for a small amount, without reflection for an amount below 0.3.
Affine random_affine(Rng& rng, double amount);

/// The rows of X under x -> A x + t.
Points transformed(const Points& X, const Affine& map);
TetMesh transformed(TetMesh mesh, const Affine& map);
/// Every coordinate moved by normal noise.
Points shaken(const Points& X, double amount, Rng& rng);

/// A random permutation of {0, ..., count - 1}.
std::vector<int> random_order(int count, Rng& rng);
/// Vertex i of the result is vertex order[i] of the mesh, tets follow.
TetMesh renumbered(const TetMesh& mesh, const std::vector<int>& order);
/// Tet i of the result is tet order[i] of the mesh.
TetMesh reordered(const TetMesh& mesh, const std::vector<int>& order);

} // namespace limber::testing
