// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_points.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/full_space/full_space_muscles.h"
#include "engine/loads/active_stresses.h"
#include "engine/model/body_point.h"
#include "engine/operators/elastic_energy.h"
#include "engine/operators/material.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/vertex_assembly.h"
#include "engine/rig/rig.h"

#include <optional>
#include <span>
#include <vector>

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
    double size = 1.0;                       // [m] of the body: the scale of its frame at rest
    double lambda_ratio_max = 0.0;           // the largest lambda / 2 mu of a tet; zero for ARAP
    Vector pins;                             // n [N/m] springs that pull the displacements to zero; empty: none
    std::optional<FullSpaceMuscles> muscles; // none: the body has no muscles
    ActiveStresses stresses;                 // of muscles without a target

    Index vertex_count() const {
        return X.rows();
    }
    Index tet_count() const {
        return T.rows();
    }
};

/// `leak`: n, or empty for a body that no rig holds. Fails with bad_input when the sizes disagree, the material or the
/// rig is out of range, or the leak is not finite, and with cancelled.
Result<FullSpaceModel> full_space_model(const TetMesh& mesh, const Material& material, const Rig& rig,
                                        const Vector& leak, ElasticEnergy energy = ElasticEnergy::corotational,
                                        Progress* progress = nullptr);

/// The error of what a caller cancelled.
Error full_space_cancelled();

/// Pins the body by p in [0, 1] a vertex (subspace/pins.h): springs k M p / (1 - p + 1e-8) to where the rig has it, k
/// the Rayleigh quotient of the rest positions in the weight-space Hessian of the material.
void pin(const TetMesh& mesh, const Material& material, const Vector& pinned, FullSpaceModel& model);

/// These vertices of the mesh as contact points: phi has n rows.
ContactPoints full_space_contact_points(const FullSpaceModel& model, const std::vector<int>& vertices);

/// The point with these barycentric coordinates over any vertices (they sum to one): phi has n rows.
BodyPoint full_space_point(const FullSpaceModel& model, std::span<const int> vertices,
                           std::span<const double> barycentric);

/// n x 3 [m]: where the state has the vertices.
Points positions(const FullSpaceModel& model, const AffineStack& Z, const AffineStack& P);

/// The displacement from the rig's pose P that has the vertices at x (n x 3 [m]), without the part that the rig could
/// make: the state of full space that is nearest to x in the mass norm.
AffineStack displacement_at(const FullSpaceModel& model, const Points& x, const AffineStack& P);

} // namespace limber
