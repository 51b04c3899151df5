#include "app/application/state_report.h"

#include "app/character/character.h"
#include "app/character/skin.h"
#include "app/document/obstacle_placing.h"
#include "app/view/contact_marks.h"
#include "engine/control/search_terms.h"
#include "engine/control/walker.h"
#include "engine/core/hash.h"
#include "engine/linalg/json_matrices.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

Json rectangle(const ViewArea& area) {
    return Json::Array{area.x, area.y, area.width, area.height};
}

std::string selection_name(const Selection& selection, const Character& character) {
    switch (selection.kind) {
    case Selection::Kind::bone:
        return "bone " + character.rig.skeleton.bones[static_cast<std::size_t>(selection.index)].name;
    case Selection::Kind::whole_rig:
        return "whole rig";
    case Selection::Kind::handle:
        return "handle " + std::to_string(selection.index);
    case Selection::Kind::obstacle:
        return "obstacle " + std::to_string(selection.index);
    case Selection::Kind::nothing:
        break;
    }
    return "";
}

double bone_turn(const WindowState& state) {
    const Selection& selection = state.interaction->selection;
    const auto& offsets = state.editor->controls().bone_offsets;
    const auto index = static_cast<std::size_t>(selection.index);
    const bool posed = selection.kind == Selection::Kind::bone && index < offsets.size();
    const Affine offset = posed ? offsets[index] : state.editor->controls().rig_offset;
    return 57.29577951308232 * Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle();
}

Json bones_json(const WindowState& state) {
    Json::Object bones;
    const Skeleton& skeleton = state.ui_state->character->rig.skeleton;
    const auto segments = bone_segments(skeleton, state.ui_state->snapshot->pose);
    for (std::size_t b = 0; b < segments.size(); ++b) {
        const auto joint = pixel_of(state.interaction->camera.now(), state.area, segments[b].joint);
        const auto tip = pixel_of(state.interaction->camera.now(), state.area, segments[b].tip);
        if (joint && tip) {
            bones.emplace_back(skeleton.bones[b].name, Json::Array{joint->x(), joint->y(), tip->x(), tip->y()});
        }
    }
    return bones;
}

int sharers_of_selected(const WindowState& state) {
    const CharacterInstance* instance = state.editor->scene().instance(state.editor->selected());
    return instance ? state.editor->scene().sharers(instance->model) : 0;
}

// Where the middle of each character's rig is seen, or of its body where it has none, a hash of its state, and where
// its body is as a whole.
Json bodies_json(const WindowState& state) {
    Json::Object bodies;
    for (const Snapshot& snapshot : *state.snapshots) {
        const Stance stance = StanceReader(snapshot.character->model).read(snapshot.state);
        const bool is_free = snapshot.character->description.rig_kind == RigKind::none;
        const Vec3 middle = is_free ? stance.centre : snapshot.character->skin->outline.box(snapshot.state.P).centre();
        const Pixel at = pixel_of(state.interaction->camera.now(), state.area, middle).value_or(Pixel(-1, -1));
        bodies.emplace_back(title_of(state.editor->scene(), snapshot.id),
                            Json::Array{at.x(), at.y(), hex(hash_of(snapshot.state)), to_json(stance.centre)});
    }
    return bodies;
}

// Each: what it is, where it stands, and where that is seen.
Json obstacles_json(const WindowState& state) {
    Json::Array obstacles;
    for (const Obstacle& obstacle : state.editor->description().contact.obstacles) {
        const Vec3 at = standing_of(obstacle.shape).col(3);
        const Pixel seen = pixel_of(state.interaction->camera.now(), state.area, at).value_or(Pixel(-1, -1));
        obstacles.emplace_back(
            Json::Array{obstacle_names.at(obstacle.shape.index()), to_json(at), Json::Array{seen.x(), seen.y()}});
    }
    return obstacles;
}

// Where the point that it is to come to is seen, and how far ahead and aside it lies; none: there is none to move.
Json goal_json(const WindowState& state) {
    if (!state.goal) {
        return {};
    }
    const GaitSearchSettings& problem = state.editor->description().muscles.problem;
    const Pixel seen = pixel_of(state.interaction->camera.now(), state.area, state.goal->at).value_or(Pixel(-1, -1));
    return Json::Array{seen.x(), seen.y(), problem.ahead, problem.aside};
}

Json camera_json(const OrbitCamera& camera) {
    return Json::Object{{"yaw", camera.yaw},
                        {"pitch", camera.pitch},
                        {"distance", camera.distance},
                        {"target", to_json(camera.target)}};
}

// The largest of each muscle.
Json amplitudes_json(const Gait& gait) {
    Json::Array amplitudes;
    for (const Waveform& waveform : gait.waveforms) {
        double largest = 0.0;
        for (const Sinusoid& sinusoid : waveform) {
            largest = std::max(largest, std::abs(sinusoid.amplitude));
        }
        amplitudes.emplace_back(largest);
    }
    return amplitudes;
}

// All amplitudes together; 0 while the gait does not play.
double reach_of(const MuscleControls& muscles) {
    double reach = 0.0;
    for (const Waveform& waveform : muscles.gait.waveforms) {
        for (const Sinusoid& sinusoid : waveform) {
            reach += std::abs(sinusoid.amplitude);
        }
    }
    return muscles.playing ? reach : 0.0;
}

// What the settings fix of single muscles, as engine/control/search_terms.h has it.
Json fixed_json(const GaitSearchSettings& problem) {
    const Json space = space_json(problem.space);
    const Json* fixed = space.member("fixed");
    return fixed ? *fixed : Json::Array{};
}

// Of every painted region, how many vertices are more than half in it.
Json regions_json(const MuscleDescription& muscles) {
    Json::Object regions;
    for (const MuscleRegion& region : muscles.regions) {
        const PaintLevels& levels = region.painted.levels();
        const auto inside = std::ranges::count_if(levels, [](int level) { return level > 127; });
        if (region.painted.is_there()) {
            regions.emplace_back(region.name, static_cast<std::int64_t>(inside));
        }
    }
    return regions;
}

// Names and what they drive.
Json gaits_json(const GaitLibrary& gaits) {
    Json::Object names;
    for (const NamedGait& kept : gaits.gaits()) {
        names.emplace_back(kept.name, name_of(kept.role));
    }
    return names;
}

Json search_status_json(const GaitSearchStatus& search_status, bool is_watched) {
    return Json::Object{
        {"running", search_status.is_running},
        {"paused", search_status.is_paused},
        {"watched", is_watched},
        {"generation", search_status.generation},
        {"best", std::isfinite(search_status.best_cost) ? Json(search_status.best_cost) : Json()},
        {"candidates",
         static_cast<std::int64_t>(search_status.population_view ? search_status.population_view->tiles.size() : 0)}};
}

// Where the body is as a whole, and where it faces.
Json stance_json(const Snapshot& snapshot) {
    const Stance stance = StanceReader(snapshot.character->model).read(snapshot.state);
    return Json::Object{{"centre", to_json(stance.centre)},
                        {"front", to_json(Vec3(stance.turn * front_of(snapshot.character->description)))}};
}

// How many points can be touched, and where they lie on the mean of the body at rest.
Json touchable_json(const Character& character) {
    if (!character.contact_points) {
        return Json::Array{0};
    }
    Vec3 mean = Vec3::Zero();
    for (const int vertex : character.contact_points->vertices) {
        mean += character.mesh.X.row(vertex).transpose() / static_cast<double>(character.contact_points->count());
    }
    return Json::Array{static_cast<std::int64_t>(character.contact_points->count()), to_json(mean)};
}

void add_character(Json::Object& object, const WindowState& state) {
    const Character& character = *state.ui_state->character;
    const Snapshot& snapshot = *state.ui_state->snapshot;
    object.emplace_back("scene", character.description.name);
    object.emplace_back("characters", static_cast<std::int64_t>(state.ui_state->selected.count));
    object.emplace_back("selected", title_of(state.editor->scene(), state.editor->selected()));
    object.emplace_back("sharers", sharers_of_selected(state));
    object.emplace_back("bodies", bodies_json(state));
    object.emplace_back("vertices", static_cast<std::int64_t>(character.vertex_count()));
    object.emplace_back("modes", static_cast<std::int64_t>(character.model.mode_count()));
    object.emplace_back("clusters", static_cast<std::int64_t>(character.clusters.count));
    object.emplace_back("muscles", static_cast<std::int64_t>(character.musculature.count()));
    object.emplace_back("regions", regions_json(state.editor->description().muscles));
    object.emplace_back("target", Json::Array{state.view->target.muscle, state.view->target.activation});
    object.emplace_back("holds_brush", state.view->brush.is_held);
    object.emplace_back("gait_reach", reach_of(state.editor->controls().muscles));
    object.emplace_back("amplitudes", amplitudes_json(state.editor->controls().muscles.gait));
    object.emplace_back("fixed", fixed_json(state.editor->description().muscles.problem));
    object.emplace_back("activation", Json::Array(snapshot.activation.begin(), snapshot.activation.end()));
    object.emplace_back("gaits", gaits_json(state.editor->description().muscles.gaits));
    object.emplace_back("stance", stance_json(snapshot));
    object.emplace_back("learnt", search_status_json(*state.ui_state->search.status, state.ui_state->search.watches_best));
    object.emplace_back("driven", state.view->drives ? state.ui_state->gaits.command.words() : "");
    object.emplace_back("moving", snapshot.playing);
    object.emplace_back("steps", static_cast<std::int64_t>(snapshot.step_count));
    object.emplace_back("past", Json::Array{static_cast<std::int64_t>(snapshot.timeline.first),
                                            static_cast<std::int64_t>(snapshot.timeline.last)});
    object.emplace_back("place", static_cast<std::int64_t>(snapshot.timeline.place));
    object.emplace_back("time", snapshot.state.time);
    object.emplace_back("contacts", touching_count(snapshot));
    object.emplace_back("touchable", touchable_json(character));
    object.emplace_back("floor_friction", state.editor->description().contact.floor_friction);
    object.emplace_back("contacts_left_out", snapshot.report.contacts_left_out);
    object.emplace_back("goal", goal_json(state));
    object.emplace_back("obstacles", obstacles_json(state));
    object.emplace_back("clip_time", snapshot.clip_time);
    object.emplace_back("fading", snapshot.fade.before != nullptr);
    object.emplace_back("hash", hex(hash_of(snapshot.state)));
    object.emplace_back("selection", selection_name(state.interaction->selection, character));
    object.emplace_back("bone_turn", bone_turn(state));
    object.emplace_back("secondary_motion", state.secondary_motion);
    object.emplace_back("flesh", Json::Array{state.flesh.x(), state.flesh.y()});
    object.emplace_back("bones", bones_json(state));
}

} // namespace

std::string state_json(const WindowState& state, const WidgetPlaces& places) {
    Json::Object object;
    const UiState& now = *state.ui_state;
    object.emplace_back("frame", static_cast<std::int64_t>(state.frame));
    object.emplace_back("polled", state.polled);
    object.emplace_back("waiting", state.has_waiting_events);
    object.emplace_back("building", now.build.is_running);
    object.emplace_back("working_on", now.build.is_running ? now.build.what : std::string());
    object.emplace_back("playing", now.playback.is_playing);
    object.emplace_back("asks_for_file", state.asks_for_file);
    object.emplace_back("shortcuts", state.view->shortcuts);
    object.emplace_back("scenes", state.view->scenes);
    object.emplace_back("handles", static_cast<std::int64_t>(state.editor->controls().handles.size()));
    object.emplace_back("undo", state.editor->history().undo_name());
    object.emplace_back("question", state.ui_state->edits.question);
    object.emplace_back("modified", state.editor->is_modified());
    object.emplace_back("wanted_modes", static_cast<std::int64_t>(state.editor->description().modes));
    object.emplace_back("young", state.editor->controls().young);
    object.emplace_back("can_undo", now.edits.can_undo);
    object.emplace_back("undo_entries", static_cast<std::int64_t>(state.undo_entries));
    object.emplace_back("searches", state.searches);
    object.emplace_back("holding", state.is_held);
    object.emplace_back("frame_ms", static_cast<double>(now.playback.plots->frame_milliseconds.median()));
    object.emplace_back("step_us", static_cast<double>(now.playback.plots->step_microseconds.median()));
    object.emplace_back("steps_plotted", static_cast<std::int64_t>(now.playback.plots->step_microseconds.values.size()));
    object.emplace_back("draw_calls", state.draw_calls);
    object.emplace_back("camera", camera_json(state.interaction->camera.goal));
    object.emplace_back("gliding", state.interaction->camera.is_gliding());
    object.emplace_back("view", rectangle(state.area));
    if (now.character) {
        add_character(object, state);
    }
    Json::Array messages;
    for (const Message& message : *now.messages) {
        messages.emplace_back(message.words());
    }
    object.emplace_back("messages", messages);
    Json::Object widgets;
    for (const auto& [name, area] : places) {
        widgets.emplace_back(name, rectangle(area));
    }
    object.emplace_back("widgets", widgets);
    return to_line(object);
}

} // namespace limber::app
