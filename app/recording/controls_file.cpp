// SPDX-License-Identifier: MIT
#include "app/recording/controls_file.h"

#include "app/character/switched_loads.h"
#include "app/document/character_file.h"
#include "app/document/number_limits.h"
#include "app/recording/recorded_bits.h"
#include "app/recording/recording_check.h"
#include "app/recording/step_range.h"
#include "engine/body/body_step.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber::app {
namespace {

struct Event {
    std::uint64_t step = 0;
    JsonNode json;
};

/// Applies the events of a file in order to one set of controls.
class Script {
public:
    Script(const Character& character, const LiveControls& start) : character_(character), controls_(start) {}

    void play(const Event& event) {
        if (event.step != step_) {
            controls_.thrown.reset(); // acts in one step
        }
        step_ = event.step;
        MemberReader members(event.json);
        members.take("step");
        members.take("time");
        if (const auto set = members.take("set")) {
            change_settings(*set);
        }
        if (const auto handle = members.take("handle")) {
            change_handle(*handle);
        }
        if (const auto force = members.take("force")) {
            change_force(*force);
        }
        if (const auto spring = members.take("spring")) {
            change_spring(*spring);
        }
        release(members);
        change_movements(members);
        if (const auto bone = members.take("bone")) {
            turn_bone(*bone);
        }
        if (const auto target = members.take("target")) {
            weigh_target(*target);
        }
        if (const auto keys = members.take("keys")) {
            change_keys(*keys);
        }
        members.read("move", controls_.rig_offset);
        members.read("muscles", controls_.muscles);
        if (const auto obstacles = members.take("obstacles")) {
            move_obstacles(*obstacles);
        }
        if (const auto carried = members.take("carried")) {
            controls_.carried.clear();
            for (std::size_t i = 0; i < carried->size(); ++i) {
                read_value((*carried)[i], controls_.carried.emplace_back());
            }
        }
        if (const auto thrown = members.take("throw")) {
            read_value(*thrown, controls_.thrown.emplace());
        }
        refuse_bad_numbers(event.json);
    }

    const LiveControls& controls() const {
        return controls_;
    }

private:
    void change_settings(const JsonNode& json) {
        MemberReader members(json);
        members.read("clip", controls_.clip);
        members.read("clip_speed", controls_.clip_speed);
        members.read("playback", controls_.playback);
        members.read("enabled", controls_.is_enabled);
        members.read("dynamics", controls_.dynamics);
        members.read("rigid", controls_.is_rigid);
        members.read("gravity", controls_.gravity);
        members.read("time_step", controls_.time_step);
        members.read("young", controls_.young);
        members.read("poisson", controls_.poisson);
        members.read("density", controls_.density);
        members.read("damping", controls_.damping);
        members.read("iterations", controls_.iterations);
        members.read("tolerance", controls_.tolerance);
        members.read("solver", controls_.solver);
        read_friction(members, controls_.friction_law);
        members.read("kept", controls_.tangential_restitution);
        members.read("wind", controls_.wind.velocity);
        members.read("air_drag", controls_.wind.drag);
        if (const auto gusts = members.take("gusts")) {
            read_value(*gusts, controls_.gusts);
        }
        refuse_bad_numbers(json);
        if (controls_.clip < -1 || controls_.clip >= static_cast<int>(character_.clips.size())) {
            json.refuse("must have a clip of -1 or, counted from 0, one of the character's " +
                        std::to_string(character_.clips.size()));
        }
    }

    void move_obstacles(const JsonNode& json) {
        if (json.is_text("scene")) {
            controls_.obstacles = nullptr;
            return;
        }
        Environment moved;
        read_value(json, moved.obstacles);
        if (const auto fault = fault_in(moved)) {
            json.refuse("are out of range: " + fault->message);
        }
        controls_.obstacles = std::make_shared<const Obstacles>(std::move(moved.obstacles));
    }

    void refuse_bad_numbers(const JsonNode& json) const {
        if (const auto fault = fault_in(controls_)) {
            json.refuse("is out of range: " + fault->message);
        }
    }

    // Changes the handle, force or spring with the id that the event names, or adds one.
    template <typename Pull>
    Pull& changed_pull(std::vector<Pull>& pulls, const JsonNode& json) {
        MemberReader members(json);
        int id = 0;
        members.read("id", id);
        auto found = std::ranges::find(pulls, id, &Pull::id);
        if (found == pulls.end()) {
            pulls.emplace_back().id = id;
            found = std::prev(pulls.end());
        }
        read_members(members, *found);
        return *found;
    }

    void change_handle(const JsonNode& json) {
        refuse_bad(changed_pull(controls_.handles, json).vertices, "holds", json);
    }

    void change_force(const JsonNode& json) {
        refuse_bad(changed_pull(controls_.forces, json).vertices, "acts on", json);
    }

    void change_spring(const JsonNode& json) {
        const PointSpring& spring = changed_pull(controls_.springs, json);
        refuse_bad(spring.from.vertices, "begins at", json);
        refuse_bad(spring.to.vertices, "ends at", json);
    }

    // All of them, or whether one plays.
    void change_movements(MemberReader& members) {
        read_movements(members, "movements", controls_.movements);
        if (const auto one = members.take("movement")) {
            play_movement(*one);
        }
        refuse_bad_numbers(members.object());
    }

    void play_movement(const JsonNode& json) {
        MemberReader members(json);
        std::string name;
        members.read("name", name);
        std::vector<SpringMovement>& all = controls_.movements;
        const auto found = std::ranges::find(all, name, &SpringMovement::name);
        if (found == all.end()) {
            json.refuse("must have the name of a movement, but " + character_.description.name +
                        " has none of the name \"" + name + "\"");
            return;
        }
        members.read("plays", found->plays);
    }

    void refuse_bad(const std::array<int, 3>& vertices, const std::string& verb, const JsonNode& json) {
        for (const int v : vertices) {
            if (v < 0 || v >= character_.vertex_count()) {
                json.refuse(verb + " vertex " + std::to_string(v) + ", but the mesh has " +
                            std::to_string(character_.vertex_count()));
            }
        }
        refuse_bad_numbers(json);
    }

    void release(MemberReader& members) {
        if (int id = 0; members.read("release", id)) {
            std::erase_if(controls_.handles, [id](const PointHandle& handle) { return handle.id == id; });
        }
        if (int id = 0; members.read("release_force", id)) {
            std::erase_if(controls_.forces, [id](const AppliedForce& applied) { return applied.id == id; });
        }
        if (int id = 0; members.read("release_spring", id)) {
            std::erase_if(controls_.springs, [id](const PointSpring& spring) { return spring.id == id; });
        }
    }

    void turn_bone(const JsonNode& json) {
        MemberReader members(json);
        const auto& bones = character_.rig.skeleton.bones;
        int index = -1;
        std::string name;
        if (members.read("name", name)) {
            const auto found =
                std::find_if(bones.begin(), bones.end(), [&](const Bone& bone) { return bone.name == name; });
            index = found == bones.end() ? -1 : static_cast<int>(found - bones.begin());
        }
        members.read("index", index);
        if (index < 0 || index >= static_cast<int>(bones.size())) {
            json.refuse("names no bone of the rig, which has " + std::to_string(bones.size()));
            members.take("offset");
            return;
        }
        auto& offsets = controls_.bone_offsets;
        offsets.resize(bones.size(), identity_affine());
        members.read("offset", offsets[static_cast<std::size_t>(index)]);
        if (std::all_of(offsets.begin(), offsets.end(), [](const Affine& o) { return o == identity_affine(); })) {
            offsets.clear();
        }
    }

    void change_keys(const JsonNode& json) {
        read_value(json, controls_.keys);
        for (const PoseKey& key : controls_.keys.all()) {
            if (!key.bones.empty() && key.bones.back().bone >= character_.rig.skeleton.bone_count()) {
                json.refuse("name a bone that the rig does not have");
            }
            if (!key.targets.empty() && key.targets.back().target >= static_cast<int>(character_.rig.targets.size())) {
                json.refuse("name a target that the rig does not have");
            }
        }
    }

    void weigh_target(const JsonNode& json) {
        MemberReader members(json);
        const auto& targets = character_.rig.targets;
        int index = -1;
        std::string name;
        if (members.read("name", name)) {
            const auto found = std::ranges::find(targets, name, &Target::name);
            index = found == targets.end() ? -1 : static_cast<int>(found - targets.begin());
        }
        members.read("index", index);
        double weight = 0.0;
        members.read("weight", weight);
        if (index < 0 || index >= static_cast<int>(targets.size())) {
            json.refuse("names no target of the rig, which has " + std::to_string(targets.size()));
            return;
        }
        set_target_weight(controls_, static_cast<std::size_t>(index), weight);
        refuse_bad_numbers(json);
    }

    const Character& character_;
    LiveControls controls_;
    std::uint64_t step_ = 0; // of the last event
};

// A throw acts in one step: the next one has the same controls without it, unless events change them.
std::vector<ControlsChange> with_ends_of_throws(const std::vector<ControlsChange>& changes) {
    std::vector<ControlsChange> all;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        all.push_back(changes[i]);
        const std::uint64_t next = changes[i].step + 1;
        if (changes[i].controls.thrown && (i + 1 == changes.size() || changes[i + 1].step > next)) {
            all.push_back({next, changes[i].controls});
            all.back().controls.thrown.reset();
        }
    }
    return all;
}

std::uint64_t step_of(const JsonNode& json, double time_step) {
    constexpr std::int64_t whole_min = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t whole_max = std::numeric_limits<std::int64_t>::max();
    std::int64_t step = 0;
    if (json.has("step")) {
        step = json.member("step").whole(whole_min, whole_max);
    } else if (json.has("time")) {
        const double steps = json.member("time").number() / time_step;
        step = std::llround(std::clamp(steps, -1.0, 2.0 * static_cast<double>(recorded_steps_max)));
    } else {
        json.refuse("must say its \"step\" or its \"time\"");
    }
    if (step < 0) {
        json.refuse("must not be before the start");
    }
    if (step > static_cast<std::int64_t>(recorded_steps_max)) {
        json.refuse("must not be later than step " + std::to_string(recorded_steps_max) + ", which no run reaches");
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(step, 0));
}

std::vector<Event> events_in(const JsonNode& list, double time_step) {
    std::vector<Event> events;
    const std::size_t count = list.size();
    for (std::size_t i = 0; i < count; ++i) {
        events.push_back({step_of(list[i], time_step), list[i]});
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.step < b.step; });
    return events;
}

// Reads the members of a recording besides its events.
void read_bits(MemberReader& members, const Character& character, Recording& recording) {
    if (const auto hash = members.take("hash")) {
        recording.final_hash = hash_in(*hash);
    }
    if (const auto rows = members.take("hashes")) {
        recording.hashes = hashes_in(*rows);
        if (recording.hashes.size() != recording.step_count) {
            rows->refuse("are " + std::to_string(recording.hashes.size()) + ", but there are " +
                         std::to_string(recording.step_count) + " steps");
        }
    }
    members.read("instruction_set", recording.instruction_set);
    if (const auto start = members.take("start")) {
        recording.start = stored_state_in(*start, {coordinate_rows(character), 4 * character.rig.map_count(),
                                                   character.contact_points ? character.contact_points->count() : 0,
                                                   character.rig.target_count(),
                                                   character.switched ? character.switched->components.size() : 0});
    }
    members.take("scene");
    members.take("checksum");
}

Recording recording_in(const JsonNode& root, const Character& character, const LiveControls& start) {
    MemberReader members(root);
    members.expect_format("limber-controls");
    Recording recording;
    members.read("steps", recording.step_count);
    if (recording.step_count > recorded_steps_max) {
        root.member("steps").refuse("must be at most " + std::to_string(recorded_steps_max) +
                                    ", or a run would not end");
    }
    read_bits(members, character, recording);
    if (root.has("segments") || root.has("characters")) {
        root.refuse("holds several characters or models; limber replay replays it");
    }
    Script script(character, start);
    members.take("events");
    for (const Event& event : events_in(root.member("events"), start.time_step)) {
        script.play(event);
        if (recording.changes.empty() || recording.changes.back().step != event.step) {
            recording.changes.push_back({event.step, {}});
        }
        recording.changes.back().controls = script.controls();
    }
    recording.changes = with_ends_of_throws(recording.changes);
    return recording;
}

Result<Repaired<CharacterDescription>> recorded_scene(const JsonNode& root, const std::string& where,
                                                      const std::filesystem::path& folder) {
    if (!root.has("scene")) {
        return Error{ErrorKind::bad_input, "does not name its scene; limber simulate SCENE --controls replays it",
                     where};
    }
    return parse_scene(to_text(root.member("scene").value()), where + ", scene", folder);
}

} // namespace

Result<Repaired<Recording>> parse_controls(std::string_view text, std::string_view where, const Character& character,
                                           const LiveControls& start) {
    const auto document = JsonDocument::parsed(text, where);
    if (!document) {
        return document.error();
    }
    Repaired<Recording> recording;
    refuse_damaged(document.value().root(), text);
    recording.value = recording_in(document.value().root(), character, start);
    if (document.value().fault()) {
        return *document.value().fault();
    }
    recording.warnings = document.value().warnings();
    return recording;
}

Result<Repaired<CharacterDescription>> read_recorded_scene(const std::filesystem::path& path) {
    const auto document = recorded_document(path);
    return document ? recorded_scene(document.value().root(), path.string(), path.parent_path()) : document.error();
}

std::optional<Error> fault_in_recording(std::string_view json, std::string_view where,
                                        const std::filesystem::path& folder) {
    const auto document = recorded_document(json, where);
    if (!document) {
        return document.error();
    }
    refuse_null(document.value().root());
    if (document.value().fault()) {
        return document.value().fault();
    }
    const auto scene = recorded_scene(document.value().root(), std::string(where), folder);
    return scene ? std::nullopt : std::optional(scene.error());
}

} // namespace limber::app
