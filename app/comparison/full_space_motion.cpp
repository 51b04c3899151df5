// SPDX-License-Identifier: MIT
#include "app/comparison/full_space_motion.h"

#include "app/character/material_scales.h"
#include "engine/core/stopwatch.h"
#include "engine/full_space/inverted_tets.h"
#include "engine/stepper/springs.h"

#include <utility>

namespace limber::app {
namespace {

constexpr int iterations_max = 1000;

std::vector<Handle> full_space_handles(const FullSpaceModel& model, const std::vector<PointHandle>& handles) {
    std::vector<Handle> springs;
    for (const PointHandle& handle : handles) {
        springs.push_back(
            {full_space_point(model, handle.vertices, handle.barycentric), handle.stiffness, handle.target});
    }
    return springs;
}

Index count_of(const std::shared_ptr<const ContactPoints>& points) {
    return points ? points->count() : 0;
}

// The character's muscles and pins. `material`: of the model.
Result<Done> complete(const Character& character, const Material& material, FullSpaceModel& model) {
    if (character.pinned.size() > 0) {
        pin(character.mesh, character.material, character.pinned, model);
    }
    if (character.musculature.count() == 0) {
        return Done{};
    }
    auto muscles =
        full_space_muscles(character.mesh, material, *character.musculature.clusters, character.musculature.targets());
    if (!muscles) {
        return muscles.error();
    }
    model.muscles = std::move(muscles).value();
    model.stresses = character.musculature.stresses;
    return Done{};
}

std::vector<PointForce> full_space_forces(const FullSpaceModel& model, const std::vector<AppliedForce>& applied) {
    std::vector<PointForce> forces;
    for (const AppliedForce& one : applied) {
        forces.push_back({full_space_point(model, one.vertices, one.barycentric), one.force});
    }
    return forces;
}

std::vector<Spring> full_space_springs(const FullSpaceModel& model, const std::vector<PointSpring>& springs) {
    std::vector<Spring> between;
    for (const PointSpring& one : springs) {
        between.push_back(spring_between(full_space_point(model, one.from.vertices, one.from.barycentric),
                                         full_space_point(model, one.to.vertices, one.to.barycentric), one.stiffness,
                                         one.rest_length));
    }
    return between;
}

} // namespace

FullSpaceMotion::FullSpaceMotion(FullSpaceModel model, const AffineStack& P,
                                 std::shared_ptr<const ContactPoints> points, Threads threads)
    : model_(std::make_unique<const FullSpaceModel>(std::move(model))), points_(std::move(points)),
      workspace_(std::make_unique<FullSpaceWorkspace>(*model_, threads, widest_instruction_set(), count_of(points_))),
      state_(full_space_rest(*model_, P, count_of(points_))) {}

Result<FullSpaceMotion> FullSpaceMotion::of(const Character& character, const State& leader,
                                            const FullSpaceOptions& options, Progress* progress) {
    if (!keep_going(progress, "preparing full space", 0.0)) {
        return full_space_cancelled();
    }
    // The material of the reduced model, which the scales of its controls refer to.
    const Material material = with_volume(character.material, character.description.material);
    const ElasticEnergy energy = options.energy.value_or(elastic_energy_of(character.description));
    auto model = full_space_model(character.mesh, material, character.rig,
                                  character.is_held ? character.leak : Vector(), energy, progress);
    if (!model) {
        return model.error();
    }
    FullSpaceModel full = std::move(model).value();
    if (auto done = complete(character, material, full); !done) {
        return done.error();
    }
    std::shared_ptr<const ContactPoints> points;
    if (character.contact_points) {
        points =
            std::make_shared<const ContactPoints>(full_space_contact_points(full, character.contact_points->vertices));
    }
    if (progress && progress->is_cancelled()) {
        return full_space_cancelled();
    }
    FullSpaceMotion motion(std::move(full), leader.P, std::move(points), options.threads);
    motion.start_from(in_all_vertices(character, leader));
    return motion;
}

void FullSpaceMotion::start_from(const State& full) {
    const auto without_rig = [&](const AffineStack& displacement) {
        return displacement_at(*model_, limber::positions(*model_, displacement, full.P), full.P);
    };
    state_ = full;
    state_.Z = without_rig(full.Z);
    state_.Zdot = without_rig(full.Zdot);
    state_.previous.Z = without_rig(full.previous.Z);
    state_.previous.Zdot = without_rig(full.previous.Zdot);
    if (state_.contact_force.rows() != count_of(points_)) {
        state_.contact_force = Points::Zero(count_of(points_), 3);
    }
}

void FullSpaceMotion::take_material(const LeaderStep& leader) {
    controls_ = leader.controls;
}

Result<StepReport> FullSpaceMotion::step(const LeaderStep& leader, Progress* progress) {
    take_material(leader);
    controls_.handles = full_space_handles(*model_, leader.handles);
    controls_.forces = full_space_forces(*model_, leader.forces);
    controls_.springs = full_space_springs(*model_, leader.springs);
    controls_.contact.points = points_;
    controls_.iterations = iterations_max;
    const Stopwatch watch;
    auto report = full_space_step(*model_, controls_, state_, *workspace_, progress);
    step_seconds_ = watch.seconds();
    if (report && report.value().status == StepStatus::not_finite) {
        return Error{ErrorKind::not_converged, "the step in full space is not finite; use a smaller time step", {}};
    }
    return report;
}

Result<Done> FullSpaceMotion::step_to_minimum(const LeaderStep& leader, Progress* progress) {
    const auto report = step(leader, progress);
    if (!report) {
        return report.error();
    }
    if (report.value().status != StepStatus::converged) {
        return Error{ErrorKind::not_converged, "the step in full space did not converge; use a smaller time step", {}};
    }
    return Done{};
}

Points FullSpaceMotion::positions() const {
    return limber::positions(*model_, state_.Z, state_.P);
}

Index FullSpaceMotion::inverted_tets(const Points& x) const {
    return inverted_tet_count(*model_, x);
}

double FullSpaceMotion::energy(const Points& x) const {
    return full_space_energy(*model_, controls_, x);
}

std::string inverted_tets_in_words(Index count) {
    return std::to_string(count) + (count == 1 ? " tet" : " tets") + " inside out";
}

} // namespace limber::app
