#include "app/character/build_character.h"
#include "app/character/skin.h"
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"

#include "app/character/cached_build.h"
#include "app/character/prepared_scene.h"
#include "app/cli/commands.h"
#include "app/cli/off_screen.h"
#include "app/cli/report.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"
#include "engine/core/hash.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/json_matrices.h"
#include "engine/mesh/boxes.h"

#include <map>

// Many characters at once.
namespace limber::app {
namespace {

// Of one frame: what the clock says, and what the steps took by themselves.
struct FrameTimes {
    std::vector<double> all;   // [1e-6 s]
    std::vector<double> steps; // [1e-6 s]
};

Result<FrameTimes> run_frames(SceneMotion& cast, std::uint64_t frames, ThreadPool& threads) {
    FrameTimes times;
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        const Stopwatch watch;
        const std::vector<StepReport> reports = cast.step(threads);
        times.all.push_back(1e6 * watch.seconds());
        if (auto fault = fault_in_frame(reports, cast, frame + 1)) {
            return *fault;
        }
        double steps = 0.0;
        for (const MovingCharacter& actor : cast.actors()) {
            steps += 1e6 * actor.motion.step_seconds();
        }
        times.steps.push_back(steps);
    }
    return times;
}

struct Totals {
    Index vertices = 0;
    Index tets = 0;

    void add(const Character& character) {
        vertices += character.vertex_count();
        tets += character.mesh.tet_count();
    }
};

void add_scene_options(Report& report, const SceneMotion& cast) {
    Totals totals;
    double seconds = 0.0;
    for (const MovingCharacter& actor : cast.actors()) {
        totals.add(*actor.character);
    }
    for (const CharacterPtr& model : cast.models()) {
        seconds += model->seconds.total;
    }
    report.add("characters", static_cast<std::int64_t>(cast.actors().size()));
    report.add("models", static_cast<std::int64_t>(cast.models().size()));
    report.add("vertices", std::int64_t{totals.vertices});
    report.add("tets", std::int64_t{totals.tets});
    report.add("seconds", Json::Object{{"total", seconds}}, "s");
}

int simulate(const Arguments& arguments, SceneMotion cast) {
    const std::uint64_t frames = frames_of(arguments, cast);
    ThreadPool threads(Threads{.count = arguments.threads});
    const auto times = run_frames(cast, frames, threads);
    if (!times) {
        return fail(with_recording_of(times.error(), cast, frames, threads), arguments.json);
    }
    const FrameTimes& taken = times.value();
    Report report;
    add_scene_options(report, cast);
    report.add("instruction_set", name_of(cast.actors().front().motion.instruction_set()));
    report.add("frames", frames);
    report.add("frame_microseconds", spread_json(taken.all));
    report.add("step_microseconds", spread_json(taken.steps));
    report.add("hash", hex(hash_of(cast)));
    report.warn(cast.warnings());
    report.print(arguments.json);
    return 0;
}

BoundingBox box_around(const SceneMotion& cast) {
    std::optional<BoundingBox> whole;
    for (const MovingCharacter& actor : cast.actors()) {
        const BoundingBox box = bounding_box(body_positions(*actor.character, actor.motion.state()));
        whole = whole ? united(*whole, box) : box;
    }
    return *whole;
}

std::vector<Snapshot> snapshots_of(const SceneMotion& cast) {
    std::vector<Snapshot> all;
    for (const MovingCharacter& actor : cast.actors()) {
        Snapshot& one = all.emplace_back();
        one.character = actor.character;
        one.state = actor.motion.state();
    }
    return all;
}

View empty_view(const BoundingBox& box, const std::optional<CameraDescription>& camera, const Arguments& arguments) {
    View view;
    view.rect = {0, 0, arguments.width, arguments.height};
    view.camera = camera ? camera_of(*camera) : camera_before(box, {0.35F, 0.3F, 1.0F}, aspect_of(arguments));
    return view;
}

// On the floor below all of them, whose checker fits the first.
ViewBounds view_bounds(const SceneMotion& cast, const BoundingBox& box, const glm::vec3& camera_up) {
    const glm::vec3 up = glm::normalize(camera_up);
    const Vec3 upwards(up.x, up.y, up.z);
    const double floor = box.centre().dot(upwards) - 0.505 * upwards.cwiseAbs().dot(box.high - box.low);
    const double size = bounding_box(cast.actors().front().character->mesh.X).diagonal();
    return {box, upwards, floor, 0.5 * box.diagonal(), true, -1, size};
}

// Each model's weights are sent once, whoever shares it.
Result<Image> drawn(Renderer& renderer, const SceneMotion& cast, View view, const Arguments& arguments) {
    std::map<const Character*, MeshHandle> meshes;
    for (const CharacterPtr& model : cast.models()) {
        const auto mesh = renderer.upload(drawn_mesh(*model));
        if (!mesh) {
            return mesh.error();
        }
        meshes[model.get()] = mesh.value();
    }
    const std::vector<Snapshot> actors = snapshots_of(cast);
    ObstacleRenderer obstacle_renderer;
    obstacle_renderer.set_up(CommonObstacles().of(actors));
    if (const auto done = obstacle_renderer.prepare(renderer); !done) {
        return done.error();
    }
    obstacle_renderer.add_to_view(view_bounds(cast, box_around(cast), view.camera.up), view);
    const glm::vec3 eye = view.camera.eye;
    for (const Snapshot& actor : actors) {
        view.items.push_back(item_of(actor, meshes.at(actor.character.get())));
        if (arguments.contacts) {
            draw_contacts(contact_marks(actor),
                          arrow_scale(*actor.character, actor.character->description.material.density),
                          Vec3(eye.x, eye.y, eye.z), view.overlay);
        }
    }
    DrawList list;
    list.views.push_back(std::move(view));
    return renderer.capture(list, arguments.width, arguments.height);
}

Result<int> draw(const SceneMotion& cast, const std::optional<CameraDescription>& camera, const Arguments& arguments) {
    const auto draw_scene = [&](Renderer& renderer) {
        return drawn(renderer, cast, empty_view(box_around(cast), camera, arguments), arguments);
    };
    return draw_off_screen(draw_scene, arguments.out);
}

int render(const Arguments& arguments, SceneMotion cast, const std::optional<CameraDescription>& camera) {
    ThreadPool threads(Threads{.count = arguments.threads});
    if (const auto run = run_frames(cast, arguments.frame, threads); !run) {
        return fail(run.error(), arguments.json);
    }
    const auto drawn = draw(cast, camera, arguments);
    if (!drawn) {
        return fail(drawn.error(), arguments.json);
    }
    Report report;
    report.add("picture", arguments.out);
    report.add("frame", arguments.frame);
    report.add("size", Json::Array{arguments.width, arguments.height}, "pixels");
    report.add("draw_calls", drawn.value());
    report.add("models", static_cast<std::int64_t>(cast.models().size()));
    report.warn(cast.warnings());
    report.print(arguments.json);
    return 0;
}

// Only what the files say; nothing is solved.
int check(const Arguments& arguments, const Repaired<SceneDescription>& cast, const Cache* cache) {
    ScenePreparation how;
    how.purpose = Purpose::facts;
    how.cache = cache;
    const auto ready = prepared_scene(cast.value, how);
    if (!ready) {
        return fail(ready.error(), arguments.json);
    }
    Totals totals;
    Json::Array members;
    for (const PreparedCharacter& one : ready.value().members) {
        const Character& character = *one.character;
        totals.add(character);
        members.emplace_back(Json::Object{{"scene", one.member.scene.string()},
                                          {"name", one.description.name},
                                          {"at", to_json(Vec3(one.member.placement.col(3)))},
                                          {"vertices", std::int64_t{character.vertex_count()}},
                                          {"tets", std::int64_t{character.mesh.tet_count()}},
                                          {"bones", character.bone_count()}});
    }
    Report report;
    report.add("file", arguments.file);
    report.add("characters", static_cast<std::int64_t>(ready.value().members.size()));
    report.add("models", static_cast<std::int64_t>(ready.value().models.size()));
    report.add("vertices", std::int64_t{totals.vertices});
    report.add("tets", std::int64_t{totals.tets});
    report.add("members", members);
    report.warn(cast.warnings);
    report.warn(ready.value().warnings);
    for (const CharacterPtr& model : ready.value().models) {
        report.warn(model->warnings);
    }
    report.print(arguments.json);
    return 0;
}

// What is done with one character at a time.
std::optional<Error> option_for_one_character(const Arguments& arguments) {
    const auto refusal = [&](const std::string& what) {
        return Error{ErrorKind::bad_input, "holds several characters, " + what + "; name one of its scenes",
                     arguments.file};
    };
    switch (arguments.command) {
    case Command::subspace:
        return refusal("each with its own subspace");
    case Command::gait:
        return refusal("and a gait is searched for one");
    case Command::simulate:
        return arguments.out.empty() ? std::nullopt : std::optional(refusal("and --out bakes the motion of one"));
    case Command::check:
    case Command::record:
    case Command::replay:
    case Command::render:
        break;
    }
    return std::nullopt;
}

} // namespace

int run_scene(const Arguments& arguments) {
    const bool simulates = arguments.command == Command::simulate;
    const bool checks = arguments.command == Command::check;
    const bool records = arguments.command == Command::record;
    if (auto fault = option_for_one_character(arguments)) {
        return fail(*fault, arguments.json);
    }
    const auto described = read_scene_file(arguments.file);
    if (!described) {
        return fail(described.error(), arguments.json);
    }
    if (checks) {
        const auto known = arguments.no_cache ? std::nullopt : cache_of_the_user();
        return check(arguments, described.value(), known ? &*known : nullptr);
    }
    const auto adjusted = [&arguments](const CharacterDescription& scene) {
        return overridden(scene, arguments.overrides);
    };
    const auto cache = arguments.no_cache ? std::nullopt : cache_of_the_user();
    auto made = SceneMotion::prepared(described.value().value, adjusted, Threads{.count = arguments.threads},
                                      cache ? &*cache : nullptr);
    if (!made) {
        return fail(made.error(), arguments.json);
    }
    SceneMotion cast = std::move(made).value();
    const auto strange = give_hands(arguments, cast);
    if (!strange) {
        return fail(strange.error(), arguments.json);
    }
    cast.warn(strange.value());
    if (records) {
        return record_scene(arguments, std::move(cast));
    }
    return simulates ? simulate(arguments, std::move(cast))
                     : render(arguments, std::move(cast), described.value().value.camera);
}

} // namespace limber::app
