// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_step.h"
#include "engine/general_basis/general_step.h"
#include "tests/support/meshes.h"

#include <vector>

namespace limber::testing {

/// The objective of a step of Newton's method through a shaken place along a line, for finite differences. The model
/// must outlive it. It is prepared before it is evaluated.
struct ObjectiveOnALine {
    explicit ObjectiveOnALine(const CubatureModel& cubature)
        : model(cubature), objective(cubature_objective(model, 4)),
          motion(prediction(model.body.coordinate_count() / 3, model.body.J.cols())),
          at(iterate(model.body.coordinate_count() / 3)) {
        Rng rng(12);
        start = shaken(Coordinates::Zero(at.Z.rows(), 3), 0.02, rng);
        direction = shaken(Coordinates::Zero(at.Z.rows(), 3), 1.0, rng);
    }
    void prepare(const Controls& of_step, const State& state, const std::vector<GeneralHandle>& handles = {}) {
        controls = of_step;
        predict_motion(controls, state, false, motion);
        prepare_objective(model, controls, handles, motion, objective);
    }
    double value_at(double length) {
        at.Z = start + length * direction;
        evaluate(model, controls, objective, at);
        return at.objective;
    }
    double slope_at(double length) {
        value_at(length);
        return at.gradient.cwiseProduct(direction).sum();
    }

    const CubatureModel& model;
    Controls controls;
    CubatureObjective objective;
    Prediction motion;
    Iterate at;
    Coordinates start;
    Coordinates direction;
};

} // namespace limber::testing
