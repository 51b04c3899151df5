// SPDX-License-Identifier: MIT
#pragma once

#include "tests/oracle/textbook_operators.h"

/// Complementary dynamics as in the paper, without the engine's data structures: a dense basis, dense products, one SVD
/// for each cluster, a dense saddle system. Two of the paper's formulas are corrected: the elastic
/// energy is sum mu V |F - R|^2, and a force acts in its own direction (engine/docs/numerics.md).
namespace limber::oracle {

struct TextbookSpring {
    Vector row; // n barycentric weights over the vertices
    double stiffness = 0.0;
    Vec3 target = Vec3::Zero();
};

/// A spring between two points of the body, k/2 (|d| - l)^2.
struct TextbookLengthSpring {
    Vector row; // n: the weights of the second point less those of the first
    double stiffness = 0.0;
    double rest_length = 0.0;
};

struct TextbookForce {
    Vector row; // n barycentric weights over the vertices
    Vec3 force = Vec3::Zero();
};

struct TextbookControls {
    Vector p; // 12b, absolute
    std::vector<TextbookSpring> springs;
    std::vector<TextbookLengthSpring> length_springs;
    std::vector<TextbookForce> forces;
    Vec3 gravity = Vec3::Zero();
    double h = 1.0 / 60.0;
    double damping = 0.0;
    int iterations = 10;
};

struct TextbookState {
    Vector u, u_dot; // 3n  complementary displacement
    Vector p, p_dot; // 12b
};

/// A body whose complementary displacement is u = B z with C'u = 0; B is the identity and C = D M J for
/// the full space (equations 3 and 4), B a skinning basis and C empty for Algorithm 2.
struct TextbookBody {
    TextbookOperators operators;
    Matrix G;        // 9r x 9t  mu V-weighted
    Vector w;        // r        sum 2 mu V
    Matrix G_volume; // 9r x 9t  lambda V-weighted
    Vector l;        // r        sum lambda V; all zero: no volume term
    Matrix B;        // 3n x k
    Matrix C;        // 3n x c
};

/// With the groupings of these clusters.
TextbookBody textbook_body(TextbookOperators operators, const Clusters& clusters);

void textbook_step(const TextbookBody& body, const TextbookControls& controls, TextbookState& state);

/// The objective of a step: E(x) + inertia + springs - gravity, with the best rotation of every cluster and the lengths
/// of the springs between points.
double textbook_objective(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                          const Vector& u);

/// The same for a body without a volume term and with given rotations, one for each cluster: each half of a
/// local-global iteration minimises it over its own unknowns.
double textbook_objective(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                          const Vector& u, const std::vector<Mat3>& R);

/// 3n: its derivatives.
Vector textbook_gradient(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                         const Vector& u);

/// The best rotation of every cluster at the positions x.
std::vector<Mat3> textbook_rotations(const TextbookBody& body, const Vector& x);

/// The minimum of the objective by the paper's quasi-Newton: the Hessian without rotations and volume, and backtracking
/// that halves the move until the objective falls. Returns u.
Vector textbook_minimum(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                        int iterations);

/// Local-global iterations from u, for a body without a volume term. Returns u.
Vector textbook_moves(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before, Vector u,
                      int iterations);

/// Elastic energy alone [J], with the best rotation of every cluster.
double textbook_elastic_energy(const TextbookBody& body, const Vector& x);

Vector positions(const TextbookBody& body, const TextbookState& state);

} // namespace limber::oracle
