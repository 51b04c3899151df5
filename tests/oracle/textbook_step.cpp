#include "tests/oracle/textbook_step.h"

#include <Eigen/LU>

namespace limber::oracle {
namespace {

Mat3 cluster_F(const Vector& f, Index c) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(f.data() + 9 * c);
}

Vector cluster_weights(const TextbookBody& body) {
    const Vector per_tet = 2.0 * body.operators.mu.cwiseProduct(body.operators.V);
    Vector w = Vector::Zero(body.G.rows() / 9);
    for (Index c = 0; c < w.size(); ++c) {
        for (Index t = 0; t < per_tet.size(); ++t) {
            w(c) += body.G(9 * c, 9 * t) != 0.0 ? per_tet(t) : 0.0;
        }
    }
    return w;
}

// sum_c w_c (G K)_c' R_c for the positions x.
Vector rotation_pull(const TextbookBody& body, const Vector& x) {
    const Vector f = body.G * (body.operators.K * x);
    const Vector w = cluster_weights(body);
    Vector wR(f.size());
    for (Index c = 0; c < w.size(); ++c) {
        const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = w(c) * textbook_rotation(cluster_F(f, c));
        wR.segment<9>(9 * c) = Eigen::Map<const Vector>(R.data(), 9);
    }
    return body.operators.K.transpose() * (body.G.transpose() * wR);
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

void textbook_step(const TextbookBody& body, const TextbookControls& controls, TextbookState& state) {
    const TextbookOperators& op = body.operators;
    const double h = controls.h;
    const Vector rig = op.J * controls.p;
    const Vector rig_expected = op.J * (state.p + h * state.p_dot);
    const Matrix& B = body.B;

    Matrix A = op.L;
    A.diagonal() += op.M * (1.0 / (h * h) + controls.damping / h);
    Vector pull = -(op.L * rig) + gravity_force(body, controls.gravity);
    pull +=
        op.M.cwiseProduct((state.u + h * state.u_dot - rig + rig_expected) / (h * h) + controls.damping / h * state.u);
    for (const TextbookSpring& spring : controls.springs) {
        for (Index axis = 0; axis < 3; ++axis) {
            const Vector row = axis_row(spring.row, axis);
            A += spring.stiffness * row * row.transpose();
            pull += spring.stiffness * (spring.target(axis) - row.dot(rig)) * row;
        }
    }
    const Matrix A_reduced = B.transpose() * A * B;
    const Matrix C_reduced = B.transpose() * body.C;
    Vector u = state.u + h * state.u_dot;
    for (int i = 0; i < controls.iterations; ++i) {
        u = B * saddle_solve(A_reduced, C_reduced, B.transpose() * (pull + rotation_pull(body, u + rig)));
    }
    state.u_dot = (u - state.u) / h;
    state.u = u;
    state.p_dot = (controls.p - state.p) / h;
    state.p = controls.p;
}

double textbook_elastic_energy(const TextbookBody& body, const Vector& x) {
    const Vector f = body.G * (body.operators.K * x);
    const Vector w = cluster_weights(body);
    double energy = 0.5 * x.dot(body.operators.L * x);
    for (Index c = 0; c < w.size(); ++c) {
        const Mat3 F = cluster_F(f, c);
        energy += w(c) * (1.5 - textbook_rotation(F).cwiseProduct(F).sum());
    }
    return energy;
}

double textbook_objective(const TextbookBody& body, const TextbookControls& controls, const TextbookState& before,
                          const Vector& u) {
    const TextbookOperators& op = body.operators;
    const double h = controls.h;
    const Vector x = u + op.J * controls.p;
    const Vector x_expected = before.u + h * before.u_dot + op.J * (before.p + h * before.p_dot);
    const auto mass_norm = [&](const Vector& d) {
        return d.dot(op.M.cwiseProduct(d));
    };
    double objective = textbook_elastic_energy(body, x) + mass_norm(x - x_expected) / (2.0 * h * h) +
                       controls.damping / (2.0 * h) * mass_norm(u - before.u) -
                       x.dot(gravity_force(body, controls.gravity));
    for (const TextbookSpring& spring : controls.springs) {
        const Points at = unflat(x);
        objective += 0.5 * spring.stiffness * ((spring.row.transpose() * at).transpose() - spring.target).squaredNorm();
    }
    return objective;
}

} // namespace limber::oracle
