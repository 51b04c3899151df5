// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_skin/ground_height.h"
#include "app/cli/arguments.h"
#include "app/cli/scene_run.h"
#include "app/rendering/camera.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/stepper/state.h"

#include <optional>
#include <vector>

/// The camera of a film that is drawn off screen.
namespace limber::app {

struct FilmCamera {
    Camera start;               // before it turns and follows
    double turn = 0.0;          // [degree] around its target from the first frame to the last
    std::optional<Vec3> origin; // of the character that it follows, where it stands as given [m]; none: it stands still
};

/// The middle of the first character [m], which the camera may follow.
Vec3 followed_place(const SceneMotion& motion, const std::vector<State>& states);
/// The same before the first step.
Vec3 first_place(const SceneMotion& motion);

/// The scene's own camera, or one to the side and above that shows the box, so that shapes show their depth.
Camera camera_for(const SceneRun& run, const BoundingBox& box, float aspect);
/// Whether the scene says where the camera stands.
bool has_own_camera(const SceneRun& run);

/// The box of the first frame, and what the clips reach from there. A clip that carries its character away is left out.
BoundingBox box_of_film(BoundingBox first, const std::vector<PlacedOutline>& placed);

/// Whether the camera follows unless the command says otherwise: like that of the window, it follows a body that moves
/// by itself, and the only character if its clip carries it away.
bool leaves_its_place(const SceneRun& run, const std::vector<PlacedOutline>& placed);

/// What a frame of the film must show.
struct ShownInFrame {
    BoundingBox box;
    Vec3 place = Vec3::Zero(); // of the character, which the camera may follow
    double share = 0.0;        // of the film
};

/// The box of all frames, seen from where the camera follows the character.
BoundingBox box_seen(const FilmCamera& camera, const std::vector<ShownInFrame>& frames);

/// Moves the start along its view direction, so that each frame shows its box in the middle part of a picture of this
/// aspect ratio (camera.h). `may_approach`: not only away.
FilmCamera showing_all(FilmCamera camera, const std::vector<ShownInFrame>& frames, float aspect,
                       const glm::vec2& middle, bool may_approach);

/// `share`: of the film. A turn of a loop is over where the loop starts again. The camera follows along the ground, and
/// not up and down.
Camera camera_in_frame(const FilmCamera& camera, double share, const Vec3& place);

} // namespace limber::app
