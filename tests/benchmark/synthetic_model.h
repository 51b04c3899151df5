// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/random.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/state.h"

#include <cmath>

/// Synthetic models without meshes: the cost of a step depends only on the counts of modes, clusters, bones and
/// muscles.
namespace limber {

/// The label of every benchmark with such a model.
inline constexpr const char* on_synthetic_matrices = "synthetic matrices";

/// A model with plausible entries: every cluster near the identity, secondary motion of a few percent.
inline ReducedModel synthetic_model(Index modes, Index clusters) {
    Rng rng(1);
    const auto noise = [&] {
        return rng.normal();
    };
    const Index k = 4 * modes;
    ReducedModel model;
    model.T = Matrix::Identity(k, k);
    model.stiffness = Vector::NullaryExpr(k, [&] { return rng.uniform(1e3, 1e5); });
    const Vector w = Vector::NullaryExpr(clusters, [&] { return rng.uniform(1.0, 2.0); });
    const Matrix GKB = Matrix::NullaryExpr(3 * clusters, k, noise);
    Matrix GKJ = Matrix::Zero(3 * clusters, 4);
    for (Index c = 0; c < clusters; ++c) {
        GKJ.block<3, 3>(3 * c, 0) = Mat3::Identity();
    }
    model.sets = {cluster_set(GKB, GKJ, w, Vector::Zero(clusters))};
    model.BLJ = Matrix::Zero(k, 4);
    model.BMJ = Matrix::NullaryExpr(k, 4, noise);
    model.BM1 = Vector::NullaryExpr(k, noise);
    model.JLJ = Matrix::Identity(4, 4);
    model.JMJ = Matrix::Identity(4, 4);
    return model;
}

/// The same model with muscles, each of which adds a few percent to the clusters' gradients.
inline ReducedModel synthetic_model(Index modes, Index clusters, Index muscles, Index actuation_clusters) {
    Rng rng(3);
    const auto noise = [&] {
        return 0.1 * rng.normal();
    };
    ReducedModel model = synthetic_model(modes, clusters);
    const Index k = model.coordinate_count();
    const Vector none = Vector::Zero(actuation_clusters);
    const auto part = [&](const Vector& w) {
        Matrix GKJ = Matrix::NullaryExpr(3 * actuation_clusters, 4, noise);
        for (Index c = 0; c < actuation_clusters && w.sum() > 0.0; ++c) {
            GKJ.block<3, 3>(3 * c, 0) = Mat3::Identity();
        }
        return cluster_set(Matrix::NullaryExpr(3 * actuation_clusters, k, noise), GKJ, w, none);
    };
    ActuationSet& set = model.actuation.emplace();
    set.rest = part(Vector::Ones(actuation_clusters));
    for (Index v = 0; v < muscles; ++v) {
        set.muscles.push_back(part(none));
    }
    set.linear = Vector::Zero(muscles);
    set.quadratic = Matrix::Identity(muscles, muscles);
    return model;
}

inline Controls controls_for(const ReducedModel& model) {
    Controls controls;
    controls.P = AffineStack::Zero(4 * model.rig_map_count(), 3);
    controls.P.topRows<3>().setIdentity();
    return controls;
}

/// A state near the rest pose, as of a running character.
inline AffineStack some_motion(const ReducedModel& model) {
    Rng rng(2);
    const double size = 0.1 / std::sqrt(static_cast<double>(model.coordinate_count()));
    return AffineStack::NullaryExpr(model.coordinate_count(), 3, [&] { return size * rng.normal(); });
}

} // namespace limber
