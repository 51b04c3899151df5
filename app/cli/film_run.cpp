// SPDX-License-Identifier: MIT
#include "app/cli/film_run.h"

#include "app/character_files/file_surface.h"
#include "app/character_skin/ground_height.h"
#include "app/character_skin/skin.h"
#include "app/cli/beside_film.h"
#include "app/cli/comparison_report.h"
#include "app/cli/film_camera.h"
#include "app/cli/off_screen.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/motion/loop_steps.h"
#include "app/motion/scene_motion.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "app/view/film.h"
#include "app/view/motion_file.h"
#include "app/view/obstacle_renderer.h"
#include "engine/core/hash.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

using Surfaces = std::map<const Character*, FileSurfacePtr>;
using Meshes = std::map<const Character*, UploadedModel>;

using States = LoopFrames::States;

// The states of all characters.
States states_of(const SceneMotion& motion) {
    States states;
    std::ranges::transform(motion.characters(), std::back_inserter(states),
                           [](const MovingCharacter& one) { return one.motion.state(); });
    return states;
}

BoundingBox bounds_of(const SceneMotion& motion, const States& states) {
    std::optional<BoundingBox> bounds;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const BoundingBox box = bounding_box(body_positions(*motion.characters()[i].character, states[i]));
        bounds = bounds ? united(*bounds, box) : box;
    }
    return *bounds;
}

struct FilmSet {
    Meshes meshes;
    std::vector<UploadedModel> beside; // a mesh for each of the bodies beside the first character
    FilmCamera camera;
    double ground; // height along the camera's up [m]
    Captions captions;
    std::vector<BesideFrame> frames; // of the bodies beside the first character; none: there are none
};

/// One of the images.
struct FilmedFrame {
    std::uint64_t number = 0;
    double share = 0.0; // of the film
};

// Paint is on the boundary of the tets, in place of these surfaces. Fails where the file of a model is not what it was.
Result<Surfaces> surfaces_of(const std::vector<CharacterPtr>& models, bool is_painted) {
    Surfaces surfaces;
    for (const CharacterPtr& model : models) {
        if (is_painted) {
            surfaces[model.get()] = nullptr;
            continue;
        }
        auto surface = file_surface(*model);
        if (!surface) {
            return surface.error();
        }
        surfaces[model.get()] = std::move(surface).value();
    }
    return surfaces;
}

// Where the enabled characters are in the first frame, and their outlines, which those of one model share.
struct PlacedOutlines {
    std::map<const Character*, SkinOutline> outlines;
    std::vector<PlacedOutline> placed;
    std::vector<PlacedOutline> at_home; // where the window draws the ground, too

    PlacedOutlines(const SceneMotion& motion, const Surfaces& surfaces, const Vec3& up) {
        for (const MovingCharacter& one : motion.characters()) {
            if (one.controls.is_enabled) {
                const Character* const character = one.character.get();
                const auto outline =
                    outlines.try_emplace(character, *character, up, surfaces.at(character).get()).first;
                placed.push_back({&outline->second, one.controls.clip, one.controls.rig_offset});
                at_home.push_back({&outline->second, one.controls.clip, one.home});
            }
        }
    }
    PlacedOutlines(const PlacedOutlines&) = delete;
    PlacedOutlines& operator=(const PlacedOutlines&) = delete;
};

Vec3 up_of(const Camera& camera) {
    const glm::vec3 up = glm::normalize(camera.up);
    return {up.x, up.y, up.z};
}

// The ground's checker fits the first character.
ViewBounds view_bounds(const SceneRun& run, const BoundingBox& box, const FilmSet& set) {
    const double size = bounding_box(run.first().character->mesh.X).diagonal();
    return {box, up_of(set.camera.start), set.ground, 0.5 * box.diagonal(), true, -1, size};
}

std::vector<Snapshot> snapshots_of(const SceneMotion& motion, const States& states) {
    std::vector<Snapshot> snapshots;
    for (std::size_t i = 0; i < motion.characters().size(); ++i) { // as carriers of obstacles count them
        const MovingCharacter& one = motion.characters()[i];
        if (!one.controls.is_enabled) {
            continue;
        }
        Snapshot& snapshot = snapshots.emplace_back();
        snapshot.id = static_cast<int>(i);
        snapshot.pose = pose_in(*one.character, states[i]);
        snapshot.obstacles = one.controls.obstacles;
        snapshot.character = one.character;
        snapshot.state = states[i];
        snapshot.dynamics = one.controls.dynamics;
    }
    place_carried_obstacles(snapshots);
    return snapshots;
}

Result<Done> paint_mesh(const PaintArgument& paint, const Character& model, MeshHandle mesh, Renderer& renderer) {
    if (paint.mode == 0) {
        renderer.set_labels(mesh, cluster_labels(model));
        return Done{};
    }
    const Index count = model.modes->W.cols();
    if (paint.mode > count) {
        return Error{ErrorKind::bad_input,
                     "mode " + std::to_string(paint.mode) + " does not exist: the subspace has " +
                         std::to_string(count) + " of them",
                     model.description.name};
    }
    renderer.set_scalars(mesh, mode_scalars(model, paint.mode - 1));
    return Done{};
}

// The characters of one model share its mesh.
Result<Meshes> upload_meshes(Renderer& renderer, const std::vector<CharacterPtr>& models, const Surfaces& surfaces,
                             const std::optional<PaintArgument>& paint) {
    Meshes meshes;
    for (const CharacterPtr& model : models) {
        auto mesh = uploaded(renderer, *model, surfaces.at(model.get()));
        if (!mesh) {
            return mesh.error();
        }
        meshes[model.get()] = std::move(mesh).value();
        if (paint) {
            if (const auto done = paint_mesh(*paint, *model, meshes[model.get()].mesh, renderer); !done) {
                return done.error();
            }
        }
    }
    return meshes;
}

// The bodies beside a character have its skin.
Result<std::vector<UploadedModel>> upload_beside(Renderer& renderer, const Character& character,
                                                 const Surfaces& surfaces, std::size_t count) {
    std::vector<UploadedModel> meshes;
    for (std::size_t i = 0; i < count; ++i) {
        auto mesh = uploaded(renderer, character, surfaces.at(&character));
        if (!mesh) {
            return mesh.error();
        }
        meshes.push_back(std::move(mesh).value());
    }
    return meshes;
}

void add_contacts(const Snapshot& snapshot, View& view) {
    const Character& character = *snapshot.character;
    const glm::vec3 eye = view.camera.eye;
    draw_contacts(contact_marks(snapshot), arrow_scale(character, character.description.material.density),
                  Vec3(eye.x, eye.y, eye.z), view.overlay);
}

// A view for each body beside the only character, which is not in `snapshots` while it is disabled. `empty`: the view
// of the character without it.
std::vector<View> views_beside(const Arguments& arguments, const FilmSet& set, std::uint64_t frame,
                               const std::vector<Snapshot>& snapshots, const View& empty) {
    std::vector<View> views;
    for (std::size_t i = 0; i < set.beside.size(); ++i) {
        View& view = views.emplace_back(empty);
        view.rect = column_of(arguments, 1 + i);
        if (!snapshots.empty()) {
            const Points x = set.frames[frame].positions[i].cast<double>();
            view.items.push_back(item_at(x, snapshots.front(), set.beside[i]));
        }
    }
    return views;
}

Result<Image> drawn(Renderer& renderer, const SceneRun& run, const Arguments& arguments, const FilmSet& set,
                    const States& states, const FilmedFrame& frame) {
    const std::vector<Snapshot> snapshots = snapshots_of(run.motion, states);
    ObstacleRenderer obstacles;
    obstacles.set_up(CommonObstacles().of(snapshots));
    if (const auto done = obstacles.prepare(renderer); !done) {
        return done.error();
    }
    const BoundingBox own = bounds_of(run.motion, states);
    const BoundingBox box = set.frames.empty() ? own : united(own, set.frames[frame.number].box);
    View view;
    view.rect = column_of(arguments, 0);
    view.camera = camera_in_frame(set.camera, frame.share, followed_place(run.motion, states));
    obstacles.add_to_view(view_bounds(run, box, set), view);
    DrawList list;
    list.views = views_beside(arguments, set, frame.number, snapshots, view);
    for (const Snapshot& snapshot : snapshots) {
        DrawItem& item = view.items.emplace_back(item_of(snapshot, set.meshes.at(snapshot.character.get())));
        if (const auto& paint = arguments.film.paint) {
            item.paint = paint->mode == 0 ? Paint::labels : Paint::scalar;
        }
        if (arguments.contacts) {
            add_contacts(snapshot, view);
        }
    }
    list.views.push_back(std::move(view));
    auto captured = arguments.is_transparent
                        ? renderer.capture_transparent(std::move(list), arguments.width, arguments.height)
                        : renderer.capture(list, arguments.width, arguments.height);
    if (!captured) {
        return captured.error();
    }
    Image image = std::move(captured).value();
    set.captions.draw(image);
    return image;
}

FilmShares shares_of(const Arguments& arguments, const FilmFrames& wanted) {
    return film_shares(wanted, !arguments.film.beside.empty());
}

// A first pass of the loop, without frames.
std::optional<Error> warm_up(FrameStepper& stepper, LoopFrames& loop, std::uint64_t frames, Progress* progress) {
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        if (!keep_going(progress, "simulating", static_cast<double>(frame) / static_cast<double>(frames))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (auto fault = stepper.advance(progress)) {
            return fault;
        }
        loop.add_warm(stepper.states());
    }
    return std::nullopt;
}

struct DrawnFilm {
    OffScreenDrawing drawing = {};
    std::vector<std::string> warnings = {};
    BesideBodies beside = {};
};

// The characters in the order of `states_of`.
std::vector<CharacterPtr> characters_of(const SceneMotion& motion) {
    std::vector<CharacterPtr> characters;
    std::ranges::transform(motion.characters(), std::back_inserter(characters), &MovingCharacter::character);
    return characters;
}

/// A loop of a film, whose frames start again without a seam.
struct FilmLoop {
    LoopFrames frames;
    LoopSteps steps;

    FilmLoop(const SceneMotion& motion, const LoopPlan& plan)
        : frames(plan), steps(characters_of(motion), plan.frames, plan.blended) {}

    States blended(std::uint64_t number, States frame) {
        States states = frames.blended(number, std::move(frame));
        steps.add(states);
        return states;
    }
    // Closes the loop by its first frame, which is not drawn again, and returns what is wrong with it.
    std::vector<std::string> finish() {
        steps.add(frames.start());
        return steps.warnings();
    }
};

// Takes the steps from one frame to the next, and draws it. Returns the warnings about its loop.
Result<std::vector<std::string>> draw_frames(Renderer& renderer, SceneRun& run, const Arguments& arguments,
                                             const FilmFrames& wanted, const FilmSet& set, Film& film,
                                             Progress* progress) {
    ThreadPool threads(step_threads(arguments, run));
    FrameStepper stepper(run, wanted.frames.steps_each, wanted.steps_before, threads);
    const FilmShares shares = shares_of(arguments, wanted);
    std::optional<FilmLoop> loop;
    const std::uint64_t count = wanted.frames.count;
    if (wanted.loop) {
        const PartOfProgress part(progress, shares.moved, shares.warmed);
        loop.emplace(run.motion, *wanted.loop);
        if (auto fault = warm_up(stepper, loop->frames, count, progress)) {
            return *fault;
        }
    }
    const PartOfProgress part(progress, shares.warmed, 1.0);
    const auto whole = static_cast<double>(wanted.loop ? count : std::max<std::uint64_t>(count - 1, 1));
    const std::string phase = phase_of_drawing(wanted);
    for (std::uint64_t frame = 0; frame < count; ++frame) {
        if (!keep_going(progress, phase, static_cast<double>(frame) / static_cast<double>(count))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        if (auto fault = frame > 0 ? stepper.advance(progress) : std::nullopt) {
            return *fault;
        }
        const States states = loop ? loop->blended(frame, stepper.states()) : stepper.states();
        const auto image = drawn(renderer, run, arguments, set, states, {frame, static_cast<double>(frame) / whole});
        if (!image) {
            return image.error();
        }
        if (auto added = film.add(image.value()); !added) {
            return added.error();
        }
    }
    if (auto finished = film.finish(); !finished) {
        return finished.error();
    }
    return loop ? loop->finish() : std::vector<std::string>();
}

FilmSet film_set(const SceneRun& run, const Arguments& arguments, const FilmFrames& wanted, const Surfaces& surfaces,
                 Meshes meshes) {
    const States first = states_of(run.motion);
    const BoundingBox box = bounds_of(run.motion, first);
    const Vec3 up = up_of(camera_for(run, box, aspect_of(arguments)));
    const PlacedOutlines outlines(run.motion, surfaces, up);
    FilmCamera camera;
    camera.start =
        camera_for(run, is_one_image(wanted) ? box : box_of_film(box, outlines.placed), aspect_of(arguments));
    camera.turn = arguments.film.turntable;
    const bool is_film = !is_one_image(wanted);
    const bool follows = arguments.film.follows.value_or(is_film && leaves_its_place(run, outlines.placed));
    if (follows && has_own_camera(run)) {
        camera.origin = first_place(run.motion);
    } else if (follows && is_film) { // one image shows the character where it is
        camera.origin = followed_place(run.motion, first);
    }
    return {std::move(meshes), {}, camera, ground_height(outlines.at_home, up), {}, {}};
}

// Takes the frames of the bodies beside the character.
Result<std::vector<std::string>> draw_film(Renderer& renderer, SceneRun& run, const Arguments& arguments,
                                           const FilmFrames& wanted, BesideFilm& beside, Progress* progress) {
    const auto surfaces = surfaces_of(run.motion.models(), arguments.film.paint.has_value());
    if (!surfaces) {
        return surfaces.error();
    }
    auto meshes = upload_meshes(renderer, run.motion.models(), surfaces.value(), arguments.film.paint);
    if (!meshes) {
        return meshes.error();
    }
    const FilmOptions options{arguments.out, wanted.frames.count, wanted.frames.frames_per_second};
    if (auto fault = fault_in_files(files_of(options), run.motion.models())) {
        return *fault;
    }
    auto film = make_film(options, arguments.width, arguments.height);
    if (!film) {
        return film.error();
    }
    FilmSet set = film_set(run, arguments, wanted, surfaces.value(), std::move(meshes).value());
    auto of_beside = upload_beside(renderer, *run.first().character, surfaces.value(), beside.bodies.bodies().size());
    if (!of_beside) {
        return of_beside.error();
    }
    set.beside = std::move(of_beside).value();
    if (!beside.frames.empty()) {
        set.captions = captions_of_columns(run, arguments, beside.bodies);
        set.camera = camera_of_columns(run, arguments, {beside.frames, set.captions.height()}, set.camera);
        set.frames = std::move(beside.frames);
    }
    return draw_frames(renderer, run, arguments, wanted, set, *film.value(), progress);
}

// Prepares the bodies beside the character, takes the steps before the first frame, and moves these bodies.
Result<BesideFilm> moved_beside(const Arguments& arguments, SceneRun& run, const FilmFrames& wanted,
                                Progress* progress) {
    const FilmShares shares = shares_of(arguments, wanted);
    {
        const PartOfProgress part(progress, 0.0, shares.prepared);
        if (auto prepared = run.beside.prepare(arguments, run.first(), progress); !prepared) {
            return prepared.error();
        }
    }
    const auto before = static_cast<double>(wanted.steps_before);
    ThreadPool threads(step_threads(arguments, run));
    {
        const PartOfProgress part(progress, shares.prepared, shares.stepped);
        for (std::uint64_t step = 0; step < wanted.steps_before; ++step) {
            if (!keep_going(progress, "simulating", static_cast<double>(step) / before)) {
                return Error{ErrorKind::cancelled, "cancelled", ""};
            }
            if (const auto fault = take_steps(run, step, 1, threads, progress)) {
                return *fault;
            }
        }
    }
    const PartOfProgress part(progress, shares.stepped, shares.moved);
    return film_of_beside(run, wanted, threads, progress);
}

Result<DrawnFilm> draw_film(const Arguments& arguments, SceneRun& run, const FilmFrames& wanted, Progress* progress) {
    auto beside = moved_beside(arguments, run, wanted, progress);
    if (!beside) {
        return beside.error();
    }
    BesideFilm film = std::move(beside).value();
    DrawnFilm drawn;
    auto drawing = draw_off_screen([&](Renderer& renderer) -> Result<Done> {
        auto warnings = draw_film(renderer, run, arguments, wanted, film, progress);
        if (!warnings) {
            return warnings.error();
        }
        drawn.warnings = std::move(warnings).value();
        return Done{};
    });
    if (!drawing) {
        return drawing.error();
    }
    drawn.drawing = std::move(drawing).value();
    drawn.beside = std::move(film.bodies);
    return drawn;
}

// The kind of each body, its modes, the time of its steps, and how many tets are inside out.
void add_beside_bodies(Report& report, const std::vector<BesideBody>& bodies) {
    Json::array_t facts;
    for (const BesideBody& body : bodies) {
        Json::object_t one{{"kind", body.kind}, {"modes", std::int64_t{body.modes}}};
        if (!body.step_microseconds.empty()) {
            one.emplace_back("step_microseconds", spread_json(body.step_microseconds));
        }
        if (!body.inverted_tets.empty()) {
            one.emplace_back("inverted_tets", std::int64_t{std::ranges::max(body.inverted_tets)});
        }
        report.warn(warnings_of_inverted_tets(body.inverted_tets));
        facts.emplace_back(std::move(one));
    }
    if (!facts.empty()) {
        report.add("beside", std::move(facts));
    }
}

} // namespace

int run_film(const Arguments& arguments, SceneRun& run, const FilmFrames& wanted) {
    const Interruption interruption;
    const auto film =
        with_progress(interruption, [&](Progress* progress) { return draw_film(arguments, run, wanted, progress); });
    if (!film) {
        return interruption.is_requested() ? fail(interruption, arguments.json) : fail(film.error(), arguments.json);
    }
    Report report;
    report.add("picture", arguments.out);
    report.add("frame", wanted.steps_before);
    report.add("frames", wanted.frames.count);
    report.add("frames_per_second", wanted.frames.frames_per_second, "1/s");
    if (wanted.loop) {
        report.add("loop_blended", wanted.loop->blended);
        report.add("loop_speed", wanted.loop->speed_factor);
    }
    report.add("size", Json::array_t{arguments.width, arguments.height}, "pixels");
    report.add("draw_calls", film.value().drawing.draw_calls);
    report.add("graphics", film.value().drawing.graphics);
    report.add("models", static_cast<std::int64_t>(run.motion.models().size()));
    report.add("hash", hex(hash_of(run.motion)));
    add_inverted_clusters(report, run.motion);
    add_beside_bodies(report, film.value().beside.bodies());
    report.warn(film.value().warnings);
    report.warn(warnings_to_print(arguments, run));
    warn_about_exaggeration(report, run);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
