// SPDX-License-Identifier: MIT
#include "app/comparison/contender.h"

#include "app/character/material_scales.h"
#include "engine/core/stopwatch.h"
#include "engine/subspace/skinning_basis.h"

#include <utility>

namespace limber::app {
namespace {

Error failed_step() {
    return {ErrorKind::not_converged, "a step is not finite; use a smaller time step or a realistic material", {}};
}

Matrix skinning_basis_of(const Character& character) {
    const ReducedModel& model = character.model;
    return skinning_basis(in_frame(character.mesh.X, model.frame), character.modes->W, {}) * model.T;
}

std::vector<GeneralHandle> handles_of(const GeneralModel& model, const MovingCharacter& moving) {
    std::vector<GeneralHandle> handles;
    for (const PointHandle& handle : moving.motion.held_handles(moving.controls)) {
        handles.push_back(general_handle(model, handle.vertices, handle.barycentric, handle.stiffness, handle.target));
    }
    return handles;
}

} // namespace

SkinningContender::SkinningContender(SceneMotion& scene)
    : scene_(scene), alone_({.count = 1}), basis_(skinning_basis_of(character())),
      workspace_(character().model, handles_max, moving().motion.instruction_set()) {}

// B'MB is the identity.
AffineStack SkinningContender::projected(const AffineStack& displacement) const {
    return basis_.transpose() * (character().mass.asDiagonal() * displacement);
}

Points SkinningContender::positions_of(const State& state) const {
    return reconstructed(character().model, state, character().mesh.X, character().rig.W, character().modes->W);
}

Result<Done> SkinningContender::step(const State& full) {
    one_step_ = moving().motion.state();
    one_step_.Z = projected(full.Z);
    one_step_.Zdot = projected(full.Zdot);
    one_step_.previous.Z = projected(full.previous.Z);
    one_step_.previous.Zdot = projected(full.previous.Zdot);
    one_step_.previous.time_step = full.previous.time_step;
    const StepReport report = scene_.step(alone_).front();
    const StepReport beside = limber::step(character().model, moving().motion.controls(), one_step_, workspace_);
    const bool is_finite = report.status != StepStatus::not_finite && beside.status != StepStatus::not_finite;
    return is_finite ? Result<Done>(Done{}) : failed_step();
}

Points SkinningContender::positions() const {
    return positions_of(moving().motion.state());
}

Points SkinningContender::one_step_positions() const {
    return positions_of(one_step_);
}

double SkinningContender::step_seconds() const {
    return moving().motion.step_seconds();
}

LinearContender::LinearContender(const SkinningContender& leader, GeneralModel model)
    : leader_(leader), model_(std::move(model)), workspace_(model_, leader.moving().motion.instruction_set()),
      state_(general_rest(model_, leader.moving().motion.posed())) {}

Result<std::unique_ptr<Contender>> LinearContender::of(const SkinningContender& leader, const Matrix& basis) {
    const Character& character = *leader.moving().character;
    const Material material = with_volume(character.material, character.description.material);
    auto model = general_model(character.mesh, material, character.rig, character.is_held ? character.leak : Vector(),
                               basis, character.clusters);
    if (!model) {
        return model.error();
    }
    return std::unique_ptr<Contender>(new LinearContender(leader, std::move(model).value()));
}

Result<Done> LinearContender::step(const State& full) {
    const MovingCharacter& moving = leader_.moving();
    const Vector& mass = moving.character->mass;
    const std::vector<GeneralHandle> handles = handles_of(model_, moving);
    one_step_ = full;
    one_step_.Z = projected(model_, mass, full.Z);
    one_step_.Zdot = projected(model_, mass, full.Zdot);
    one_step_.previous.Z = projected(model_, mass, full.previous.Z);
    one_step_.previous.Zdot = projected(model_, mass, full.previous.Zdot);
    const StepReport beside = general_step(model_, moving.motion.controls(), handles, one_step_, workspace_);
    const Stopwatch watch;
    const StepReport report = general_step(model_, moving.motion.controls(), handles, state_, workspace_);
    step_seconds_ = watch.seconds();
    const bool is_finite = report.status != StepStatus::not_finite && beside.status != StepStatus::not_finite;
    return is_finite ? Result<Done>(Done{}) : failed_step();
}

Points LinearContender::positions() const {
    return limber::positions(model_, state_.Z, state_.P);
}

Points LinearContender::one_step_positions() const {
    return limber::positions(model_, one_step_.Z, one_step_.P);
}

} // namespace limber::app
