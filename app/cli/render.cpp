// SPDX-License-Identifier: MIT
#include "app/character/skin.h"
#include "app/character/skin_outline.h"
#include "app/cli/commands.h"
#include "app/cli/film.h"
#include "app/cli/frame_steps.h"
#include "app/cli/off_screen.h"
#include "app/cli/report.h"
#include "app/motion/scene_motion.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"
#include "engine/mesh/boxes.h"

#include <map>

namespace limber::app {
namespace {

using Meshes = std::map<const Character*, MeshHandle>;

BoundingBox bounds_of(const SceneMotion& motion) {
    std::optional<BoundingBox> bounds;
    for (const MovingCharacter& one : motion.characters()) {
        const BoundingBox box = bounding_box(body_positions(*one.character, one.motion.state()));
        bounds = bounds ? united(*bounds, box) : box;
    }
    return *bounds;
}

// The scene's own camera, or one to the side and above, so that shapes show their depth.
Camera camera_for(const SceneRun& run, const BoundingBox& box, float aspect) {
    if (!run.has_one_character()) {
        return run.camera ? camera_of(*run.camera) : camera_before(box, {0.35F, 0.3F, 1.0F}, aspect);
    }
    const CharacterDescription& description = run.first().character->description;
    return description.camera ? camera_of(*description.camera, rotation_of(description.turn))
                              : camera_before(box, {0.55F, 0.35F, 1.0F}, aspect);
}

// One character's ground lies a little below the lowest point of its clip, that of several just below their bounding
// box [m].
double ground_height(const SceneRun& run, const BoundingBox& box, const Vec3& up) {
    if (!run.has_one_character()) {
        return box.centre().dot(up) - 0.505 * up.cwiseAbs().dot(box.high - box.low);
    }
    const Character& character = *run.first().character;
    return SkinOutline(character, up).floor(character.description.active_clip) - 0.02 * box.diagonal();
}

// The ground's checker fits the first character.
ViewBounds view_bounds(const SceneRun& run, const BoundingBox& box, const Camera& camera) {
    const glm::vec3 up = glm::normalize(camera.up);
    const Vec3 upwards(up.x, up.y, up.z);
    const double size = bounding_box(run.first().character->mesh.X).diagonal();
    return {box, upwards, ground_height(run, box, upwards), 0.5 * box.diagonal(), true, -1, size};
}

std::vector<Snapshot> snapshots_of(const SceneMotion& motion) {
    std::vector<Snapshot> snapshots;
    for (std::size_t i = 0; i < motion.characters().size(); ++i) { // as carriers of obstacles count them
        const MovingCharacter& one = motion.characters()[i];
        if (!one.controls.is_enabled) {
            continue;
        }
        Snapshot& snapshot = snapshots.emplace_back();
        snapshot.id = static_cast<int>(i);
        snapshot.pose = one.motion.pose();
        snapshot.obstacles = one.controls.obstacles;
        snapshot.character = one.character;
        snapshot.state = one.motion.state();
        snapshot.dynamics = one.controls.dynamics;
    }
    place_carried_obstacles(snapshots);
    return snapshots;
}

// The characters of one model share its mesh.
Result<Meshes> upload_meshes(Renderer& renderer, const std::vector<CharacterPtr>& models) {
    Meshes meshes;
    for (const CharacterPtr& model : models) {
        auto geometry = shown_geometry(*model);
        if (!geometry) {
            return geometry.error();
        }
        const auto mesh = renderer.upload(std::move(geometry).value());
        if (!mesh) {
            return mesh.error();
        }
        meshes[model.get()] = mesh.value();
    }
    return meshes;
}

void add_contacts(const Snapshot& snapshot, View& view) {
    const Character& character = *snapshot.character;
    const glm::vec3 eye = view.camera.eye;
    draw_contacts(contact_marks(snapshot), arrow_scale(character, character.description.material.density),
                  Vec3(eye.x, eye.y, eye.z), view.overlay);
}

// The camera of a film stands still.
struct FilmSet {
    Meshes meshes;
    Camera camera;
};

Result<Image> drawn(Renderer& renderer, const SceneRun& run, const Arguments& arguments, const FilmSet& set) {
    const std::vector<Snapshot> snapshots = snapshots_of(run.motion);
    ObstacleRenderer obstacles;
    obstacles.set_up(CommonObstacles().of(snapshots));
    if (const auto done = obstacles.prepare(renderer); !done) {
        return done.error();
    }
    const BoundingBox box = bounds_of(run.motion);
    View view;
    view.rect = {0, 0, arguments.width, arguments.height};
    view.camera = set.camera;
    obstacles.add_to_view(view_bounds(run, box, view.camera), view);
    for (const Snapshot& snapshot : snapshots) {
        view.items.push_back(item_of(snapshot, set.meshes.at(snapshot.character.get())));
        if (arguments.contacts) {
            add_contacts(snapshot, view);
        }
    }
    DrawList list;
    list.views.push_back(std::move(view));
    return renderer.capture(list, arguments.width, arguments.height);
}

bool is_one_image(const Arguments& arguments) {
    return !arguments.frames && std::filesystem::path(arguments.out).extension() != ".mp4";
}

Result<Done> draw_film(Renderer& renderer, SceneRun& run, const Arguments& arguments, const FrameSteps& frames) {
    auto meshes = upload_meshes(renderer, run.motion.models());
    if (!meshes) {
        return meshes.error();
    }
    auto film = make_film({arguments.out, frames.count, frames.frames_per_second}, arguments.width, arguments.height);
    if (!film) {
        return film.error();
    }
    const FilmSet set{std::move(meshes).value(), camera_for(run, bounds_of(run.motion), aspect_of(arguments))};
    ThreadPool threads(step_threads(arguments, run));
    for (std::uint64_t frame = 0; frame < frames.count; ++frame) {
        const std::uint64_t steps = frame == 0 ? 0 : frames.steps_each;
        const std::uint64_t before = arguments.frame + (frame == 0 ? 0 : (frame - 1) * frames.steps_each);
        if (auto fault = take_steps(run, before, steps, threads)) {
            return *fault;
        }
        const auto image = drawn(renderer, run, arguments, set);
        if (!image) {
            return image.error();
        }
        if (auto added = film.value()->add(image.value()); !added) {
            return added;
        }
    }
    return film.value()->finish();
}

} // namespace

int run_render(const Arguments& arguments, SceneRun& run) {
    auto frames = frame_steps(arguments, run);
    if (!frames) {
        return fail(frames.error(), arguments.json);
    }
    FrameSteps wanted = frames.value();
    wanted.count = is_one_image(arguments) ? 1 : wanted.count;
    ThreadPool threads(step_threads(arguments, run));
    if (const auto fault = take_steps(run, 0, arguments.frame, threads)) {
        return fail(*fault, arguments.json);
    }
    const auto draw_calls =
        draw_off_screen([&](Renderer& renderer) { return draw_film(renderer, run, arguments, wanted); });
    if (!draw_calls) {
        return fail(draw_calls.error(), arguments.json);
    }
    Report report;
    report.add("picture", arguments.out);
    report.add("frame", arguments.frame);
    report.add("frames", wanted.count);
    report.add("size", Json::array_t{arguments.width, arguments.height}, "pixels");
    report.add("draw_calls", draw_calls.value());
    report.add("models", static_cast<std::int64_t>(run.motion.models().size()));
    report.warn(run.motion.warnings());
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
