// SPDX-License-Identifier: MIT
#include "engine/stepper/step_derivative.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/dense_systems.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr Index forms_a_cluster = 4;   // three of the rotation, one of the volume
constexpr double least_turning = 1e-6; // of an eigenvalue of tr(S) I - S, of that at rest

using Gradient = Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, 3>>; // k x 3 of one cluster

// <a, b> without Eigen's scratch for large products.
Mat3 gradient_product(const Gradient& Z, const Gradient& gradient) {
    Mat3 F;
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index b = 0; b < 3; ++b) {
            F(axis, b) = Z.col(axis).dot(gradient.col(b));
        }
    }
    return F;
}

Vec3 axial(const Mat3& A) {
    return {A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1)};
}

// X with gradient X the part of `axis` in the three forms dF -> axial(R'dF).
Mat3 axial_forms(const Mat3& R, Index axis) {
    const Vec3 r = R.row(axis);
    Mat3 X;
    X << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
    return X;
}

// A cluster at the end of a step.
struct ClusterState {
    Mat3 R;
    Mat3 turning;         // tr(S) I - S, S = R'F symmetric
    double stretch = 0.0; // <R, F> - 3
};

ClusterState cluster_state(const Mat3& F) {
    ClusterState state{nearest_rotation(F), Mat3(), 0.0};
    const Mat3 S = state.R.transpose() * F;
    state.turning = S.trace() * Mat3::Identity() - 0.5 * (S + S.transpose());
    state.stretch = S.trace() - 3.0;
    return state;
}

// K with K diag(sign) K' = turning^-1; `as_at_rest`: with every eigenvalue at least that at rest.
struct TurningRoot {
    Mat3 K;
    Vec3 sign = Vec3::Ones();
    Index count = 3; // of the first columns of K, which is zero beyond them

    Mat3 inverse() const {
        return K * sign.asDiagonal() * K.transpose();
    }
};

TurningRoot turning_root(const Mat3& turning, bool as_at_rest) {
    constexpr double at_rest = 2.0;
    const Eigen::LLT<Mat3> factor(turning);
    const Vec3 pivots = factor.matrixLLT().diagonal();
    if (!as_at_rest && factor.info() == Eigen::Success && pivots.minCoeff() > std::sqrt(least_turning * at_rest)) {
        Mat3 K = Mat3::Identity();
        factor.matrixU().solveInPlace(K);
        return {K};
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solved(turning);
    TurningRoot root{solved.eigenvectors()};
    for (Index i = 0; i < 3; ++i) {
        const double value = solved.eigenvalues()(i);
        const double divisor = as_at_rest ? std::max(value, at_rest) : value;
        root.sign(i) = divisor < 0.0 ? -1.0 : 1.0;
        root.K.col(i) /= std::sqrt(std::max(std::abs(divisor), least_turning));
    }
    return root;
}

// Of a body in the x-y plane, about z alone.
TurningRoot planar_turning_root(const Mat3& turning, bool as_at_rest) {
    constexpr double at_rest = 2.0;
    const double divisor = as_at_rest ? std::max(turning(2, 2), at_rest) : turning(2, 2);
    TurningRoot root{Mat3::Zero(), Vec3::Ones(), 1};
    root.sign(0) = divisor < 0.0 ? -1.0 : 1.0;
    root.K(2, 0) = 1.0 / std::sqrt(std::max(std::abs(divisor), least_turning));
    return root;
}

} // namespace

struct StepDerivative::Assembly {
    Result& result;
    Index axes = 3;
    bool as_at_rest = false;
    Index added = 0;      // forms
    Index subtracted = 0; // forms

    // Where sign(weight) form form' enters H; the caller scales the form by sqrt(|weight|).
    auto next_form(double weight) {
        const Index column = weight > 0.0 ? added++ : result.forms.cols() - ++subtracted;
        return result.forms.col(column);
    }
    void add_rotation(const Gradient& gradient, const ClusterState& cluster, const TurningRoot& root, double pull) {
        const Index k = gradient.rows();
        const double scale = std::sqrt(std::abs(pull));
        for (Index i = 0; i < root.count; ++i) {
            auto form = next_form(-pull * root.sign(i));
            const Vec3 column = scale * root.K.col(i);
            for (Index axis = 0; axis < axes; ++axis) {
                form.segment(axis * k, k) = gradient.lazyProduct(Vec3(axial_forms(cluster.R, axis) * column));
            }
        }
    }
    void add_volume(const Gradient& gradient, const ClusterState& cluster, double weight) {
        const Index k = gradient.rows();
        auto form = next_form(weight);
        for (Index axis = 0; axis < axes; ++axis) {
            form.segment(axis * k, k) = gradient.lazyProduct(Vec3(std::sqrt(weight) * cluster.R.row(axis).transpose()));
        }
    }
    template <typename Phi>
    void add_point(const Phi& phi, const Vec3& along, double weight) {
        const Index k = phi.size();
        auto form = next_form(weight);
        for (Index axis = 0; axis < axes; ++axis) {
            form.segment(axis * k, k) = (std::sqrt(std::abs(weight)) * along(axis)) * phi;
        }
    }
    // The resistance across the direction of a spring that is shorter than at rest is negative.
    template <typename Phi>
    void add_spring(const Phi& phi, const Spring& spring, const Vec3& d, double stiffness) {
        const double length = d.norm();
        if (length == 0.0) {
            for (Index axis = 0; axis < axes; ++axis) {
                add_point(phi, Vec3::Unit(axis), stiffness);
            }
            return;
        }
        const Vec3 along = d / length;
        const Vec3 across = along.unitOrthogonal();
        const double resistance = stiffness * share_across(spring, length);
        add_point(phi, along, stiffness);
        for (const Vec3& direction : {across, Vec3(along.cross(across))}) {
            add_point(phi, direction, as_at_rest ? std::max(resistance, 0.0) : resistance);
        }
    }
};

StepDerivative::Set StepDerivative::set_of(const ClusterSet& clusters) {
    Set set{unpacked(clusters.GKB, clusters.cluster_count, clusters.coordinate_count).transpose(),
            unpacked(clusters.GKJ, clusters.cluster_count, clusters.rig_count).transpose(),
            Vector(clusters.cluster_count), Vector(clusters.cluster_count)};
    std::copy_n(clusters.w.begin(), set.w.size(), set.w.begin());
    std::copy_n(clusters.l.begin(), set.l.size(), set.l.begin());
    return set;
}

StepDerivative::StepDerivative(const ReducedModel& model) : model_(&model), axes_(model.is_planar ? 2 : 3) {
    for (const ClusterSet& set : model.sets) {
        passive_.push_back(set_of(set));
    }
    if (!model.actuation) {
        return;
    }
    target_ = set_of(model.actuation->rest);
    for (const ClusterSet& muscle : model.actuation->muscles) {
        muscles_.push_back(set_of(muscle));
    }
}

StepDerivative::Result StepDerivative::result(const Workspace& workspace) const {
    const Index k = model_->coordinate_count();
    const Index contacts = workspace.contact.listed.system.capacity();
    Index forms = forms_a_cluster * target_.w.size() + contacts + 3 * workspace.handle_capacity();
    for (const Set& set : passive_) {
        forms += forms_a_cluster * set.w.size();
    }
    Result result;
    result.response.resize(1, model_->muscle_count());
    result.spring_response.resize(1, workspace.handle_capacity());
    const Index unknowns = axes_ * k;
    result.adjoint.resize(unknowns, 1);
    result.contacts = contact_adjoint(unknowns, axes_ * contacts);
    result.H.resize(unknowns, unknowns);
    result.E.resize(unknowns, model_->muscle_count());
    result.forms.resize(unknowns, forms);
    result.target.resize(k, 3);
    result.Z.resize(k, 3);
    return result;
}

namespace {

template <typename Assembly>
TurningRoot root_of(const Mat3& turning, const Assembly& assembly) {
    return assembly.axes == 2 ? planar_turning_root(turning, assembly.as_at_rest)
                              : turning_root(turning, assembly.as_at_rest);
}

} // namespace

void StepDerivative::add_passive(const Controls& controls, const Workspace& workspace, Assembly& assembly) const {
    for (const Set& set : passive_) {
        for (Index c = 0; c < set.w.size(); ++c) {
            const auto gradient = set.on_Z.middleCols<3>(3 * c);
            const ClusterState cluster =
                cluster_state(gradient_product(assembly.result.Z, gradient) +
                              gradient_product(workspace.prediction.P_ahead, set.on_P.middleCols<3>(3 * c)));
            const double l = controls.lambda_scale * set.l(c);
            const double pull = controls.young_scale * (set.w(c) - l * cluster.stretch);
            assembly.add_rotation(gradient, cluster, root_of(cluster.turning, assembly), pull);
            if (l > 0.0) {
                assembly.add_volume(gradient, cluster, controls.young_scale * l);
            }
        }
    }
}

void StepDerivative::add_active(const Controls& controls, const Workspace& workspace, Assembly& assembly) const {
    const Index k = model_->coordinate_count();
    const double scale = controls.young_scale * muscle_stiffness_scale(*model_, controls);
    const AffineStack& P = workspace.prediction.P_ahead;
    Result& result = assembly.result;
    result.E.setZero();
    for (Index c = 0; c < target_.w.size() && scale > 0.0; ++c) {
        result.target = target_.on_Z.middleCols<3>(3 * c);
        Mat3 rig_F = gradient_product(P, target_.on_P.middleCols<3>(3 * c));
        for (Index v = 0; v < controls.activation.size(); ++v) {
            const Set& muscle = muscles_[static_cast<std::size_t>(v)];
            result.target += controls.activation(v) * muscle.on_Z.middleCols<3>(3 * c);
            rig_F += controls.activation(v) * gradient_product(P, muscle.on_P.middleCols<3>(3 * c));
        }
        const ClusterState cluster = cluster_state(gradient_product(result.Z, result.target) + rig_F);
        const double pull = scale * target_.w(c);
        const TurningRoot root = root_of(cluster.turning, assembly);
        assembly.add_rotation(result.target, cluster, root, pull);
        const Mat3 turning_inverse = root.inverse();
        for (Index v = 0; v < model_->muscle_count(); ++v) {
            const Set& muscle = muscles_[static_cast<std::size_t>(v)];
            const auto added = muscle.on_Z.middleCols<3>(3 * c);
            const Mat3 dF = gradient_product(result.Z, added) + gradient_product(P, muscle.on_P.middleCols<3>(3 * c));
            const Vec3 turned = turning_inverse * axial(cluster.R.transpose() * dF);
            for (Index axis = 0; axis < axes_; ++axis) {
                auto E = result.E.col(v).segment(axis * k, k);
                E -= added.lazyProduct(Vec3(pull * cluster.R.row(axis).transpose()));
                E -= result.target.lazyProduct(Vec3(pull * axial_forms(cluster.R, axis) * turned));
            }
        }
    }
}

namespace {

// Writes the contacts that carry a force: their rows and force columns, and, in H, how the direction of sliding
// friction changes. Returns the number of rows.
template <typename Assembly>
Index add_contacts(const ReducedModel& model, const Workspace& workspace, Assembly& assembly) {
    StepDerivative::Result& result = assembly.result;
    const ContactScratch& contact = workspace.contact;
    const Index k = model.coordinate_count();
    const ContactSystem& system = contact.listed.system;
    const Index count = contact.listed.in_use ? system.count() : 0;
    result.sticking = 0;
    result.sliding = 0;
    const double largest = count > 0 ? largest_push(system) : 0.0;
    const double unknown_weight = workspace.objective.unknown_weight;
    Index row = 0;
    const auto add_row = [&](const auto& phi, const Vec3& along, const Vec3& force) {
        for (Index axis = 0; axis < assembly.axes; ++axis) {
            result.contacts.rows.col(row).segment(axis * k, k) = along(axis) * phi;
            result.contacts.forces.col(row).segment(axis * k, k) = force(axis) * phi;
        }
        ++row;
    };
    for (Index i = 0; i < count; ++i) {
        const auto motion = motion_of(system, i, largest);
        if (!motion) {
            continue;
        }
        const auto phi = contact.phi.col(i);
        if (motion->sticks) {
            ++result.sticking;
            for (Index axis = 0; axis < assembly.axes; ++axis) {
                add_row(phi, Vec3::Unit(axis), Vec3::Unit(axis));
            }
            continue;
        }
        ++result.sliding;
        add_row(phi, motion->normal, motion->direction());
        const Vec3 at = contact.offset.row(i).transpose() + unknown_weight * product(phi, workspace.now.Z);
        const Contact& listed = system.contacts[static_cast<std::size_t>(i)];
        const double turn = unknown_weight * turning_resistance(*motion, listed, at, model.frame.scale);
        if (turn > 0.0) {
            assembly.add_point(phi, motion->normal.cross(motion->against), turn);
        }
    }
    return row;
}

} // namespace

bool StepDerivative::factor(const Controls& controls, const Workspace& workspace, bool as_at_rest, Result& result,
                            Index& contact_rows) const {
    const Index k = model_->coordinate_count();
    Assembly assembly{result, axes_, as_at_rest};
    result.Z = workspace.now.Z;
    add_passive(controls, workspace, assembly);
    add_active(controls, workspace, assembly);
    contact_rows = add_contacts(*model_, workspace, assembly);
    const HandleSystem& handles = workspace.objective.handles;
    const auto springs = static_cast<Index>(controls.springs.size());
    for (Index i = 0; i < handles.count - springs; ++i) {
        for (Index axis = 0; axis < axes_; ++axis) {
            assembly.add_point(handles.phi.col(i), Vec3::Unit(axis), handles.stiffness(i));
        }
    }
    for (Index i = 0; i < springs; ++i) {
        const Spring& spring = controls.springs[static_cast<std::size_t>(i)];
        const Index column = handles.count - springs + i;
        assembly.add_spring(handles.phi.col(column), spring,
                            vector_at(spring, i, workspace.objective.springs, workspace.now.Z),
                            handles.stiffness(column));
    }
    result.H.setZero();
    for (Index axis = 0; axis < axes_; ++axis) {
        result.H.diagonal().segment(axis * k, k) = workspace.objective.D.col(axis);
    }
    add_outer_products(result.H, 1.0, result.forms.leftCols(assembly.added));
    add_outer_products(result.H, -1.0, result.forms.rightCols(assembly.subtracted));
    return factor_cholesky(result.H);
}

namespace {

// With adjoint (3k x c) the solution H X = A but for the contacts: A'dvec(Z)/dl = unknown_weight X' (k u (x) phi).
void add_spring_responses(const Controls& controls, const Workspace& workspace, const Eigen::Ref<const Matrix>& adjoint,
                          Matrix& response) {
    const Index k = workspace.now.Z.rows();
    Index column = 0;
    for (const Spring& spring : controls.springs) {
        const Vec3 d = vector_at(spring, column, workspace.objective.springs, workspace.now.Z);
        const double length = d.norm();
        const Vec3 pull = length > 0.0 ? Vec3(spring.stiffness / length * d) : Vec3(Vec3::Zero());
        for (Index row = 0; row < adjoint.cols(); ++row) {
            double sum = 0.0;
            for (Index axis = 0; axis < adjoint.rows() / k; ++axis) {
                sum += pull(axis) * adjoint.col(row).segment(axis * k, k).dot(spring.span.phi);
            }
            response(row, column) = workspace.objective.unknown_weight * sum;
        }
        ++column;
    }
}

} // namespace

bool StepDerivative::compute(const Controls& controls, const Workspace& workspace, const Eigen::Ref<const Matrix>& A,
                             Result& result) const {
    Index rows = 0;
    if (!factor(controls, workspace, false, result, rows) && !factor(controls, workspace, true, result, rows)) {
        return false;
    }
    const Index columns = A.cols();
    if (result.response.rows() < columns) {
        result.response.resize(columns, model_->muscle_count());
        result.spring_response.resize(columns, workspace.handle_capacity());
        result.adjoint.resize(result.H.rows(), columns);
    }
    auto adjoint = result.adjoint.leftCols(columns);
    adjoint = A.topRows(result.H.rows());
    solve_adjoint(result.H, rows, result.contacts, adjoint);
    add_spring_responses(controls, workspace, adjoint, result.spring_response);
    auto response = result.response.topRows(columns);
    if (model_->actuation) {
        compute_gram(adjoint, result.E, response);
        response *= -workspace.objective.unknown_weight;
    }
    const auto springs = static_cast<Index>(controls.springs.size());
    return response.allFinite() && result.spring_response.topLeftCorner(columns, springs).allFinite();
}

} // namespace limber
