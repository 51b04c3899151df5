// SPDX-License-Identifier: MIT
#include "engine/cubature/training_poses.h"

#include "engine/core/contract.h"
#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/mesh_axes.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/load_responses.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double rigid = 1e-9;          // of the largest eigenvalue; below this a motion strains nothing
constexpr double rounded = 1e-14;       // likewise, of the largest that the mesh has
constexpr double lost_in_a_turn = 0.05; // of a turned pose, in the mass norm
constexpr double response_share = 0.3;  // of the progress
constexpr const char* posing = "posing the body for its cubature points";

Error stopped() {
    return {ErrorKind::cancelled, "the choice of cubature points was cancelled", {}};
}

/// The pseudo-inverse of the elastic Hessian at rest.
class StaticResponse {
public:
    StaticResponse(const ElasticBody& body, const Vector& mass) {
        const Matrix& B = body.model.B;
        const SparseMatrix K = rest_hessian(body.mesh, body.material);
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(B.transpose() * Matrix(K * B)));
        vectors_ = eigen.eigenvectors();
        double of_mesh = 0.0;
        for (Index i = 0; i < mass.size(); ++i) {
            of_mesh = std::max(of_mesh, K.coeff(3 * i, 3 * i) / mass(i));
        }
        const double least = std::max(rigid * eigen.eigenvalues().maxCoeff(), rounded * of_mesh);
        inverse_ = eigen.eigenvalues().unaryExpr([least](double value) { return value > least ? 1.0 / value : 0.0; });
    }
    Vector to(const Vector& force) const {
        return vectors_ * inverse_.cwiseProduct(Vector(vectors_.transpose() * force));
    }
    // The share of a force that strains the body; NaN for none.
    double straining_share(const Vector& force) const {
        const Vector parts = vectors_.transpose() * force;
        return (inverse_.array() > 0.0).select(parts, 0.0).norm() / parts.norm();
    }

private:
    Matrix vectors_;
    Vector inverse_;
};

Vec3 normal_vector(Rng& rng) {
    const double x = rng.normal();
    const double y = rng.normal();
    return {x, y, rng.normal()};
}

// 3n
Vector sampled_force(const LoadDistribution& loads, const Mat3& axes, Rng& rng) {
    Vector force = loads.mean;
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        const Mat3 block = loads.blocks.middleRows<3>(3 * i);
        if (block.trace() > 0.0) {
            force.segment<3>(3 * i) += root_of(block) * (axes * normal_vector(rng));
        }
    }
    for (Index j = 0; j < loads.patterns.cols(); ++j) {
        force += rng.normal() * loads.patterns.col(j);
    }
    return force;
}

// Uniform over all rotations.
Mat3 sampled_rotation(const Mat3& axes, Rng& rng) {
    const Vec3 vector = normal_vector(rng);
    const Eigen::Quaterniond turn(rng.normal(), vector.x(), vector.y(), vector.z());
    return axes * turn.normalized().toRotationMatrix() * axes.transpose();
}

AffineStack as_rows(const Vector& z) {
    return Eigen::Map<const Points>(z.data(), z.size() / 3, 3);
}

// The root of the mean square of |grad u|, weighted by 2 mu V.
double strain_of(const GeneralModel& model, const Vector& z) {
    return std::sqrt(z.cwiseAbs2().dot(model.stiffness) / model.w_sum);
}

Points displacement_of(const GeneralModel& model, const AffineStack& Z) {
    return positions(model, Z, AffineStack::Zero(model.J.cols(), 3));
}

double mass_norm(const Vector& mass, const Points& u) {
    return std::sqrt(mass.dot(Vector(u.rowwise().squaredNorm())));
}

// A subspace that cannot turn its body leaves it as it is.
BodyPose turned(const ElasticBody& body, const PoseSource& source, const Vector& mass, const AffineStack& Z,
                const Mat3& Q) {
    const Points u = displacement_of(body.model, Z);
    if (source.is_held) {
        return {projected(body.model, mass, u * Q.transpose()), source.P * Q.transpose()};
    }
    const Points wanted = (body.mesh.X + u) * Q.transpose() - body.mesh.X;
    const AffineStack found = projected(body.model, mass, wanted);
    const double lost = mass_norm(mass, wanted - displacement_of(body.model, found));
    return {lost < lost_in_a_turn * mass_norm(mass, wanted) ? found : Z, source.P};
}

} // namespace

Result<std::vector<BodyPose>> sampled_poses(const ElasticBody& body, const PoseSource& source,
                                            const PoseSampling& sampling, Progress* progress) {
    EXPECTS(sampling.count > 0 && sampling.strain > 0.0);
    EXPECTS(source.P.rows() == body.model.J.cols());
    if (auto fault = fault_in(source.loads, body.mesh.vertex_count())) {
        return *fault;
    }
    if (!keep_going(progress, posing, 0.0)) {
        return stopped();
    }
    const Vector mass = lumped_mass(body.mesh, body.material.density);
    const StaticResponse response(body, mass);
    const Mat3 axes = mesh_axes(body.mesh);
    Rng rng(sampling.seed);
    std::vector<BodyPose> poses;
    for (Index pose = 0; pose < sampling.count; ++pose) {
        const double share = static_cast<double>(pose) / static_cast<double>(sampling.count);
        if (!keep_going(progress, posing, response_share + (1.0 - response_share) * share)) {
            return stopped();
        }
        const Vector force = body.model.B.transpose() * sampled_force(source.loads, axes, rng);
        const double wanted = sampling.strain * (1.0 - rng.uniform());
        const Mat3 Q = sampled_rotation(axes, rng);
        if (!(response.straining_share(force) > rigid)) {
            return Error{ErrorKind::bad_input,
                         "the loads do not strain the body in its subspace, so that no cubature can be trained; use "
                         "other loads or another subspace",
                         "loads"};
        }
        const Vector z = response.to(force);
        poses.push_back(turned(body, source, mass, as_rows(wanted / strain_of(body.model, z) * z), Q));
    }
    return poses;
}

} // namespace limber
