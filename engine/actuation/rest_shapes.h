// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

/// Parameters of the rest shape for a controller [Coros et al. 2012, Deformable Objects Alive!, section 4]:
/// displacements of the rest shape that a controller blends, as muscles do (actuation/muscles.h), made independent and
/// of equal size.
///
/// With eps_v the symmetric part of grad d_v, Q_uv = sum_t w_t (<eps_u, eps_v> + c tr eps_u tr eps_v) / sum_t w_t,
/// w_t = 2 mu V, and c = nu / (1 - 2 nu) of the regulariser's own Poisson's ratio. The result are
/// the columns D V diag(lambda)^(-1/2) of Q = V diag(lambda) V', so that parameters p of length |p| = 1 have a
/// root-mean-square strain of 1: |p|^2 is the elastic energy of the changed rest shape over that of such a strain. So a
/// controller's regulariser |p|^2 is the paper's equation 11, W_reg(X_0, X(p)), to second order, with a material of its
/// own: its weight is the stiffness, and a high ratio lets shapes change their volume less. Directions with lambda
/// below `drop` times the largest, which strain nothing (shifts and rotations of the whole body, to first order), are
/// left out.
namespace limber {

struct RestShapeOptions {
    double poisson = 0.0; // of the regulariser's material, in [0, poisson_max]
    double drop = 1e-6;
};

/// 3n x p [m]. D is 3n x q [m], vertex by vertex, finite. Columns are in falling order of lambda, each with its largest
/// entry positive.
Matrix whitened_rest_shapes(const TetMesh& mesh, const Material& material, const Matrix& D,
                            const RestShapeOptions& options = {});

/// The same for any other products Q (q x q, symmetric positive semidefinite) of the columns of D.
Matrix whitened(const Matrix& D, const Matrix& Q, double drop);

} // namespace limber
