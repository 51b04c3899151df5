// SPDX-License-Identifier: MIT
#include "app/comparison/cubature_contender.h"

#include "app/character/material_scales.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/core/stopwatch.h"
#include "engine/general_basis/general_step.h"
#include "engine/stepper/springs.h"

#include <string>
#include <utility>

namespace limber::app {
namespace {

std::optional<Error> fault_in_cubature_of(const Character& character) {
    const auto refused = [&](const std::string& why) {
        return Error{ErrorKind::bad_input, why, character.description.name};
    };
    if (character.musculature.count() > 0) {
        return refused("a step with cubature points has no muscles: take them away");
    }
    if (character.contact_points) {
        return refused("a step with cubature points has no contact: take the obstacles away");
    }
    if (character.switched) {
        return refused(
            "a step with cubature points does not switch between loads: choose one subspace for all of them");
    }
    if (is_reconstructed(character)) {
        return refused("a subspace whose displacements are corrected for rotations has linear dynamics: choose another "
                       "kind");
    }
    return std::nullopt;
}

// The reduced model of a linear subspace, or of a skinning subspace as displacements.
Result<GeneralModel> general_model_of(const Character& character, const Material& material) {
    if (character.linear) {
        return character.linear->model;
    }
    return general_model(character.mesh, material, character.rig, character.is_held ? character.leak : Vector(),
                         displacement_basis(character), character.clusters);
}

PoseSource pose_source_of(const Character& character) {
    return {rig_maps(character.rig, rest_pose(character.rig.skeleton)), character.is_held,
            character.loads ? *character.loads : loads_everywhere(character.mass)};
}

Result<Cubature> cubature_of(const ElasticBody& body, const PoseSource& source, const CubatureChoice& choice,
                             Progress* progress) {
    CubatureOptions options;
    options.points = choice.points.value_or(options.points);
    options.error = choice.training_error.value_or(options.error);
    options.error_max = choice.training_error.value_or(options.error_max);
    options.threads = choice.threads;
    if (options.points >= body.mesh.tet_count()) {
        return whole_cubature(body.mesh.tet_count());
    }
    const auto poses = sampled_poses(body, source, {});
    return poses ? trained_cubature(body, poses.value(), options, progress) : poses.error();
}

} // namespace

CubatureContender::CubatureContender(CubatureModel model, Vector mass, double seconds)
    : model_(std::make_unique<const CubatureModel>(std::move(model))),
      mass_(std::move(mass)), cubature_{model_->point_count(), model_->cubature.training_error, seconds},
      workspace_(*model_, static_cast<Index>(handles_max + springs_max)) {}

Result<std::unique_ptr<CubatureContender>> CubatureContender::of(const CharacterPtr& character, const State& start,
                                                                 const CubatureChoice& choice, Progress* progress) {
    if (auto fault = fault_in_cubature_of(*character)) {
        return *fault;
    }
    // The material of the reduced model, which the scales of its controls refer to; the points are trained with the
    // ratio that it has in the scene.
    const MaterialDescription& described = character->description.material;
    const Material material = with_volume(character->material, described);
    const Material trained = vibration_material(character->material, described).material;
    const auto general = general_model_of(*character, material);
    if (!general) {
        return general.error();
    }
    const Stopwatch watch;
    auto cubature = cubature_of({character->mesh, trained, general.value(), choice.energy}, pose_source_of(*character),
                                choice, progress);
    if (!cubature) {
        return cubature.error();
    }
    CubatureModel model =
        cubature_model({character->mesh, material, general.value(), choice.energy}, std::move(cubature).value());
    std::unique_ptr<CubatureContender> contender(
        new CubatureContender(std::move(model), character->mass, watch.seconds()));
    contender->start_from(in_all_vertices(*character, start));
    return Result<std::unique_ptr<CubatureContender>>(std::move(contender));
}

State CubatureContender::nearest(const State& full) const {
    const auto coordinates = [&](const AffineStack& displacement) {
        return projected(model_->body, mass_, displacement);
    };
    State state = full;
    state.Z = coordinates(full.Z);
    state.Zdot = coordinates(full.Zdot);
    state.previous.Z = coordinates(full.previous.Z);
    state.previous.Zdot = coordinates(full.previous.Zdot);
    return state;
}

void CubatureContender::start_from(const State& full) {
    state_ = nearest(full);
}

// Notes the time of the step, without that of the points that the leader's controls name.
Result<Done> CubatureContender::advance(const LeaderStep& leader, State& state) {
    Controls controls = leader.controls;
    controls.handles.clear();
    controls.contact = {};
    controls.forces.clear();
    for (const AppliedForce& one : leader.forces) {
        controls.forces.push_back({general_point(model_->body, one.vertices, one.barycentric), one.force});
    }
    controls.springs.clear();
    for (const PointSpring& one : leader.springs) {
        controls.springs.push_back(spring_between(general_point(model_->body, one.from.vertices, one.from.barycentric),
                                                  general_point(model_->body, one.to.vertices, one.to.barycentric),
                                                  one.stiffness, one.rest_length));
    }
    std::vector<GeneralHandle> handles;
    for (const PointHandle& one : leader.handles) {
        handles.push_back(general_handle(model_->body, one.vertices, one.barycentric, one.stiffness, one.target));
    }
    const Stopwatch watch;
    const StepReport report = cubature_step(*model_, controls, handles, state, workspace_);
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> CubatureContender::step(const LeaderStep& leader) {
    return advance(leader, state_);
}

Result<Done> CubatureContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return advance(leader, one_step_);
}

Points CubatureContender::positions() const {
    return limber::positions(model_->body, state_.Z, state_.P);
}

Points CubatureContender::one_step_positions() const {
    return limber::positions(model_->body, one_step_.Z, one_step_.P);
}

} // namespace limber::app
