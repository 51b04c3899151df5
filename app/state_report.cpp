#include "app/state_report.h"

#include "app/scene/character.h"

#include <Eigen/Geometry>

#include <array>
#include <cstdio>
#include <fstream>

namespace limber::app {
namespace {

std::string number(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out + "\"";
}

template <typename... Numbers>
std::string list(Numbers... numbers) {
    std::string out;
    ((out += (out.empty() ? "" : ", ") + number(numbers)), ...);
    return "[" + out + "]";
}

std::string rectangle(const ViewArea& area) {
    return list(area.x, area.y, area.width, area.height);
}

class Object {
public:
    void add(const std::string& name, const std::string& json) {
        text_ += (text_.empty() ? "" : ", ") + quoted(name) + ": " + json;
    }
    void add(const std::string& name, double value) {
        add(name, number(value));
    }
    void add(const std::string& name, bool value) {
        add(name, std::string(value ? "true" : "false"));
    }
    std::string text() const {
        return "{" + text_ + "}";
    }

private:
    std::string text_;
};

std::string selection_name(const Selection& selection, const Character& character) {
    switch (selection.kind) {
    case Selection::Kind::bone:
        return "bone " + character.rig.skeleton.bones[static_cast<std::size_t>(selection.index)].name;
    case Selection::Kind::whole_rig:
        return "whole rig";
    case Selection::Kind::handle:
        return "handle " + std::to_string(selection.index);
    case Selection::Kind::nothing:
        break;
    }
    return "";
}

double bone_turn(const WindowState& state) {
    const Selection& selection = state.hand->selection;
    const auto& offsets = state.edits->controls.bone_offsets;
    const auto index = static_cast<std::size_t>(selection.index);
    const bool posed = selection.kind == Selection::Kind::bone && index < offsets.size();
    const Affine offset = posed ? offsets[index] : state.edits->controls.handle;
    return 57.29577951308232 * Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle();
}

std::string bones_json(const WindowState& state) {
    Object bones;
    const Skeleton& skeleton = state.readings->character->rig.skeleton;
    const auto segments = bone_segments(skeleton, state.readings->snapshot->pose);
    for (std::size_t b = 0; b < segments.size(); ++b) {
        const auto joint = pixel_of(state.hand->camera.now(), state.area, segments[b].joint);
        const auto tip = pixel_of(state.hand->camera.now(), state.area, segments[b].tip);
        if (joint && tip) {
            bones.add(skeleton.bones[b].name, list(joint->x(), joint->y(), tip->x(), tip->y()));
        }
    }
    return bones.text();
}

std::string camera_json(const OrbitCamera& camera) {
    Object object;
    object.add("yaw", camera.yaw);
    object.add("pitch", camera.pitch);
    object.add("distance", camera.distance);
    object.add("target", list(camera.target.x(), camera.target.y(), camera.target.z()));
    return object.text();
}

void add_character(Object& object, const WindowState& state) {
    const Character& character = *state.readings->character;
    const Snapshot& snapshot = *state.readings->snapshot;
    std::array<char, 20> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx", static_cast<unsigned long long>(hash_of(snapshot.state)));
    object.add("scene", quoted(character.description.name));
    object.add("vertices", static_cast<double>(character.vertex_count()));
    object.add("modes", static_cast<double>(character.model.mode_count()));
    object.add("clusters", static_cast<double>(character.clusters.count));
    object.add("steps", static_cast<double>(snapshot.step_count));
    object.add("time", snapshot.state.time);
    object.add("clip_time", snapshot.clip_time);
    object.add("fading", snapshot.fade.before != nullptr);
    object.add("hash", quoted(hash.data()));
    object.add("selection", quoted(selection_name(state.hand->selection, character)));
    object.add("bone_turn", bone_turn(state));
    object.add("secondary_motion", state.secondary_motion);
    object.add("flesh", list(state.flesh.x(), state.flesh.y()));
    object.add("bones", bones_json(state));
}

} // namespace

std::string state_json(const WindowState& state, const WidgetPlaces& places) {
    Object object;
    const Readings& now = *state.readings;
    object.add("frame", static_cast<double>(state.frame));
    object.add("building", now.building);
    object.add("playing", now.playing);
    object.add("asks_for_file", state.asks_for_file);
    object.add("shortcuts", state.view->shortcuts);
    object.add("handles", static_cast<double>(state.edits->controls.handles.size()));
    object.add("wanted_modes", static_cast<double>(state.edits->description.modes));
    object.add("young", state.edits->controls.young);
    object.add("can_undo", now.can_undo);
    object.add("holding", state.hand->is_holding());
    object.add("frame_ms", static_cast<double>(now.plots->frame_milliseconds.median()));
    object.add("step_us", static_cast<double>(now.plots->step_microseconds.median()));
    object.add("camera", camera_json(state.hand->camera.goal));
    object.add("view", rectangle(state.area));
    if (now.character) {
        add_character(object, state);
    }
    std::string messages;
    for (const Message& message : *now.messages) {
        messages += (messages.empty() ? "" : ", ") + quoted(message.text);
    }
    object.add("messages", "[" + messages + "]");
    Object widgets;
    for (const auto& [name, area] : places) {
        widgets.add(name, rectangle(area));
    }
    object.add("widgets", widgets.text());
    return object.text();
}

void write_whole(const std::filesystem::path& path, const std::string& text) {
    const std::filesystem::path beside = path.string() + ".part";
    std::ofstream(beside) << text << '\n';
    std::error_code ignored;
    std::filesystem::rename(beside, path, ignored);
}

} // namespace limber::app
