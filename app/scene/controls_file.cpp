#include "app/scene/controls_file.h"

#include "app/scene/character.h"
#include "app/scene/member_reader.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double clip_speed_max = 1000.0; // clip seconds a simulated second

struct Event {
    std::uint64_t step = 0;
    const Json* json = nullptr;
    std::string path; // "events[3]"
};

/// Plays the events of a file one after the other onto one set of controls.
class Script {
public:
    Script(const Character& character, const LiveControls& start, Findings& findings)
        : character_(character), controls_(start), findings_(findings) {}

    void play(const Event& event) {
        MemberReader members(*event.json, event.path, findings_);
        members.take("step");
        members.take("time");
        if (const Json* set = members.take("set")) {
            change_settings(*set, event.path + ".set");
        }
        if (const Json* handle = members.take("handle")) {
            change_handle(*handle, event.path + ".handle");
        }
        release(members);
        if (const Json* bone = members.take("bone")) {
            turn_bone(*bone, event.path + ".bone");
        }
        members.read("move", controls_.handle);
    }

    const LiveControls& controls() const {
        return controls_;
    }

private:
    void change_settings(const Json& json, const std::string& path) {
        MemberReader members(json, path, findings_);
        members.read("clip", controls_.clip);
        members.read("clip_speed", controls_.clip_speed);
        members.read("gravity", controls_.gravity);
        members.read("time_step", controls_.time_step);
        members.read("young", controls_.young);
        members.read("poisson", controls_.poisson);
        members.read("density", controls_.density);
        members.read("damping", controls_.damping);
        members.read("iterations", controls_.iterations);
        members.read("tolerance", controls_.tolerance);
        if (const auto fault = fault_in_settings()) {
            findings_.refuse(path + ": " + fault->message);
        }
        if (!(std::abs(controls_.clip_speed) <= clip_speed_max)) {
            findings_.refuse(path + ".clip_speed must lie between -1000 and 1000");
        }
        if (controls_.clip < -1 || controls_.clip >= static_cast<int>(character_.clips.size())) {
            findings_.refuse(path + ".clip must be -1 or count one of the character's " +
                             std::to_string(character_.clips.size()) + " clips from 0");
        }
    }

    // The limits are those of a scene.
    std::optional<Error> fault_in_settings() const {
        SceneDescription scene = character_.description;
        scene.material.young = controls_.young;
        scene.material.poisson = controls_.poisson;
        scene.material.density = controls_.density;
        scene.step = {controls_.time_step, controls_.iterations, controls_.tolerance, controls_.damping,
                      controls_.gravity};
        return fault_in(scene);
    }

    PointHandle& handle_called(int id) {
        const auto same = [id](const PointHandle& handle) {
            return handle.id == id;
        };
        const auto found = std::find_if(controls_.handles.begin(), controls_.handles.end(), same);
        if (found != controls_.handles.end()) {
            return *found;
        }
        controls_.handles.emplace_back().id = id;
        return controls_.handles.back();
    }

    void change_handle(const Json& json, const std::string& path) {
        MemberReader members(json, path, findings_);
        int id = 0;
        members.read("id", id);
        PointHandle& handle = handle_called(id);
        if (int vertex = 0; members.read("vertex", vertex)) {
            handle.vertices = {vertex, vertex, vertex};
            handle.barycentric = {1, 0, 0};
        }
        read_triangle(members, path, handle);
        members.read("stiffness", handle.stiffness);
        members.read("target", handle.target);
        refuse_bad(handle, path);
    }

    void read_triangle(MemberReader& members, const std::string& path, PointHandle& handle) {
        if (const Json* vertices = members.take("vertices")) {
            double numbers[3];
            if (read_numbers(*vertices, path + ".vertices", numbers, 3, findings_)) {
                for (std::size_t i = 0; i < 3; ++i) {
                    handle.vertices[i] = static_cast<int>(std::clamp(numbers[i], -1.0, 2e9));
                }
            }
        }
        if (const Json* weights = members.take("barycentric")) {
            read_numbers(*weights, path + ".barycentric", handle.barycentric.data(), 3, findings_);
        }
    }

    void refuse_bad(const PointHandle& handle, const std::string& path) {
        for (const int v : handle.vertices) {
            if (v < 0 || v >= character_.vertex_count()) {
                findings_.refuse(path + " holds vertex " + std::to_string(v) + ", but the mesh has " +
                                 std::to_string(character_.vertex_count()));
            }
        }
        const auto& weights = handle.barycentric;
        if (!(std::abs(weights[0] + weights[1] + weights[2] - 1.0) < 1e-6)) {
            findings_.refuse(path + ".barycentric must sum to one");
        }
        if (!(handle.stiffness >= 0)) {
            findings_.refuse(path + ".stiffness must not be negative");
        }
    }

    void release(MemberReader& members) {
        if (int id = 0; members.read("release", id)) {
            std::erase_if(controls_.handles, [id](const PointHandle& handle) { return handle.id == id; });
        }
    }

    void turn_bone(const Json& json, const std::string& path) {
        MemberReader members(json, path, findings_);
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
            findings_.refuse(path + " names no bone of the rig, which has " + std::to_string(bones.size()));
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

    const Character& character_;
    LiveControls controls_;
    Findings& findings_;
};

std::uint64_t step_of(const Json& json, const std::string& path, double time_step, Findings& findings) {
    std::int64_t step = 0;
    if (const Json* given = json.member("step")) {
        read_integer(*given, path + ".step", step, findings);
    } else if (const Json* time = json.member("time")) {
        double seconds = 0.0;
        read_number(*time, path + ".time", seconds, findings);
        step = std::llround(std::clamp(seconds / time_step, -1.0, 1e15));
    } else {
        findings.refuse(path + " must say its \"step\" or its \"time\"");
    }
    if (step < 0) {
        findings.refuse(path + " must not be before the start");
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(step, 0));
}

std::vector<Event> events_in(MemberReader& members, double time_step, Findings& findings) {
    std::vector<Event> events;
    const Json* list = members.take("events");
    if (!list || !list->array()) {
        findings.refuse("\"events\" must be a list");
        return events;
    }
    for (std::size_t i = 0; i < list->array()->size(); ++i) {
        const std::string path = "events[" + std::to_string(i) + "]";
        const Json& json = (*list->array())[i];
        events.push_back({step_of(json, path, time_step, findings), &json, path});
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.step < b.step; });
    return events;
}

void read_hash(MemberReader& members, Recording& recording) {
    std::string text;
    if (!members.read("hash", text)) {
        return;
    }
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
        members.findings().refuse("hash must be 16 hexadecimal digits");
        return;
    }
    recording.final_hash = std::stoull(text, nullptr, 16);
}

Recording recording_in(const Json& json, const Character& character, const LiveControls& start, Findings& findings) {
    MemberReader members(json, "", findings);
    expect_format(members, "limber-controls");
    Recording recording;
    members.read("steps", recording.step_count);
    read_hash(members, recording);
    Script script(character, start, findings);
    for (const Event& event : events_in(members, start.time_step, findings)) {
        script.play(event);
        if (recording.changes.empty() || recording.changes.back().step != event.step) {
            recording.changes.push_back({event.step, {}});
        }
        recording.changes.back().controls = script.controls();
    }
    return recording;
}

} // namespace

const LiveControls& controls_at(const Recording& recording, std::uint64_t step, const LiveControls& start) {
    const auto later = std::upper_bound(recording.changes.begin(), recording.changes.end(), step,
                                        [](std::uint64_t s, const ControlsChange& change) { return s < change.step; });
    return later == recording.changes.begin() ? start : std::prev(later)->controls;
}

Result<Repaired<Recording>> read_controls(const std::filesystem::path& path, const Character& character,
                                          const LiveControls& start) {
    auto text = read_text(path);
    if (!text) {
        return text.error();
    }
    return parse_controls(text.value(), path.string(), character, start);
}

Result<Repaired<Recording>> parse_controls(std::string_view text, std::string_view where, const Character& character,
                                           const LiveControls& start) {
    const auto json = parse_json(text, where);
    if (!json) {
        return json.error();
    }
    Findings findings;
    Repaired<Recording> recording;
    recording.value = recording_in(json.value(), character, start, findings);
    if (!findings.fault.empty()) {
        return Error{ErrorKind::bad_input, findings.fault, std::string(where)};
    }
    for (const auto& warning : findings.warnings) {
        recording.warnings.push_back(std::string(where) + ": " + warning);
    }
    return recording;
}

} // namespace limber::app
