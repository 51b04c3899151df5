// SPDX-License-Identifier: MIT
#include "engine/control/muscle_meter.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/model/reduced_model.h"

namespace limber {

MuscleMeter::MuscleMeter(const ReducedModel& model) : muscles_(model.muscle_count()) {
    if (!model.actuation) {
        return;
    }
    const ActuationSet& actuation = *model.actuation;
    clusters_ = actuation.rest.cluster_count;
    const Index rows = 3 * clusters_;
    on_Z_.resize(rows * (muscles_ + 1), actuation.rest.coordinate_count);
    on_P_.resize(rows * (muscles_ + 1), actuation.rest.rig_count);
    for (Index v = 0; v <= muscles_; ++v) {
        const ClusterSet& set = v == 0 ? actuation.rest : actuation.muscles[static_cast<std::size_t>(v - 1)];
        on_Z_.middleRows(v * rows, rows) = unpacked(set.GKB, clusters_, set.coordinate_count);
        on_P_.middleRows(v * rows, rows) = unpacked(set.GKJ, clusters_, set.rig_count);
    }
    w_ = Vector::Map(actuation.rest.w.data(), clusters_);
    linear_ = actuation.linear;
    quadratic_ = actuation.quadratic;
}

MuscleMeter MuscleMeter::of_displacements(const GeneralActuation& actuation) {
    MuscleMeter meter;
    const ClusterSet& rest = actuation.rest.rig_and_weights;
    meter.muscles_ = actuation.muscle_count();
    meter.clusters_ = rest.cluster_count;
    const Index rows = 3 * meter.clusters_;
    const Index all_rows = rows * (meter.muscles_ + 1);
    Matrix on_z;
    meter.on_P_.resize(all_rows, rest.rig_count);
    for (Index v = 0; v <= meter.muscles_; ++v) {
        const GeneralClusters& part = v == 0 ? actuation.rest : actuation.muscles[static_cast<std::size_t>(v - 1)];
        const Matrix S = unpacked_rows(part);
        on_z.resize(3 * all_rows, S.cols()); // once
        for (Index axis = 0; axis < 3; ++axis) {
            for (Index c = 0; c < meter.clusters_; ++c) {
                on_z.middleRows<3>(axis * all_rows + v * rows + 3 * c) = S.middleRows<3>(9 * c + 3 * axis);
            }
        }
        meter.on_P_.middleRows(v * rows, rows) =
            unpacked(part.rig_and_weights.GKJ, meter.clusters_, part.rig_and_weights.rig_count);
    }
    meter.on_Z_ = by_columns_of_Z(on_z);
    meter.w_ = Vector::Map(rest.w.data(), meter.clusters_);
    meter.linear_ = actuation.energy.linear;
    meter.quadratic_ = actuation.energy.quadratic;
    return meter;
}

MuscleMeter::MuscleMeter(const Body& body)
    : MuscleMeter(!body.linear                   ? MuscleMeter(body.model)
                  : body.linear->model.actuation ? of_displacements(*body.linear->model.actuation)
                                                 : MuscleMeter()) {}

MuscleMeter::Scratch MuscleMeter::scratch() const {
    return {Matrix::Zero(on_P_.rows(), 3), Vector::Zero(muscles_), Vector::Zero(muscles_)};
}

void MuscleMeter::read(const Controls& controls, const State& state, const Vector& from, const Vector& to,
                       Scratch& scratch) const {
    EXPECTS(from.size() == muscles_ && to.size() == muscles_ && scratch.pulls.rows() == on_P_.rows());
    if (on_Z_.rows() == on_P_.rows()) {
        scratch.pulls.noalias() = on_Z_ * state.Z;
    } else {
        Eigen::Map<Vector>(scratch.pulls.data(), scratch.pulls.size()).noalias() =
            on_Z_ * Eigen::Map<const Vector>(state.Z.data(), state.Z.size());
    }
    scratch.pulls.noalias() += on_P_ * state.P;
    scratch.middle = 0.5 * (from + to);
    scratch.work = linear_;
    scratch.work.noalias() += quadratic_ * scratch.middle;
    const auto pull = [&](Index v, Index c) {
        return scratch.pulls.block<3, 3>(3 * (v * clusters_ + c), 0);
    };
    for (Index c = 0; c < clusters_; ++c) {
        Mat3 H = pull(0, c);
        for (Index v = 0; v < muscles_; ++v) {
            H += scratch.middle(v) * pull(v + 1, c);
        }
        const Mat3 Omega = nearest_rotation(H); // both are transposed, which changes no inner product
        for (Index v = 0; v < muscles_; ++v) {
            scratch.work(v) -= w_(c) * Omega.cwiseProduct(pull(v + 1, c)).sum();
        }
    }
    scratch.work.array() *= controls.young_scale * controls.muscle_stiffness_scale * (to - from).array();
}

} // namespace limber
