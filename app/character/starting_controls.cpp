// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"

namespace limber::app {
namespace {

// If the rig spans all motions of a small mesh, it does not constrain the secondary motion, and without a floor the
// body would fall forever.
bool would_fall(const Character& character, const CharacterDescription& scene) {
    return scene.rig_kind != RigKind::none && !has_contact(scene.contact, scene.environment) && character.modes &&
           character.modes->W.cols() == character.vertex_count();
}

} // namespace

LiveControls starting_controls(const Character& character) {
    return starting_controls(character, character.description);
}

LiveControls starting_controls(const Character& character, const CharacterDescription& scene) {
    CharacterControls controls;
    controls.clip = scene.active_clip < static_cast<int>(character.clips.size()) ? scene.active_clip : -1;
    if (!would_fall(character, scene)) {
        controls.gravity = rotation_of(scene.turn) * scene.step.gravity;
    }
    controls.young = scene.material.young;
    controls.poisson = scene.material.poisson;
    controls.density = scene.material.density;
    controls.damping = scene.step.damping;
    controls.iterations = scene.step.iterations;
    controls.tolerance = scene.step.tolerance;
    controls.solver = scene.step.solver;
    controls.muscles = {character.gait,         scene.muscles.playing, scene.muscles.strength, scene.muscles.held, {},
                        scene.muscles.behaviour};
    return live_controls(controls, scene.contact, scene.environment);
}

double usual_stiffness(const Character& character) {
    return 0.3 * character.description.material.young * bounding_box(character.mesh.X).diagonal();
}

PointHandle handle_at(const Character& character, int id, int triangle, const std::array<double, 3>& barycentric,
                      double stiffness, const Vec3& target) {
    EXPECTS(triangle >= 0 && triangle < character.boundary.rows());
    const auto corners = character.boundary.row(triangle);
    return {id, {corners(0), corners(1), corners(2)}, barycentric, stiffness, target};
}

} // namespace limber::app
