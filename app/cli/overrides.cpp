// SPDX-License-Identifier: MIT
#include "app/cli/overrides.h"

#include "app/character/rig_paint.h"
#include "app/character_build/build_character.h"
#include "app/cli/loads_option.h"
#include "app/document/clip_overrides.h"
#include "app/document/obstacle_placing.h"
#include "app/document/scene_paths.h"
#include "app/motion/moving_body.h"
#include "app/scenes/release.h"
#include "engine/actuation/gait_file.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace limber::app {
namespace {

void set_rig(CharacterDescription& scene, const std::string& rig) {
    scene.rig.clear();
    scene.retargeting.clear(); // it was of the other rig
    if (rig == "none" || rig == "affine handle" || rig == "affine") {
        scene.rig_kind = rig == "none" ? RigKind::none : RigKind::affine_handle;
        scene.clips.clear(); // they move the bones of the other rig
        scene.active_clip = 0;
    } else {
        scene.rig_kind = RigKind::file;
        scene.rig = absolute_path(rig);
    }
}

// The parser has checked the name.
template <typename Choice, std::size_t count>
void set_named(const std::string& name, const std::array<const char*, count>& names, Choice& value) {
    const auto found = std::ranges::find(names, std::string_view(name));
    if (found != names.end()) {
        value = static_cast<Choice>(found - names.begin());
    }
}

template <typename T, typename U>
void set_if_given(const std::optional<T>& given, U& value) {
    if (given) {
        value = *given;
    }
}

// The rotation `first`, followed by `second`.
Turn combined(const Turn& first, const Turn& second) {
    if (first.degrees == 0.0) {
        return second;
    }
    const Eigen::AngleAxisd both(Mat3(rotation_of(second) * rotation_of(first)));
    return {both.axis(), both.angle() * 180.0 / std::numbers::pi};
}

Result<Done> set_gait(MuscleDescription& muscles, const std::string& file) {
    muscles.gait_file = absolute_path(file);
    muscles.gait.reset();
    const auto gait = read_gait(muscles.gait_file);
    if (!gait) {
        return gait.error();
    }
    if (!muscles.are_there()) {
        muscles.modes = std::min(muscles_max, static_cast<Index>(gait.value().value.waveforms.size()));
    }
    return Done{};
}

void set_muscles(MuscleDescription& muscles, const Overrides& overrides) {
    if (overrides.muscles) {
        muscles.modes = *overrides.muscles;
        muscles.use.clear();
    }
    add_examples(muscles, overrides.examples);
    set_if_given(overrides.muscle_clusters, muscles.clusters);
    set_if_given(overrides.strength, muscles.strength);
}

// A character without its rig keeps the muscle regions that were bound to bones, as painted regions.
Result<Done> keep_bound_regions(CharacterDescription& scene, const CharacterDescription& given) {
    if (scene.rig_kind != RigKind::none || given.rig_kind != RigKind::file || !has_bound_regions(scene.muscles)) {
        return Done{};
    }
    CharacterDescription rigged = scene;
    rigged.rig_kind = given.rig_kind;
    rigged.rig = given.rig;
    const auto character = read_character(rigged);
    if (!character) {
        return character.error();
    }
    paint_bound_regions(scene.muscles, *character.value());
    return Done{};
}

// Without spring bones it stays as it is.
Result<Done> soften_by_springs(CharacterDescription& scene, OverrideReads& reads) {
    auto character = read_character(scene, nullptr, reads.cache, with_same_mesh(reads.characters, scene));
    if (!character) {
        return character.error();
    }
    add_suggested(scene.material.parts, softness_by_springs(*character.value()));
    reads.characters.push_back(std::move(character).value());
    return Done{};
}

void set_given_rig(CharacterDescription& scene, const Overrides& overrides) {
    if (!overrides.rig.empty()) {
        set_rig(scene, overrides.rig);
    }
    override_clips(scene, clip_overrides({overrides.clips.begin(), overrides.clips.end()}, overrides.clip_map,
                                         overrides.clip_stride, overrides.clip_feet));
}

void set_subspace(CharacterDescription& scene, const Overrides& overrides) {
    const SubspaceKind given = scene.subspace;
    set_named(overrides.subspace, subspace_names, scene.subspace);
    if (!have_the_same_source(scene.subspace, given)) {
        scene.subspace_file.clear();
    }
    if (!overrides.subspace_file.empty()) {
        scene.subspace_file = std::filesystem::absolute(overrides.subspace_file);
    }
    if (!overrides.loads.empty() && load_sources_in(overrides.loads).empty()) {
        scene.subspace_file =
            overrides.loads == "mass" ? std::filesystem::path() : std::filesystem::absolute(overrides.loads);
        scene.loads.clear();
    }
    set_if_given(overrides.switch_loads, scene.switches_loads);
    set_if_given(overrides.modes, scene.modes);
    set_if_given(overrides.clusters, scene.clusters);
    set_if_given(overrides.seed, scene.seed);
}

// A body without tets, or in its plane, has no rig and what moves it.
void set_kind_of_body(CharacterDescription& scene, const Overrides& overrides) {
    if (!overrides.rod_radius && !overrides.shell_thickness && !overrides.plane_depth) {
        return;
    }
    scene.rod_radius = overrides.rod_radius.value_or(0.0);
    scene.shell_thickness = overrides.shell_thickness.value_or(0.0);
    scene.plane_depth = overrides.plane_depth.value_or(0.0);
    if (overrides.rig.empty()) {
        set_rig(scene, "none");
    }
}

void set_material(CharacterDescription& scene, const Overrides& overrides) {
    set_if_given(overrides.young, scene.material.young);
    set_if_given(overrides.poisson, scene.material.poisson);
    set_if_given(overrides.density, scene.material.density);
    set_if_given(overrides.leak, scene.leak.amount);
}

void set_step(CharacterDescription& scene, const Overrides& overrides) {
    set_if_given(overrides.time_step, scene.environment.time_step);
    set_if_given(overrides.iterations, scene.step.iterations);
    set_if_given(overrides.damping, scene.step.damping);
    set_if_given(overrides.memory, scene.step.solver.memory);
    set_if_given(overrides.strain_damping, scene.step.solver.strain_damping);
    set_named(overrides.integrator, integrator_names, scene.step.solver.integrator);
    set_named(overrides.arithmetic, arithmetic_names, scene.step.solver.arithmetic);
    set_if_given(overrides.points, scene.contact.points);
}

Result<Done> set_newton(CharacterDescription& scene, const Overrides& overrides) {
    if (overrides.newton == "none") {
        scene.newton.reset();
    } else if (!overrides.newton.empty()) {
        if (!scene.newton) {
            scene.newton.emplace();
        }
        scene.newton->energy = named_energy(overrides.newton);
    }
    if (!scene.newton && (overrides.cubature_points || overrides.cubature_error)) {
        return Error{ErrorKind::bad_input, "needs a step by Newton's method: add --newton ENERGY",
                     overrides.cubature_points ? "--cubature-points" : "--cubature-error"};
    }
    if (scene.newton) {
        set_if_given(overrides.cubature_points, scene.newton->points);
        set_if_given(overrides.cubature_error, scene.newton->training_error);
    }
    return Done{};
}

void set_size(CharacterDescription& scene, const Overrides& overrides) {
    set_if_given(overrides.vertices, scene.target_vertices);
    if (overrides.unit && *overrides.unit != scene.metres_per_unit) {
        change_unit(scene, *overrides.unit, *overrides.unit); // loads in metres of an open unit stay
        scene.camera.reset();                                 // it was placed for a body of another size
    }
}

Result<Done> set_rotation(CharacterDescription& scene, const std::string& rotate) {
    if (rotate.empty()) {
        return Done{};
    }
    const auto turned = parse_turn(rotate);
    if (!turned) {
        return turned.error();
    }
    scene.turn = combined(scene.turn, turned.value());
    turn(scene.environment, rotation_of(turned.value()));
    turn(scene.loads, rotation_of(turned.value()));
    turn(scene.muscles.fibres, rotation_of(turned.value()));
    return Done{};
}

} // namespace

Result<Turn> parse_turn(const std::string& text) {
    std::istringstream words(text);
    Turn turn;
    std::string unit;
    words >> turn.axis.x() >> turn.axis.y() >> turn.axis.z() >> turn.degrees;
    const bool complete = !words.fail();
    words >> unit;
    const bool known_unit = unit.empty() || unit == "rad" || unit == "deg";
    if (unit == "rad") {
        turn.degrees *= 180.0 / std::numbers::pi;
    }
    const double length = turn.axis.norm();
    const bool sound = length >= 1e-100 && length <= 1e100 && std::abs(turn.degrees) <= 1e6;
    if (!complete || !known_unit || !sound || words >> unit) {
        return Error{
            ErrorKind::bad_input,
            "must be \"ax ay az angle\": an axis whose length is from 1e-100 to 1e100, and an angle of at most a "
            "million degrees either way",
            "--rotate"};
    }
    return turn;
}

Result<CharacterDescription> overridden(CharacterDescription scene, const Overrides& overrides, OverrideReads& reads) {
    const CharacterDescription given = scene;
    set_kind_of_body(scene, overrides);
    set_given_rig(scene, overrides);
    set_subspace(scene, overrides);
    // What the scene proposes is known later.
    const bool may_switch =
        may_switch_loads(scene) || (depends_on_loads(scene.subspace) && !load_sources_in(overrides.loads).empty());
    if (overrides.switch_loads.value_or(false) && !may_switch) {
        return Error{ErrorKind::bad_input,
                     "needs several loads and a subspace that is made for them: add --loads FILE and --kind "
                     "force-dual-skinning",
                     "--switch-loads"};
    }
    set_muscles(scene.muscles, overrides);
    if (!overrides.gait.empty()) {
        if (const auto done = set_gait(scene.muscles, overrides.gait); !done) {
            return done.error();
        }
    }
    set_material(scene, overrides);
    set_step(scene, overrides);
    if (const auto done = set_newton(scene, overrides); !done) {
        return done.error();
    }
    set_size(scene, overrides);
    if (const auto done = set_rotation(scene, overrides.rotate); !done) {
        return done.error();
    }
    if (auto fault = fault_in(scene)) {
        return *fault;
    }
    if (auto kept = keep_bound_regions(scene, given); !kept) {
        return kept.error();
    }
    if (overrides.soften_by_springs) {
        if (auto softened = soften_by_springs(scene, reads); !softened) {
            return softened.error();
        }
        if (auto fault = fault_in(scene)) {
            return *fault;
        }
    }
    return scene;
}

std::function<Result<CharacterDescription>(const CharacterDescription&)> overriding(const Overrides& overrides,
                                                                                    OverrideReads& reads) {
    return [&](const CharacterDescription& description) {
        auto result = overridden(description, overrides, reads);
        if (!result) {
            reads.fault = result.error();
        }
        return result;
    };
}

} // namespace limber::app
