// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_derivative.h"
#include "engine/stepper/step_derivative.h"

#include <variant>
#include <vector>

/// A step whose end is derived by the rest lengths of the body's springs, in whichever subspace it has: stepper/step.h
/// in a skinning subspace, or cubature/cubature_step.h, Newton's method in a linear one. The unknowns are the numbers
/// of State.Z in the order of that derivative.
namespace limber {

/// The sizes of the steps.
struct SpringStepSizes {
    Index handle_capacity = 64; // of handles and springs together
    Index contact_points = 0;
    InstructionSet instruction_set = widest_instruction_set(); // of a skinning subspace
};

class SpringStep {
public:
    /// The model must outlive it.
    SpringStep(const ReducedModel& model, const SpringStepSizes& sizes);
    SpringStep(const CubatureModel& model, const SpringStepSizes& sizes);

    Index unknown_count() const;
    /// [m] of the body.
    double size() const;
    /// The unknowns of a state, unknown_count numbers.
    void copy_unknowns(const State& state, Eigen::Ref<Vector> z) const;
    /// Of the position of a point along an axis: its derivative by the unknowns.
    void copy_gradient(const BodyPoint& point, Index axis, Eigen::Ref<Vector> gradient) const;

    /// Returns false if the end is not finite; the state is then unchanged.
    bool advance(const Controls& controls, State& state);
    /// After a step with these controls. A: unknown_count x c. Returns false if there is no derivative.
    bool derive(const Controls& controls, const Matrix& A);
    /// At least c x as many as springs, in the first rows and columns: A' times the derivative of the unknowns.
    const Matrix& response() const;

private:
    struct OfSkinning {
        const ReducedModel* model;
        StepDerivative derivative;
        Workspace workspace;
        StepDerivative::Result derived;
    };
    struct OfNewton {
        const CubatureModel* model;
        CubatureWorkspace workspace;
        CubatureDerivative derived;
        std::vector<GeneralHandle> handles;
    };
    static OfSkinning skinning(const ReducedModel& model, const SpringStepSizes& sizes);
    static OfNewton newton(const CubatureModel& model, const SpringStepSizes& sizes);

    std::variant<OfSkinning, OfNewton> step_;
};

} // namespace limber
