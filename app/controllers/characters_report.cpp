// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"
#include "app/character_build/newton_character.h"
#include "app/character_skin/skin.h"
#include "app/controllers/characters_controller.h"
#include "app/motion/stance.h"
#include "engine/body/body_step.h"
#include "engine/core/hash.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>

// The feature's values in the state report.
namespace limber::app {
namespace {

// For each character: the pixel of the middle of its rig, or of its body if it has no rig, a hash of its state, and its
// centre.
Json bodies_json(const SessionState& state) {
    Json::object_t bodies;
    for (const Snapshot& snapshot : state.shown.all) {
        const Stance stance = stance_of(*snapshot.character, snapshot.state);
        const bool is_free = snapshot.character->description.rig_kind == RigKind::none;
        const Vec3 middle = is_free ? stance.centre : snapshot.character->skin->outline.box(snapshot.state.P).centre();
        const Pixel at = pixel_of(state.camera.now(), state.area(), middle).value_or(Pixel(-1, -1));
        bodies.emplace_back(title_of(state.editor.scene(), snapshot.id),
                            Json::array_t{at.x(), at.y(), hex(hash_of(snapshot.state)), to_json(stance.centre)});
    }
    return bodies;
}

// The name of the load whose subspace moves the body; empty: it has one subspace.
std::string acting_load(const Snapshot& snapshot) {
    const bool has_several = snapshot.load_switches && snapshot.character->switched;
    return has_several ? snapshot.character->switched->mixture.names.at(snapshot.load_switches->acting) : "";
}

// The centre of the body and its facing direction.
Json stance_json(const Snapshot& snapshot) {
    const Stance stance = stance_of(*snapshot.character, snapshot.state);
    return Json::object_t{{"centre", to_json(stance.centre)},
                          {"front", to_json(Vec3(stance.turn * front_of(snapshot.character->description)))}};
}

} // namespace

void CharactersController::report(Json& report, const SessionState& state) {
    const Scene& scene = state.editor.scene();
    const Snapshot& selected = state.shown.selected;
    report.emplace("wanted_modes", static_cast<std::int64_t>(state.editor.description().modes));
    report.emplace("young", state.editor.controls().young);
    if (!selected.character) {
        return;
    }
    const Character& character = *selected.character;
    const CharacterInstance* instance = state.editor.instance();
    report.emplace("scene", character.description.name);
    report.emplace("characters", static_cast<std::int64_t>(scene.instances.size()));
    report.emplace("selected", title_of(scene, state.editor.selected()));
    report.emplace("sharers", instance ? scene.sharers(instance->model) : 0);
    report.emplace("bodies", bodies_json(state));
    report.emplace("stance", stance_json(selected));
    report.emplace("acting_load", acting_load(selected));
    report.emplace("hash", hex(hash_of(selected.state)));
    report.emplace("enabled", state.editor.controls().is_enabled);
    report.emplace("dynamics", state.editor.controls().dynamics);
    report.emplace("drawn",
                   std::ranges::count_if(state.shown.all, [&](const Snapshot& one) { return state.is_drawn(one); }));
    report.emplace("fading", selected.fade.before != nullptr);
    report.emplace("vertices", static_cast<std::int64_t>(character.vertex_count()));
    report.emplace("subspace", name_of(character.subspace));
    report.emplace("coordinates", static_cast<std::int64_t>(coordinate_rows(character)));
    report.emplace("modes", static_cast<std::int64_t>(mode_count(character)));
    report.emplace("clusters", static_cast<std::int64_t>(character.clusters.count));
    const CubatureInUse in_use = cubature_in_use(character).value_or(CubatureInUse());
    report.emplace("cubature_points", std::int64_t{in_use.points});
    report.emplace("training_error", in_use.training_error);
    report.emplace("muscles", static_cast<std::int64_t>(character.musculature.count()));
}

} // namespace limber::app
