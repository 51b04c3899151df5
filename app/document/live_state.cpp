// SPDX-License-Identifier: MIT
#include "app/document/live_state.h"

#include "app/document/number_limits.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>

namespace limber::app {
namespace {

// Whether a character of this description starts with these muscle controls, ignoring the blend. A gait in a file
// counts as different because it is not loaded here.
bool states(const MuscleDescription& muscles, const MuscleControls& controls) {
    const bool has_same_gait =
        muscles.gait ? *muscles.gait == controls.gait : muscles.gait_file.empty() && controls.gait == Gait{};
    return has_same_gait && muscles.behaviour == controls.behaviour && muscles.playing == controls.playing &&
           muscles.strength == controls.strength &&
           without_trailing_zeros(muscles.held) == without_trailing_zeros(controls.held);
}

template <typename T>
void read_optional(MemberReader& members, const char* name, T read, std::optional<T>& value) {
    if (members.read(name, read)) {
        value = read;
    }
}

template <typename Pull>
bool has_negative_vertex(const Pull& pull) {
    return std::ranges::any_of(pull.vertices, [](int vertex) { return vertex < 0; });
}

bool has_negative_vertex(const PointSpring& spring) {
    return has_negative_vertex(spring.from) || has_negative_vertex(spring.to);
}

// Reads handles, forces or springs.
template <typename Pull>
void read_pulls(MemberReader& members, const char* list, const std::string& name, std::vector<Pull>& pulls) {
    read_list(members, list, [&](const JsonNode& node) {
        Pull pull;
        MemberReader of_pull(node);
        of_pull.read("id", pull.id);
        read_members(of_pull, pull);
        if (std::ranges::find(pulls, pull.id, &Pull::id) != pulls.end()) {
            node.refuse("has the id " + std::to_string(pull.id) + ", as another " + name + " has");
        }
        if (has_negative_vertex(pull)) {
            node.refuse("must have vertices that are counted from 0");
        }
        pulls.push_back(pull);
    });
}

void read_muscles(MemberReader& members, LiveState& live) {
    if (const auto muscles = members.take("muscles")) {
        read_value(*muscles, live.muscles.emplace());
        live.muscles->handover = {};
    }
}

std::optional<Error> fault_in(const LiveState& live) {
    CharacterControls controls;
    CharacterDescription description;
    write_to_controls(live, description, controls);
    if (auto fault = fault_in(controls)) {
        return fault;
    }
    if (live.home && !is_placement(*live.home)) {
        return Error{ErrorKind::bad_input, "home must lie within 1e9 metres, and stretch by at most 1e6", {}};
    }
    if (live.handle_stiffness && !(*live.handle_stiffness >= 0.0 && *live.handle_stiffness <= stiffness_max)) {
        return Error{ErrorKind::bad_input, "handle_stiffness must lie between 0 and 1e100 newtons a metre", {}};
    }
    return std::nullopt;
}

} // namespace

LiveState live_state(const CharacterControls& controls, const Affine& placement,
                     const CharacterDescription& description) {
    LiveState live{controls.handles, controls.bone_offsets, controls.clip_speed};
    live.target_weights = controls.target_weights;
    live.forces = controls.forces;
    live.springs = controls.springs;
    live.movements = controls.movements;
    live.drags_springs = controls.drags_springs;
    live.keys = controls.keys;
    live.playback = controls.playback;
    live.is_enabled = controls.is_enabled;
    live.dynamics = controls.dynamics;
    if (controls.rig_offset != placement) {
        live.rig_offset = controls.rig_offset;
    }
    if (Vec3(rotation_of(description.turn) * description.step.gravity) != controls.gravity) {
        live.gravity = controls.gravity;
    }
    if (description.material.poisson != controls.poisson) {
        live.poisson = controls.poisson;
    }
    if (!states(description.muscles, controls.muscles)) {
        live.muscles = controls.muscles;
        live.muscles->handover = {};
    }
    return live;
}

void write_to_controls(const LiveState& live, const CharacterDescription& description, CharacterControls& controls) {
    controls.handles = live.handles;
    controls.forces = live.forces;
    controls.springs = live.springs;
    controls.movements = live.movements;
    controls.drags_springs = live.drags_springs;
    controls.bone_offsets = live.bone_offsets;
    controls.target_weights = live.target_weights;
    controls.clip_speed = live.clip_speed;
    controls.keys = live.keys;
    controls.playback = live.playback;
    controls.is_enabled = live.is_enabled;
    controls.dynamics = live.dynamics;
    controls.rig_offset = live.rig_offset.value_or(controls.rig_offset);
    controls.gravity = live.gravity.value_or(Vec3(rotation_of(description.turn) * description.step.gravity));
    controls.poisson = live.poisson.value_or(controls.poisson);
    controls.muscles = live.muscles.value_or(controls.muscles);
}

void drop_overridden(LiveState& live, const CharacterDescription& before, const CharacterDescription& after) {
    if (before.step.gravity != after.step.gravity) {
        live.gravity.reset();
    } else if (live.gravity && before.turn != after.turn) {
        live.gravity = rotation_of(after.turn) * (rotation_of(before.turn).transpose() * *live.gravity);
    }
    if (before.material.poisson != after.material.poisson) {
        live.poisson.reset();
    }
    if (before.muscles != after.muscles) {
        live.muscles.reset();
    }
    if (before.clips != after.clips) {
        live.playback = {};
    }
}

void read_value(const JsonNode& node, LiveState& live) {
    MemberReader members(node);
    read_pulls(members, "handles", "handle", live.handles);
    read_pulls(members, "forces", "force", live.forces);
    read_pulls(members, "springs", "spring", live.springs);
    read_movements(members, "movements", live.movements);
    members.read("drags_springs", live.drags_springs);
    read_list(members, "bone_offsets", [&](const JsonNode& offset) {
        Affine map = identity_affine();
        read_value(offset, map);
        live.bone_offsets.push_back(map);
    });
    read_list(members, "target_weights",
              [&](const JsonNode& weight) { live.target_weights.push_back(weight.number()); });
    members.read("clip_speed", live.clip_speed);
    members.read("keys", live.keys);
    members.read("playback", live.playback);
    members.read("enabled", live.is_enabled);
    members.read("dynamics", live.dynamics);
    read_optional(members, "handle_stiffness", 0.0, live.handle_stiffness);
    read_optional(members, "move", identity_affine(), live.rig_offset);
    read_optional(members, "home", identity_affine(), live.home);
    read_optional(members, "gravity", Vec3(Vec3::Zero()), live.gravity);
    read_optional(members, "poisson", 0.0, live.poisson);
    read_muscles(members, live);
    if (const auto fault = node.is_sound() ? fault_in(live) : std::nullopt) {
        node.refuse("is out of range: " + fault->message);
    }
}

Json live_state_json(const LiveState& live) {
    Json::object_t json;
    Json::array_t handles;
    for (const PointHandle& handle : live.handles) {
        handles.push_back(handle_json(handle));
    }
    Json::array_t offsets;
    for (const Affine& offset : live.bone_offsets) {
        offsets.push_back(to_json(offset));
    }
    if (!handles.empty()) {
        json.emplace_back("handles", std::move(handles));
    }
    if (!live.forces.empty()) {
        Json::array_t forces;
        std::ranges::transform(live.forces, std::back_inserter(forces), force_json);
        json.emplace_back("forces", std::move(forces));
    }
    if (!live.springs.empty()) {
        Json::array_t springs;
        std::ranges::transform(live.springs, std::back_inserter(springs), spring_json);
        json.emplace_back("springs", std::move(springs));
    }
    if (!live.movements.empty()) {
        json.emplace_back("movements", movements_json(live.movements));
    }
    if (live.drags_springs) {
        json.emplace_back("drags_springs", true);
    }
    if (!offsets.empty()) {
        json.emplace_back("bone_offsets", std::move(offsets));
    }
    if (!live.target_weights.empty()) {
        json.emplace_back("target_weights", Json::array_t(live.target_weights.begin(), live.target_weights.end()));
    }
    if (live.clip_speed != 1.0) {
        json.emplace_back("clip_speed", live.clip_speed);
    }
    if (live.keys != PoseKeys{}) {
        json.emplace_back("keys", pose_keys_json(live.keys));
    }
    if (!live.is_enabled) {
        json.emplace_back("enabled", false);
    }
    if (live.dynamics != 1.0) {
        json.emplace_back("dynamics", live.dynamics);
    }
    if (live.playback != ClipPlayback{}) {
        json.emplace_back("playback", clip_playback_json(live.playback));
    }
    if (live.handle_stiffness) {
        json.emplace_back("handle_stiffness", *live.handle_stiffness);
    }
    if (live.rig_offset) {
        json.emplace_back("move", to_json(*live.rig_offset));
    }
    if (live.home) {
        json.emplace_back("home", to_json(*live.home));
    }
    if (live.gravity) {
        json.emplace_back("gravity", to_json(*live.gravity));
    }
    if (live.poisson) {
        json.emplace_back("poisson", *live.poisson);
    }
    if (live.muscles) {
        json.emplace_back("muscles", muscle_controls_json(*live.muscles));
    }
    return json;
}

} // namespace limber::app
