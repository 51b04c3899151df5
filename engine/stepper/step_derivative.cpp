// SPDX-License-Identifier: MIT
#include "engine/stepper/step_derivative.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr Index forms_a_cluster = 4; // three rotations and the volume
constexpr std::array<std::pair<Index, Index>, 3> axis_pairs{{{0, 1}, {0, 2}, {1, 2}}};
constexpr double open_force = 1e-9;      // of the largest normal force: a smaller one is none
constexpr double sticking_margin = 1e-6; // of the friction cone
constexpr double slip_min = 1e-9;        // of the body's size
constexpr double redundant_rows = 1e-10; // of the largest diagonal entry, added to it

// F = U diag(s) V', U V' the rotation nearest to F: the last value is negative for a reflection.
struct SignedSvd {
    Mat3 U;
    Vec3 s;
    Mat3 V;

    Mat3 rotation() const {
        return U * V.transpose();
    }
};

SignedSvd signed_svd(const Mat3& F) {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    SignedSvd result{svd.matrixU(), svd.singularValues(), svd.matrixV()};
    if ((result.U * result.V.transpose()).determinant() < 0.0) {
        result.U.col(2) *= -1.0;
        result.s(2) *= -1.0;
    }
    return result;
}

// A cluster at the end of a step.
struct ClusterState {
    Matrix gradient; // k x 3: F = Z' gradient + the rig's part
    SignedSvd svd;
    double stretch = 0.0; // <R, F> - 3
};

ClusterState cluster_state(Matrix gradient, const Mat3& rig_F, const Coordinates& Z) {
    const Mat3 F = Z.transpose() * gradient + rig_F;
    ClusterState state{std::move(gradient), signed_svd(F), 0.0};
    state.stretch = state.svd.s.sum() - 3.0;
    return state;
}

// The divisor of a rotation's derivative.
double sum_of_pair(const Vec3& s, Index i, Index j, bool as_at_rest) {
    const double sum = s(i) + s(j);
    return as_at_rest ? std::max(sum, 2.0) : sum;
}

// dF -> (U' dF V)_ij - (U' dF V)_ji
void write_rotation_form(const ClusterState& cluster, Index i, Index j, Eigen::Ref<Vector> form) {
    const Index k = cluster.gradient.rows();
    const Mat3& U = cluster.svd.U;
    const Vector along_i = cluster.gradient * cluster.svd.V.col(i);
    const Vector along_j = cluster.gradient * cluster.svd.V.col(j);
    for (Index axis = 0; axis < 3; ++axis) {
        form.segment(axis * k, k) = U(axis, i) * along_j - U(axis, j) * along_i;
    }
}

// dF -> <R, dF>
void write_stretch_form(const Matrix& gradient, const Mat3& R, Eigen::Ref<Vector> form) {
    const Index k = gradient.rows();
    for (Index axis = 0; axis < 3; ++axis) {
        form.segment(axis * k, k) = gradient * R.row(axis).transpose();
    }
}

// The contacts that carry a force at the end of a step, as rows of the linear system.
struct ContactRows {
    Matrix rows;   // c x 3k
    Matrix forces; // 3k x c: the force on the coordinates for a unit of each unknown force
};

Vec3 tangential(const Vec3& normal, const Vec3& vector) {
    return vector - normal.dot(vector) * normal;
}

} // namespace

struct StepDerivative::Assembly {
    Result& result;
    Index form_count = 0;

    Eigen::Ref<Vector> next_form(double weight) {
        result.weights(form_count) = weight;
        return result.forms.col(form_count++);
    }
};

StepDerivative::Set StepDerivative::set_of(const ClusterSet& clusters) {
    Set set{unpacked(clusters.GKB, clusters.cluster_count, clusters.coordinate_count),
            unpacked(clusters.GKJ, clusters.cluster_count, clusters.rig_count), Vector(clusters.cluster_count),
            Vector(clusters.cluster_count)};
    std::copy_n(clusters.w.begin(), set.w.size(), set.w.begin());
    std::copy_n(clusters.l.begin(), set.l.size(), set.l.begin());
    return set;
}

StepDerivative::StepDerivative(const ReducedModel& model) : model_(&model) {
    EXPECTS(model.actuation);
    for (const ClusterSet& set : model.sets) {
        passive_.push_back(set_of(set));
    }
    target_ = set_of(model.actuation->rest);
    for (const ClusterSet& muscle : model.actuation->muscles) {
        muscles_.push_back(set_of(muscle));
    }
}

StepDerivative::Result StepDerivative::result() const {
    const Index unknowns = 3 * model_->coordinate_count();
    Index forms = forms_a_cluster * target_.w.size();
    for (const Set& set : passive_) {
        forms += forms_a_cluster * set.w.size();
    }
    const Index muscles = model_->muscle_count();
    return {Matrix(unknowns, muscles),
            0,
            0,
            Matrix(unknowns, unknowns),
            Matrix(unknowns, muscles),
            Matrix(unknowns, forms),
            Vector(forms)};
}

void StepDerivative::add_passive(const Controls& controls, const Workspace& workspace, bool as_at_rest,
                                 Assembly& assembly) const {
    for (const Set& set : passive_) {
        for (Index c = 0; c < set.w.size(); ++c) {
            const Mat3 rig_F = workspace.prediction.P_ahead.transpose() * set.on_P.middleRows<3>(3 * c).transpose();
            const ClusterState cluster =
                cluster_state(set.on_Z.middleRows<3>(3 * c).transpose(), rig_F, workspace.now.Z);
            const double l = controls.lambda_scale * set.l(c);
            const double pull = controls.young_scale * (set.w(c) - l * cluster.stretch);
            for (const auto& [i, j] : axis_pairs) {
                write_rotation_form(cluster, i, j,
                                    assembly.next_form(-pull / sum_of_pair(cluster.svd.s, i, j, as_at_rest)));
            }
            if (l > 0.0) {
                write_stretch_form(cluster.gradient, cluster.svd.rotation(),
                                   assembly.next_form(controls.young_scale * l));
            }
        }
    }
}

void StepDerivative::add_active(const Controls& controls, const Workspace& workspace, bool as_at_rest,
                                Assembly& assembly) const {
    const Index k = model_->coordinate_count();
    const double scale = controls.young_scale * muscle_stiffness_scale(*model_, controls);
    const AffineStack& P = workspace.prediction.P_ahead;
    Result& result = assembly.result;
    result.E.setZero();
    for (Index c = 0; c < target_.w.size() && scale > 0.0; ++c) {
        Matrix gradient = target_.on_Z.middleRows<3>(3 * c).transpose();
        Mat3 rig_F = P.transpose() * target_.on_P.middleRows<3>(3 * c).transpose();
        for (Index v = 0; v < controls.activation.size(); ++v) {
            const Set& muscle = muscles_[static_cast<std::size_t>(v)];
            gradient += controls.activation(v) * muscle.on_Z.middleRows<3>(3 * c).transpose();
            rig_F += controls.activation(v) * P.transpose() * muscle.on_P.middleRows<3>(3 * c).transpose();
        }
        const ClusterState cluster = cluster_state(std::move(gradient), rig_F, workspace.now.Z);
        const double pull = scale * target_.w(c);
        const Mat3 R = cluster.svd.rotation();
        const Index first_form = assembly.form_count;
        for (const auto& [i, j] : axis_pairs) {
            write_rotation_form(cluster, i, j,
                                assembly.next_form(-pull / sum_of_pair(cluster.svd.s, i, j, as_at_rest)));
        }
        for (Index v = 0; v < model_->muscle_count(); ++v) {
            const Set& muscle = muscles_[static_cast<std::size_t>(v)];
            const Eigen::Matrix<double, Eigen::Dynamic, 3> added = muscle.on_Z.middleRows<3>(3 * c).transpose();
            const Mat3 dF =
                workspace.now.Z.transpose() * added + P.transpose() * muscle.on_P.middleRows<3>(3 * c).transpose();
            const Mat3 turned = cluster.svd.U.transpose() * dF * cluster.svd.V;
            for (Index axis = 0; axis < 3; ++axis) {
                result.E.col(v).segment(axis * k, k) -= pull * (added * R.row(axis).transpose());
            }
            for (std::size_t pair = 0; pair < axis_pairs.size(); ++pair) {
                const auto [i, j] = axis_pairs[pair];
                const Index form = first_form + static_cast<Index>(pair);
                result.E.col(v) += result.weights(form) * (turned(i, j) - turned(j, i)) * result.forms.col(form);
            }
        }
    }
}

bool StepDerivative::assemble(const Controls& controls, const Workspace& workspace, bool as_at_rest,
                              Result& result) const {
    const Index k = model_->coordinate_count();
    Assembly assembly{result};
    add_passive(controls, workspace, as_at_rest, assembly);
    add_active(controls, workspace, as_at_rest, assembly);
    const auto forms = result.forms.leftCols(assembly.form_count);
    result.H.noalias() = forms * result.weights.head(assembly.form_count).asDiagonal() * forms.transpose();
    const HandleSystem& handles = workspace.objective.handles;
    for (Index axis = 0; axis < 3; ++axis) {
        auto block = result.H.block(axis * k, axis * k, k, k);
        block.diagonal() += workspace.objective.D.col(axis);
        for (Index i = 0; i < handles.count; ++i) {
            block.noalias() += handles.stiffness(i) * handles.phi.col(i) * handles.phi.col(i).transpose();
        }
    }
    return result.H.allFinite() && result.E.allFinite();
}

namespace {

// Adds the contacts that carry a force to the system: their rows and force columns, and, in H, how the direction of
// sliding friction changes.
ContactRows contact_rows_of(const ReducedModel& model, const Workspace& workspace, StepDerivative::Result& result) {
    const ContactScratch& contact = workspace.contact;
    const Index k = model.coordinate_count();
    const Index count = contact.in_use ? contact.system.count() : 0;
    result.sticking = 0;
    result.sliding = 0;
    ContactRows system{Matrix::Zero(3 * count, 3 * k), Matrix::Zero(3 * k, 3 * count)};
    double largest = 0.0;
    for (Index i = 0; i < count; ++i) {
        const Contact& listed = contact.system.contacts[static_cast<std::size_t>(i)];
        largest = std::max(largest, listed.normal.dot(contact.system.force.row(i)));
    }
    const double unknown_weight = workspace.objective.unknown_weight;
    Index row = 0;
    const auto add_row = [&](const Vector& phi, const Vec3& along, const Vec3& force) {
        for (Index axis = 0; axis < 3; ++axis) {
            system.rows.row(row).segment(axis * k, k) = along(axis) * phi.transpose();
            system.forces.col(row).segment(axis * k, k) = force(axis) * phi;
        }
        ++row;
    };
    for (Index i = 0; i < count; ++i) {
        const Contact& listed = contact.system.contacts[static_cast<std::size_t>(i)];
        const Vec3 force = contact.system.force.row(i);
        const double push = listed.normal.dot(force);
        if (!(push > open_force * largest)) {
            continue;
        }
        const Vector phi = contact.phi.col(i);
        const Vec3 friction = tangential(listed.normal, force);
        const bool sticks = contact.system.law == Friction::damped ||
                            friction.norm() < (1.0 - sticking_margin) * listed.friction * push;
        if (sticks) {
            ++result.sticking;
            for (Index axis = 0; axis < 3; ++axis) {
                add_row(phi, Vec3::Unit(axis), Vec3::Unit(axis));
            }
            continue;
        }
        ++result.sliding;
        const Vec3 against = friction.norm() > 0.0 ? Vec3(friction.normalized()) : Vec3::Zero();
        add_row(phi, listed.normal, listed.normal + listed.friction * against);
        const Vec3 at = contact.offset.row(i).transpose() + unknown_weight * product(phi, workspace.now.Z);
        const double slip = tangential(listed.normal, at - listed.anchor).norm();
        if (slip > slip_min * model.frame.scale) {
            const Vec3 across = listed.normal.cross(against);
            const double turn = listed.friction * push / slip * unknown_weight;
            for (Index a = 0; a < 3; ++a) {
                for (Index b = 0; b < 3; ++b) {
                    result.H.block(a * k, b * k, k, k).noalias() +=
                        turn * across(a) * across(b) * phi * phi.transpose();
                }
            }
        }
    }
    system.rows.conservativeResize(row, Eigen::NoChange);
    system.forces.conservativeResize(Eigen::NoChange, row);
    return system;
}

} // namespace

bool StepDerivative::compute(const Controls& controls, const Workspace& workspace, Result& result) const {
    for (const bool as_at_rest : {false, true}) {
        if (!assemble(controls, workspace, as_at_rest, result)) {
            return false;
        }
        const ContactRows contacts = contact_rows_of(*model_, workspace, result);
        const Eigen::LLT<Eigen::Ref<Matrix>> H(result.H);
        if (H.info() != Eigen::Success) {
            continue;
        }
        result.response = -H.solve(result.E);
        if (contacts.rows.rows() > 0) {
            const Matrix moved = H.solve(contacts.forces);
            Matrix coupling = contacts.rows * moved;
            coupling.diagonal().array() += redundant_rows * coupling.diagonal().cwiseAbs().maxCoeff();
            result.response -= moved * coupling.partialPivLu().solve(contacts.rows * result.response);
        }
        result.response *= workspace.objective.unknown_weight;
        return result.response.allFinite();
    }
    return false;
}

} // namespace limber
