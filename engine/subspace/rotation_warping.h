// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/tet_mesh.h"

#include <vector>

/// Two corrections of large displacements u (n x 3) that a linear subspace exaggerates, because it makes rotations by
/// their first order. Both use the antisymmetric part of the gradient, as vectors w: a rotation by |w| about w.
///
/// A linearised rotation of the whole body becomes that rotation, about the same centre. Small displacements change to
/// second order only.
namespace limber {

/// The displacement u of a vertex, warped by w, and its derivatives.
struct WarpedDisplacement {
    Vec3 value;           // (integral from 0 to 1 of exp(s w) ds) u
    Mat3 by_displacement; // of the value, by u
    Mat3 by_rotation;     // of the value, by w
};
WarpedDisplacement warped_displacement(const Vec3& w, const Vec3& u);

/// Modal warping [Choi and Ko 2005, Modal Warping: Real-Time Simulation of Large Rotational Deformation and
/// Manipulation; FCD section 9.2]: the displacement of a vertex turns on its way, while its w grows from zero to its
/// value, u_i <- (integral from 0 to 1 of exp(s w_i) ds) u_i. Purely local, so that neighbours drift apart where w
/// changes much.
class ModalWarping {
public:
    explicit ModalWarping(const TetMesh& mesh);

    /// n x 3.
    Points apply(const Points& u) const;
    /// n x 3 [rad]: w of each vertex, the mean over the volume of its tets.
    Points rotation_vectors(const Points& u) const;
    /// 3s x k [rad]: w of these vertices for each column of displacements B (3n x k); rows 3 i + axis.
    /// Precondition: no vertex twice.
    Matrix rotation_rows(const Matrix& B, const std::vector<int>& vertices) const;

private:
    SparseMatrix gradient_; // 3n x n: row 3 i + j is the derivative along axis j at vertex i
};

/// Rotation-strain coordinates [Huang et al. 2011, Interactive Shape Interpolation through Controllable Dynamic
/// Deformation; FCD section 9.4]: each tet has the gradient exp(w) (I + s), s the symmetric part of the gradient of u,
/// and the positions with the nearest gradients, weighted by volume, follow from a Poisson system. The mean of each
/// connected component stays where u puts it, or its pinned vertices do.
class RotationStrain {
public:
    /// `pinned`: n, in [0, 1]; the vertices where it is 1 stay where u puts them. Empty: none does. Fails with
    /// not_converged when the Poisson system cannot be factorised, and with cancelled.
    static Result<RotationStrain> of(const TetMesh& mesh, const Vector& pinned = {}, Progress* progress = nullptr);

    /// n x 3. One solve.
    Points apply(const Points& u) const;

private:
    RotationStrain(const TetMesh& mesh, Vector springs, SparseMatrix L, SparseCholesky factor);

    void place_pieces(const Points& u, Matrix& d) const;

    TetMesh mesh_;
    std::vector<Eigen::Matrix<double, 4, 3>> gradients_; // t
    Vector volumes_;                                     // t
    Vector springs_;                                     // n: of pinned vertices; 0 elsewhere
    SparseMatrix L_;                                     // n x n, with the springs
    SparseCholesky factor_;                              // of L with a small shift
    std::vector<int> component_;                         // n
    std::vector<bool> is_pinned_;                        // of each component
};

} // namespace limber
