// SPDX-License-Identifier: MIT
#include "tests/oracle/dense_iteration.h"

#include "tests/oracle/compiled_solvers.h"
#include "tests/oracle/textbook_operators.h"

#include <utility>

namespace limber::oracle {

struct DenseIteration::Parts {
    Matrix GKB;
    Eigen::LLT<Matrix> A;
    Vector w;
    Vector f;
};

DenseIteration::DenseIteration(Matrix GKB, const Matrix& A, Vector w)
    : parts_(new Parts{std::move(GKB), Eigen::LLT<Matrix>(A), std::move(w), {}}) {}

DenseIteration::~DenseIteration() {
    delete parts_;
}

DenseIteration::DenseIteration(DenseIteration&& other) noexcept : parts_(std::exchange(other.parts_, nullptr)) {}

void DenseIteration::iterate(const Vector& rig_F, const Vector& constant, Vector& z) {
    parts_->f.noalias() = parts_->GKB * z;
    parts_->f += rig_F;
    for (Index c = 0; c < parts_->w.size(); ++c) {
        Eigen::Map<Mat3> F(parts_->f.data() + 9 * c);
        F = parts_->w(c) * textbook_rotation(F);
    }
    z = constant;
    z.noalias() += parts_->GKB.transpose() * parts_->f;
    parts_->A.solveInPlace(z);
}

} // namespace limber::oracle
