// SPDX-License-Identifier: MIT
#include "tests/oracle/textbook_step.h"

#include "tests/oracle/compiled_solvers.h"

#include <utility>

namespace limber::oracle {
namespace {

Mat3 cluster_F(const Vector& f, Index c) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(f.data() + 9 * c);
}

using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

double stretch_of(const Mat3& R, const Mat3& F) {
    return R.cwiseProduct(F).sum() - 3.0;
}

// sum_c (G K)_c' s_c R_c for the positions x, with s_c a function of cluster and stretch.
template <typename Strength>
Vector pull_of(const TextbookBody& body, const Matrix& G, const Vector& x, Strength strength) {
    const Vector f = G * (body.operators.K * x);
    Vector sR(f.size());
    for (Index c = 0; c < f.size() / 9; ++c) {
        const Mat3 F = cluster_F(f, c);
        const Mat3 R = textbook_rotation(F);
        const RowMajor pull = strength(c, stretch_of(R, F)) * R;
        sR.segment<9>(9 * c) = Eigen::Map<const Vector>(pull.data(), 9);
    }
    return body.operators.K.transpose() * (G.transpose() * sR);
}

Vector rotation_pull(const TextbookBody& body, const Vector& x) {
    Vector pull = pull_of(body, body.G, x, [&](Index c, double) { return body.w(c); });
    if (body.l.maxCoeff() > 0.0) {
        pull -= pull_of(body, body.G_volume, x, [&](Index c, double stretch) { return body.l(c) * stretch; });
    }
    return pull;
}

Vector gravity_force(const TextbookBody& body, const Vec3& g) {
    const Index n = body.operators.M.size() / 3;
    Vector force = body.operators.M;
    for (Index axis = 0; axis < 3; ++axis) {
        force.segment(axis * n, n) *= g(axis);
    }
    return force;
}

// Spring rows are n wide; this is the 3n-wide row for one axis.
Vector axis_row(const Vector& row, Index axis) {
    Vector wide = Vector::Zero(3 * row.size());
    wide.segment(axis * row.size(), row.size()) = row;
    return wide;
}

Vector saddle_solve(const Matrix& A, const Matrix& C, const Vector& b) {
    const Index k = A.rows();
    Matrix saddle = Matrix::Zero(k + C.cols(), k + C.cols());
    saddle << A, C, C.transpose(), Matrix::Zero(C.cols(), C.cols());
    Vector rhs = Vector::Zero(k + C.cols());
    rhs.head(k) = b;
    return saddle.fullPivLu().solve(rhs).head(k);
}

} // namespace

Vector positions(const TextbookBody& body, const TextbookState& state) {
    return state.u + body.operators.J * state.p;
}

TextbookBody textbook_body(TextbookOperators operators, const Clusters& clusters) {
    const Vector shape = 2.0 * operators.mu.cwiseProduct(operators.V);
    const Vector volume = operators.lambda.cwiseProduct(operators.V);
    return {std::move(operators),
            textbook_grouping(shape, clusters),
            textbook_sums(shape, clusters),
            textbook_grouping(volume, clusters),
            textbook_sums(volume, clusters),
            {},
            {}};
}

namespace {

// The quadratic part of a step's objective for fixed rotations: 1/2 u'A u - pull'u, 3n wide.
struct Quadratic {
    Matrix A;
    Vector pull;
    Vector rig;
};

Quadratic quadratic_part(const TextbookBody& body, const TextbookControls& controls, const TextbookState& state) {
    const TextbookOperators& op = body.operators;
    const double h = controls.h;
    Quadratic q{op.L, {}, op.J * controls.p};
    const Vector rig_expected = op.J * (state.p + h * state.p_dot);
    q.A.diagonal() += op.M * (1.0 / (h * h) + controls.damping / h);
    q.pull = -(op.L * q.rig) + gravity_force(body, controls.gravity);
    q.pull += op.M.cwiseProduct((state.u + h * state.u_dot - q.rig + rig_expected) / (h * h) +
                                controls.damping / h * state.u);
    for (const TextbookSpring& spring : controls.springs) {
        for (Index axis = 0; axis < 3; ++axis) {
            const Vector row = axis_row(spring.row, axis);
            q.A += spring.stiffness * row * row.transpose();
            q.pull += spring.stiffness * (spring.target(axis) - row.dot(q.rig)) * row;
        }
    }
    for (const TextbookLengthSpring& spring : controls.length_springs) {
        for (Index axis = 0; axis < 3; ++axis) {
            const Vector row = axis_row(spring.row, axis);
            q.A += spring.stiffness * row * row.transpose();
            q.pull -= spring.stiffness * row.dot(q.rig) * row;
        }
    }
    for (const TextbookForce& applied : controls.forces) {
        for (Index axis = 0; axis < 3; ++axis) {
            q.pull += applied.force(axis) * axis_row(applied.row, axis);
        }
    }
    return q;
}

// The local step of fast mass-springs: every spring pulls to the nearest vector of its rest length.
Vector length_pull(const TextbookControls& controls, const Vector& x) {
    Vector pull = Vector::Zero(x.size());
    for (const TextbookLengthSpring& spring : controls.length_springs) {
        const Vec3 nearest = spring.rest_length * (unflat(x).transpose() * spring.row).normalized();
        for (Index axis = 0; axis < 3; ++axis) {
            pull += spring.stiffness * nearest(axis) * axis_row(spring.row, axis);
        }
    }
    return pull;
}

// Of the local steps at the positions x.
Vector local_pull(const TextbookBody& body, const TextbookControls& controls, const Vector& x) {
    return rotation_pull(body, x) + length_pull(controls, x);
}

} // namespace

void textbook_step(const TextbookBody& body, const TextbookControls& controls, TextbookState& state) {
    const Quadratic q = quadratic_part(body, controls, state);
    const Matrix A_reduced = body.B.transpose() * q.A * body.B;
    const Matrix C_reduced = body.B.transpose() * body.C;
    Vector u = state.u + controls.h * state.u_dot;
    for (int i = 0; i < controls.iterations; ++i) {
        const Vector pull = q.pull + local_pull(body, controls, u + q.rig);
        u = body.B * saddle_solve(A_reduced, C_reduced, body.B.transpose() * pull);
    }
    state.u_dot = (u - state.u) / controls.h;
    state.u = u;
    state.p_dot = (controls.p - state.p) / controls.h;
    state.p = controls.p;
}

Vector textbook_gradient(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                         const Vector& u) {
    const Quadratic q = quadratic_part(body, controls, before);
    return q.A * u - q.pull - local_pull(body, controls, u + q.rig);
}

Vector textbook_minimum(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                        int iterations) {
    const Quadratic q = quadratic_part(body, controls, before);
    const Eigen::PartialPivLU<Matrix> A(Matrix(body.B.transpose() * q.A * body.B));
    Vector u = before.u + controls.h * before.u_dot;
    double objective = textbook_objective(body, controls, before, u);
    for (int i = 0; i < iterations; ++i) {
        const Vector gradient = body.B.transpose() * (q.A * u - q.pull - local_pull(body, controls, u + q.rig));
        const Vector direction = -(body.B * A.solve(gradient));
        double length = 1.0;
        double next = textbook_objective(body, controls, before, u + length * direction);
        while (next > objective && length > 1e-12) {
            length *= 0.5;
            next = textbook_objective(body, controls, before, u + length * direction);
        }
        if (next > objective) {
            break;
        }
        u += length * direction;
        objective = next;
    }
    return u;
}

Vector textbook_moves(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before, Vector u,
                      int iterations) {
    const Quadratic q = quadratic_part(body, controls, before);
    const Eigen::PartialPivLU<Matrix> A(body.B.transpose() * q.A * body.B);
    for (int i = 0; i < iterations; ++i) {
        u = body.B * A.solve(body.B.transpose() * (q.pull + local_pull(body, controls, u + q.rig)));
    }
    return u;
}

double textbook_elastic_energy(const TextbookBody& body, const Vector& x) {
    const Vector f = body.G * (body.operators.K * x);
    const Vector g = body.G_volume * (body.operators.K * x);
    double energy = 0.5 * x.dot(body.operators.L * x);
    for (Index c = 0; c < body.w.size(); ++c) {
        const Mat3 F = cluster_F(f, c);
        energy -= body.w(c) * (1.5 + stretch_of(textbook_rotation(F), F));
        const Mat3 V = cluster_F(g, c);
        const double stretch = body.l(c) > 0.0 ? stretch_of(textbook_rotation(V), V) : 0.0;
        energy += 0.5 * body.l(c) * stretch * stretch;
    }
    return energy;
}

namespace {

// The objective without the elastic energy.
double pulls_and_inertia(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                         const Vector& u) {
    const TextbookOperators& op = body.operators;
    const double h = controls.h;
    const Vector x = u + op.J * controls.p;
    const Vector x_expected = before.u + h * before.u_dot + op.J * (before.p + h * before.p_dot);
    const auto mass_norm = [&](const Vector& d) {
        return d.dot(op.M.cwiseProduct(d));
    };
    double objective = mass_norm(x - x_expected) / (2.0 * h * h) +
                       controls.damping / (2.0 * h) * mass_norm(u - before.u) -
                       x.dot(gravity_force(body, controls.gravity));
    for (const TextbookSpring& spring : controls.springs) {
        const Points at = unflat(x);
        objective += 0.5 * spring.stiffness * ((spring.row.transpose() * at).transpose() - spring.target).squaredNorm();
    }
    for (const TextbookLengthSpring& spring : controls.length_springs) {
        const double stretch = (unflat(x).transpose() * spring.row).norm() - spring.rest_length;
        objective += 0.5 * spring.stiffness * stretch * stretch;
    }
    for (const TextbookForce& applied : controls.forces) {
        objective -= applied.force.dot(unflat(x).transpose() * applied.row);
    }
    return objective;
}

} // namespace

double textbook_objective(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                          const Vector& u) {
    return textbook_elastic_energy(body, u + body.operators.J * controls.p) +
           pulls_and_inertia(body, controls, before, u);
}

double textbook_objective(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                          const Vector& u, const std::vector<Mat3>& R) {
    const Vector x = u + body.operators.J * controls.p;
    const Vector f = body.G * (body.operators.K * x);
    double elastic = 0.5 * x.dot(body.operators.L * x);
    for (Index c = 0; c < body.w.size(); ++c) {
        elastic -= body.w(c) * (1.5 + stretch_of(R[static_cast<std::size_t>(c)], cluster_F(f, c)));
    }
    return elastic + pulls_and_inertia(body, controls, before, u);
}

std::vector<Mat3> textbook_rotations(const TextbookBody& body, const Vector& x) {
    const Vector f = body.G * (body.operators.K * x);
    std::vector<Mat3> R;
    for (Index c = 0; c < f.size() / 9; ++c) {
        R.push_back(textbook_rotation(cluster_F(f, c)));
    }
    return R;
}

} // namespace limber::oracle
