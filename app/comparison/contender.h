// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_motion.h"
#include "engine/general_basis/general_step.h"

#include <memory>
#include <string>

/// What is compared with full space: each steps a body of its own, and beside it once from the state of full space.
namespace limber::app {

class Contender {
public:
    virtual ~Contender() = default;

    /// `full`: the state of full space before the step. Fails with not_converged.
    virtual Result<Done> step(const State& full) = 0;
    /// n x 3 [m], after the step.
    virtual Points positions() const = 0;
    /// Of the step from the state of full space.
    virtual Points one_step_positions() const = 0;
    /// Wall time of the step [s].
    virtual double step_seconds() const = 0;
};

/// The subspace of a scene's character, with the product's own step.
class SkinningContender : public Contender {
public:
    /// The scene has one character and must outlive this.
    explicit SkinningContender(SceneMotion& scene);

    const MovingCharacter& moving() const {
        return scene_.characters().front();
    }

    Result<Done> step(const State& full) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override;

private:
    const Character& character() const {
        return *moving().character;
    }
    Points positions_of(const State& state) const;
    AffineStack projected(const AffineStack& displacement) const;

    SceneMotion& scene_;
    ThreadPool alone_;
    Matrix basis_; // n x k
    Workspace workspace_;
    State one_step_;
};

/// Any linear subspace of displacements, under the controls of another contender, which steps first.
class LinearContender : public Contender {
public:
    /// `basis`: 3n x m, vertex by vertex. Fails as general_model.
    static Result<std::unique_ptr<Contender>> of(const SkinningContender& leader, const Matrix& basis);

    Result<Done> step(const State& full) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override {
        return step_seconds_;
    }

private:
    LinearContender(const SkinningContender& leader, GeneralModel model);

    const SkinningContender& leader_;
    GeneralModel model_;
    GeneralWorkspace workspace_;
    State state_;
    State one_step_;
    double step_seconds_ = 0.0;
};

} // namespace limber::app
