#include "app/character/skin.h"
#include "app/character/skin_outline.h"
#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/off_screen.h"
#include "app/cli/report.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"

namespace limber::app {
namespace {

// The scene's own camera, or one that stands a little to the side and above, so that a shape has depth.
Camera camera_for(const Character& character, const BoundingBox& box, float aspect) {
    const auto& described = character.description.camera;
    return described ? camera_of(*described, rotation_of(character.description.turn))
                     : camera_before(box, {0.55F, 0.35F, 1.0F}, aspect);
}

// The ground lies under the lowest place that the clip comes to, with a little air, so that what swims does not scrape.
ViewBounds view_bounds(const Character& character, const BoundingBox& box, const Vec3& up) {
    const double floor = SkinOutline(character, up).floor(character.description.active_clip) - 0.02 * box.diagonal();
    return {box, up, floor, 0.5 * box.diagonal(), true, -1, bounding_box(character.mesh.X).diagonal()};
}

struct Sent {
    MeshHandle mesh;
    ObstacleRenderer obstacle_renderer;
};

Result<Sent> sent(Renderer& renderer, const Snapshot& snapshot) {
    const auto mesh = renderer.upload(drawn_mesh(*snapshot.character));
    if (!mesh) {
        return mesh.error();
    }
    Sent all{mesh.value(), {}};
    all.obstacle_renderer.set_up(CommonObstacles().of({snapshot}));
    const auto done = all.obstacle_renderer.prepare(renderer);
    return done ? Result<Sent>(std::move(all)) : Result<Sent>(done.error());
}

DrawList picture_of(const Snapshot& snapshot, const Sent& sent, const Arguments& arguments) {
    const Character& character = *snapshot.character;
    // A clip may have carried it far from where it rests.
    const BoundingBox box = bounding_box(body_positions(character, snapshot.state));
    View view;
    view.rect = {0, 0, arguments.width, arguments.height};
    view.camera = camera_for(character, box, aspect_of(arguments));
    const glm::vec3 up = glm::normalize(view.camera.up);
    sent.obstacle_renderer.add_to_view(view_bounds(character, box, Vec3(up.x, up.y, up.z)), view);
    view.items.push_back(item_of(snapshot, sent.mesh));
    if (arguments.contacts) {
        const glm::vec3 eye = view.camera.eye;
        draw_contacts(contact_marks(snapshot), arrow_scale(character, character.description.material.density),
                      Vec3(eye.x, eye.y, eye.z), view.overlay);
    }
    DrawList list;
    list.views.push_back(std::move(view));
    return list;
}

Result<int> draw(const Motion& motion, const Arguments& arguments) {
    Snapshot snapshot;
    snapshot.character = motion.character_ptr();
    snapshot.state = motion.state();
    const auto draw_motion = [&](Renderer& renderer) -> Result<Image> {
        const auto meshes = sent(renderer, snapshot);
        if (!meshes) {
            return meshes.error();
        }
        return renderer.capture(picture_of(snapshot, meshes.value(), arguments), arguments.width, arguments.height);
    };
    return draw_off_screen(draw_motion, arguments.out);
}

} // namespace

int run_render(const Arguments& arguments, const Repaired<CharacterDescription>& scene) {
    const auto character = prepared(arguments, scene.value);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    const auto recording = controls_for(arguments, *character.value());
    if (!recording) {
        return fail(recording.error(), arguments.json);
    }
    Motion motion(character.value(), instruction_set_for(arguments, recording.value().value));
    const LiveControls start = starting_controls(*character.value());
    start_of_recording(recording.value().value, start, motion);
    for (std::uint64_t frame = 0; frame < arguments.frame; ++frame) {
        const StepReport step = motion.step(controls_at(recording.value().value, frame, start));
        if (const auto fault = fault_in_step(step, *character.value(), frame + 1)) {
            return fail(*fault, arguments.json);
        }
    }
    const auto drawn = draw(motion, arguments);
    if (!drawn) {
        return fail(drawn.error(), arguments.json);
    }
    Report report;
    report.add("picture", arguments.out);
    report.add("frame", arguments.frame);
    report.add("size", Json::Array{arguments.width, arguments.height}, "pixels");
    report.add("draw_calls", drawn.value());
    report.warn(all_warnings(scene, *character.value()));
    report.warn(recording.value().warnings);
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
