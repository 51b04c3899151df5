// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/full_space/elastic_energy.h"
#include "engine/model/body_point.h"
#include "engine/operators/material.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/vertex_assembly.h"
#include "engine/rig/rig.h"

#include <span>

/// Complementary dynamics with all vertices (FCD equations 2 to 4): the judge of every subspace. The secondary motion
/// is a displacement Z of each vertex, n x 3 [m], from where the rig places it,
///
///     x = Z + J P      subject to      (D M J)' Z = 0
///
/// Controls, time step and integrator are those of the reduced step (stepper/step.h); B is the identity. So is the
/// co-rotational energy, with each tet its own cluster; full space has others beside it. All operators act on the three
/// axes alike.
///
///     J   n x 4b   rig Jacobian            M   n        lumped mass
///     L   n x n    sum 2 mu V grad.grad    D   n        momentum leak
namespace limber {

struct FullSpaceModel {
    Points X;               // n x 3 rest positions [m]
    Tets T;                 // t x 4
    TetGradients gradients; // t
    VertexCorners around;   // the tets around each vertex
    Vector w;               // t [J]    2 mu V
    Vector l;               // t [J]    lambda V; zero for ARAP
    Vector M;               // n [kg]
    SparseMatrix L;         // n x n [N/m]
    Matrix J;               // n x 4b
    Matrix Q;               // n x c    orthonormal basis of the span of M^-1/2 D M J; c = 0 if no rig holds the body
    ElasticEnergy energy = ElasticEnergy::corotational;

    Index vertex_count() const {
        return X.rows();
    }
    Index tet_count() const {
        return T.rows();
    }
};

/// `leak`: n, or empty for a body that no rig holds. Fails with bad_input when the sizes disagree, the material or the
/// rig is out of range, or the leak is not finite.
Result<FullSpaceModel> full_space_model(const TetMesh& mesh, const Material& material, const Rig& rig,
                                        const Vector& leak, ElasticEnergy energy = ElasticEnergy::corotational);

/// The point with these barycentric coordinates over any vertices (they sum to one): phi has n rows.
BodyPoint full_space_point(const FullSpaceModel& model, std::span<const int> vertices,
                           std::span<const double> barycentric);

/// n x 3 [m]: where the state has the vertices.
Points positions(const FullSpaceModel& model, const AffineStack& Z, const AffineStack& P);

/// The displacement from the rig's pose P that has the vertices at x (n x 3 [m]), without the part that the rig could
/// make: the state of full space that is nearest to x in the mass norm.
AffineStack displacement_at(const FullSpaceModel& model, const Points& x, const AffineStack& P);

} // namespace limber
