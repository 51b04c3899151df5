// SPDX-License-Identifier: MIT
#include "app/motion/walking.h"

#include "app/character/starting_controls.h"
#include "app/motion/activation_limits.h"
#include "app/motion/motion.h"
#include "engine/body/body_step.h"

#include <utility>

namespace limber::app {
namespace {

constexpr int settling_steps = 400;

Error unfit(const std::string& what, const std::string& where) {
    return {ErrorKind::bad_input, what, where};
}

Error nothing_to_push_against() {
    return unfit("there is nothing to push against: give the scene a floor or an obstacle", "contact");
}

bool are_same(const std::shared_ptr<const Obstacles>& one, const std::shared_ptr<const Obstacles>& other) {
    return one == other || (one && other && *one == *other);
}

} // namespace

std::optional<Error> fault_in_walker(const CharacterDescription& scene) {
    if (is_reconstructed(scene.subspace)) { // muscles would be asked for in vain
        return unfit(std::string("a ") + name_of(scene.subspace) +
                         " subspace has no muscles to move with: choose another kind",
                     "subspace");
    }
    if (!scene.muscles.are_there()) {
        return unfit("the character has no muscles to move with: give it some, in Muscles or with --muscles",
                     "muscles");
    }
    if (scene.rig_kind != RigKind::none) {
        return unfit("the rig holds the character in place, and a gait search needs a free body: set it free in "
                     "Gait search or "
                     "with --rig none",
                     "rig");
    }
    if (!has_contact(scene.contact, scene.environment)) {
        return nothing_to_push_against();
    }
    return std::nullopt;
}

Result<Walker> walker_at_start(const CharacterPtr& character, LiveControls controls, InstructionSet instruction_set) {
    const CharacterDescription& scene = character->description;
    if (auto fault = fault_in_walker(scene)) {
        return *fault;
    }
    if (character->switched) {
        return unfit("a gait is searched for in one subspace, and this body switches between those of its loads: turn "
                     "off Switch between loads under Subspace, or leave out --switch-loads",
                     "subspace");
    }
    const bool has_points = character->contact_points && character->contact_points->count() > 0;
    if (muscle_count(*character) == 0 || !has_points) {
        return unfit("the body has no muscle or no point to push with: give it another number of either", "muscles");
    }
    if (controls.obstacles && controls.obstacles->empty()) {
        return nothing_to_push_against();
    }
    Walker walker;
    walker.model = std::shared_ptr<const ReducedModel>(character, &character->model);
    walker.body = character->linear ? character : nullptr;
    walker.instruction_set = instruction_set;
    controls.handles.clear();
    controls.forces.clear();
    controls.gusts = {}; // a gait is searched for in the mean wind
    controls.carried.clear();
    controls.muscles.behaviour = {}; // a gait is searched for instead
    Motion motion(character, instruction_set);
    motion.restart(controls);
    walker.start = motion.state();
    motion.step(controls);
    walker.controls = motion.controls();
    walker.controls.rig_discontinuity = false;
    walker.up = up_of(scene);
    walker.front = front_of(scene);
    const Vector along = character->mesh.X * walker.front;
    walker.length = along.maxCoeff() - along.minCoeff();
    walker.limits = activation_limits(character->musculature, scene.muscles.examples);
    return walker;
}

// Starts from rest even if the scene has a start state, so that a search in a scene written by a search is the same
// search.
Result<Walker> walker_of(const CharacterPtr& character, LiveControls controls, InstructionSet instruction_set,
                         const std::function<bool()>& goes_on) {
    auto at_start = walker_at_start(character, std::move(controls), instruction_set);
    if (!at_start) {
        return at_start;
    }
    Walker walker = std::move(at_start).value();
    walker.start = rest_state(*character, walker.start.P, walker.start.contact_force.rows());
    if (auto settled = settle(walker, settling_steps, goes_on); !settled) {
        return settled.error();
    }
    return walker;
}

Result<Walker> walker_of(const CharacterPtr& character, InstructionSet instruction_set) {
    return walker_of(character, starting_controls(*character), instruction_set);
}

bool is_same_world(LiveControls one, LiveControls other) {
    if (!are_same(one.obstacles, other.obstacles)) {
        return false;
    }
    for (LiveControls* controls : {&one, &other}) {
        controls->handles.clear();
        controls->forces.clear();
        controls->gusts = {};
        controls->carried.clear();
        const double strength = controls->muscles.strength;
        controls->muscles = {};
        controls->muscles.strength = strength;
        controls->obstacles = nullptr;
    }
    return one == other;
}

CharacterDescription set_free(CharacterDescription scene) {
    if (scene.rig_kind == RigKind::affine_handle) {
        scene.rig_kind = RigKind::none;
    }
    if (scene.environment.obstacles.empty()) {
        scene.contact.floor = true;
    }
    return scene;
}

} // namespace limber::app
