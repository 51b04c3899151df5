// SPDX-License-Identifier: MIT
#include "app/cli/film_run.h"

#include "app/character/skin.h"
#include "app/character/skin_outline.h"
#include "app/cli/off_screen.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/motion/scene_motion.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "app/view/film.h"
#include "app/view/obstacle_renderer.h"
#include "engine/core/hash.h"
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
    return arguments.is_transparent ? renderer.capture_transparent(std::move(list), arguments.width, arguments.height)
                                    : renderer.capture(list, arguments.width, arguments.height);
}

// Takes the steps from one frame to the next, and draws it.
Result<Done> draw_frames(Renderer& renderer, SceneRun& run, const Arguments& arguments, const FilmRun& wanted,
                         const FilmSet& set, Film& film, Progress* progress) {
    ThreadPool threads(step_threads(arguments, run));
    std::uint64_t taken = wanted.steps_before;
    for (std::uint64_t frame = 0; frame < wanted.frames.count; ++frame) {
        const double share = static_cast<double>(frame) / static_cast<double>(wanted.frames.count);
        if (!keep_going(progress, "drawing the film", share)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        const std::uint64_t steps = frame == 0 && wanted.shows_start ? 0 : wanted.frames.steps_each;
        if (auto fault = take_steps(run, taken, steps, threads)) {
            return *fault;
        }
        taken += steps;
        const auto image = drawn(renderer, run, arguments, set);
        if (!image) {
            return image.error();
        }
        if (auto added = film.add(image.value()); !added) {
            return added;
        }
    }
    return film.finish();
}

Result<Done> draw_film(Renderer& renderer, SceneRun& run, const Arguments& arguments, const FilmRun& wanted,
                       Progress* progress) {
    auto meshes = upload_meshes(renderer, run.motion.models());
    if (!meshes) {
        return meshes.error();
    }
    auto film = make_film({arguments.out, wanted.frames.count, wanted.frames.frames_per_second}, arguments.width,
                          arguments.height);
    if (!film) {
        return film.error();
    }
    const FilmSet set{std::move(meshes).value(), camera_for(run, bounds_of(run.motion), aspect_of(arguments))};
    return draw_frames(renderer, run, arguments, wanted, set, *film.value(), progress);
}

Result<int> draw_film(const Arguments& arguments, SceneRun& run, const FilmRun& wanted, Progress* progress) {
    ThreadPool threads(step_threads(arguments, run));
    for (std::uint64_t step = 0; step < wanted.steps_before; ++step) {
        if (!keep_going(progress, "simulating", 0.0)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (const auto fault = take_steps(run, step, 1, threads)) {
            return *fault;
        }
    }
    return draw_off_screen([&](Renderer& renderer) { return draw_film(renderer, run, arguments, wanted, progress); });
}

} // namespace

int run_film(const Arguments& arguments, SceneRun& run, const FilmRun& wanted) {
    const Interruption interruption;
    const auto draw_calls =
        with_progress(interruption, [&](Progress* progress) { return draw_film(arguments, run, wanted, progress); });
    if (!draw_calls) {
        return interruption.is_requested() ? fail(interruption, arguments.json)
                                           : fail(draw_calls.error(), arguments.json);
    }
    Report report;
    report.add("picture", arguments.out);
    report.add("frame", wanted.steps_before);
    report.add("frames", wanted.frames.count);
    report.add("frames_per_second", wanted.frames.frames_per_second, "1/s");
    report.add("size", Json::array_t{arguments.width, arguments.height}, "pixels");
    report.add("draw_calls", draw_calls.value());
    report.add("models", static_cast<std::int64_t>(run.motion.models().size()));
    report.add("hash", hex(hash_of(run.motion)));
    report.warn(run.motion.warnings());
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
