// SPDX-License-Identifier: MIT
#include "app/comparison/parameter_overrides.h"

#include "app/character/material_scales.h"
#include "app/character_build/build_character.h"

#include <utility>

namespace limber::app {
namespace {

class BodyWithParameters : public ReducedBody {
public:
    BodyWithParameters(std::unique_ptr<ReducedBody> body, const ParameterOverrides& parameters,
                       MaterialDescription built)
        : body_(std::move(body)), parameters_(parameters), built_(std::move(built)) {}

    void start_from(const State& full) override {
        body_->start_from(full);
    }
    Result<Done> step(const LeaderStep& leader) override {
        return body_->step(with_parameters(leader, parameters_, built_));
    }
    Result<Done> step_from(const State& full, const LeaderStep& leader) override {
        return body_->step_from(full, with_parameters(leader, parameters_, built_));
    }
    Points positions() const override {
        return body_->positions();
    }
    Points one_step_positions() const override {
        return body_->one_step_positions();
    }
    double step_seconds() const override {
        return body_->step_seconds();
    }
    Index coordinates() const override {
        return body_->coordinates();
    }

private:
    std::unique_ptr<ReducedBody> body_;
    ParameterOverrides parameters_;
    MaterialDescription built_;
};

} // namespace

CharacterDescription with_parameters(CharacterDescription description, const ParameterOverrides& parameters) {
    description.material.young = parameters.young.value_or(description.material.young);
    description.material.poisson = parameters.poisson.value_or(description.material.poisson);
    description.clusters = parameters.clusters.value_or(description.clusters);
    description.leak.amount = parameters.leak.value_or(description.leak.amount);
    if (!parameters.loads.empty()) {
        description.subspace_file = parameters.loads == "mass" ? "" : parameters.loads;
        description.loads.clear();
    }
    description.switches_loads = parameters.switched;
    if (parameters.energy) {
        description.newton = NewtonDescription{*parameters.energy};
    }
    if (description.newton) {
        NewtonDescription& newton = *description.newton;
        newton.points = parameters.points.value_or(newton.points);
        newton.training_error = parameters.training_error.value_or(newton.training_error);
    }
    return description;
}

LeaderStep with_parameters(LeaderStep step, const ParameterOverrides& parameters, const MaterialDescription& built) {
    if (!parameters.young && !parameters.poisson) {
        return step;
    }
    MaterialDescription now = built;
    now.young = parameters.young.value_or(step.young);
    now.poisson = parameters.poisson.value_or(step.poisson);
    const MaterialScales scales = material_scales(now, built);
    step.controls.young_scale = scales.young;
    step.controls.lambda_scale = scales.volume;
    return step;
}

std::unique_ptr<ReducedBody> with_parameters(std::unique_ptr<ReducedBody> reduced, const ParameterOverrides& parameters,
                                             const MaterialDescription& built) {
    if (parameters == ParameterOverrides{}) {
        return reduced;
    }
    return std::make_unique<BodyWithParameters>(std::move(reduced), parameters, built);
}

Result<CharacterPtr> rebuilt_with(const ParameterOverrides& parameters, const CharacterPtr& character,
                                  const Cache* cache, Progress* progress) {
    const CharacterDescription wanted = with_parameters(character->description, parameters);
    if (wanted == character->description) {
        return character;
    }
    return build_character(wanted, character, Stage::state, progress, {}, Purpose::numbers, cache);
}

} // namespace limber::app
