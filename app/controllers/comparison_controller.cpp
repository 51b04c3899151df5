// SPDX-License-Identifier: MIT
#include "app/controllers/comparison_controller.h"

#include "app/character/character.h"
#include "app/controllers/colour_legend.h"
#include "app/controllers/touchable_scene.h"
#include "app/document/comparison_titles.h"
#include "app/interaction/interaction_sketch.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

namespace limber::app {
namespace {

// Rods, shells and bodies in their plane have no other subspaces.
bool has_one_subspace(const Character& character) {
    return character.thin || character.model.is_planar;
}

constexpr std::uint64_t poses_to_wait_for = 60; // about a second of what the window shows
constexpr double letters_beside = 10.0;         // of a title's plate and mark, beside its text, and ", "
constexpr double late_after = 0.5;              // [s] without a step, after which its progress is shown
constexpr double range_step_max = 1.0;          // [s] between two steps, for the range; a pause does not shrink it
constexpr float range_min = 1e-3F;              // of distances and strains: smaller ones are invisible
constexpr double stress_min = 1e-4;             // as a share of Young's modulus; smaller ones may be rounding errors

EditView show_compared(const std::vector<ComparedSubspace>& rows) {
    const bool has_full_space = std::ranges::find(rows, full_space_name, &ComparedSubspace::kind) != rows.end();
    return {[count = static_cast<int>(rows.size()), has_full_space](ViewOptions& view) {
        view.compared = count;
        view.is_full_space_compared = has_full_space;
    }};
}

// What differs, in lines of two parameters, because tiles are narrow.
std::string parameter_lines(const ParameterOverrides& parameters) {
    std::string text = title_of(parameters);
    int commas = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ',' && commas++ % 2 == 0) {
            text.replace(i, 2, i == 0 ? "\n" : ",\n");
        }
    }
    return text;
}

// As its title says; empty: it has none.
std::string error_in_title(const ComparedStep& step, const ComparedBody& body) {
    const bool has_error = !body.errors.empty() && !body.is_reference && !step.is_beginning;
    return has_error ? "error " + percent(static_cast<double>(body.errors.back())) : "";
}

// The error stands beside the name where the tile has room, so that the title hides less of the body.
std::string caption_of(const ComparedBody& body, const std::string& error, double width_in_letters) {
    std::string caption = caption_in_window(body.subspace);
    if (const auto comma = caption.rfind(", ");
        comma != std::string::npos && static_cast<double>(caption.size()) + letters_beside > width_in_letters) {
        caption.replace(comma, 2, ",\n");
    }
    if (!error.empty()) {
        const auto length = static_cast<double>(caption.size() + error.size());
        caption += (length + letters_beside < width_in_letters ? ", " : "\n") + error;
    }
    if (const auto wanted = numbers_wanted(body)) {
        caption += "\n" + std::to_string(body.coordinates) + " of " + std::to_string(*wanted) + " numbers";
    }
    if (body.inverted_tets > 0) {
        caption += "\n" + inverted_tets_in_words(body.inverted_tets);
    }
    return (body.has_converged ? caption : caption + ", not converged") + parameter_lines(body.subspace.parameters);
}

std::string legend_text(BodyColours colours, float range) {
    const auto end = static_cast<double>(range);
    return colours == BodyColours::stresses  ? stress_range_text(end)
           : colours == BodyColours::strains ? range_text("strain", end)
                                             : distance_range_text(end);
}

bool has_colours(const ComparedBody& body, const ViewOptions& view) {
    return !values_of(body, view.body_colours).empty();
}

// The point of the body that a handle holds or a force acts on.
template <typename Pull>
Vec3 held_point(const Pull& pull, const std::vector<int>& skin_vertices, const DeformedSkin& skin) {
    Vec3 point = Vec3::Zero();
    for (std::size_t k = 0; k < pull.vertices.size(); ++k) {
        const auto found = std::ranges::lower_bound(skin_vertices, pull.vertices[k]);
        if (found == skin_vertices.end()) {
            const auto& any = skin.vertices.front().position; // other tets are about to be shown
            return Vec3(any[0], any[1], any[2]);
        }
        const auto& x = skin.vertices[static_cast<std::size_t>(found - skin_vertices.begin())].position;
        point += pull.barycentric[k] * Vec3(x[0], x[1], x[2]);
    }
    return point;
}

// The bones that pose a compared body and the handles that hold it; they are dragged at the character itself.
void draw_controls(const ViewArea& area, const ComparedBody& body, const SessionState& state, Sketch& sketch) {
    const Touchable scene = touchable(state);
    if (!scene.character || !scene.pose || !scene.controls) {
        return;
    }
    const SketchClip clip(sketch, area);
    if (scene.bones_shown) {
        const int selected = scene.selection.kind == Selection::Kind::bone ? scene.selection.index : -1;
        draw_bones(sketch, bone_segments(scene.character->rig.skeleton, *scene.pose), {selected, -1}, scene.camera,
                   area, scene.content_scale);
    }
    for (const PointHandle& handle : scene.controls->handles) {
        const bool is_selected = scene.selection == Selection{Selection::Kind::handle, handle.id};
        const Vec3 point = held_point(handle, scene.character->boundary_vertices, *body.skin);
        draw_handle(sketch, {point, handle.target, false, is_selected, true}, scene.camera, area, scene.content_scale);
    }
    for (const AppliedForce& applied : scene.controls->forces) {
        const bool is_selected = scene.selection == Selection{Selection::Kind::force, applied.id};
        const Vec3 point = held_point(applied, scene.character->boundary_vertices, *body.skin);
        draw_force(sketch, {point, point + scene.metres_per_newton * applied.force, false, is_selected}, scene.camera,
                   area, scene.content_scale);
    }
}

// Of the selected character, without what is being dragged; of a body with one subspace none.
std::vector<ComparedSubspace> rows_of(const SessionState& state) {
    const int selected = state.editor.selected();
    const CharacterInstance* settled = state.editor.history().settled().value.scene.instance(selected);
    const ModelDescription& now = state.editor.description();
    return !settled || is_thin(now) || is_planar(now) ? std::vector<ComparedSubspace>() : settled->compared;
}

// Its error is about the motion, and not about the body.
bool lacks_motion(const FailedSubspace& failed, const CharacterDescription& leader) {
    return is_made_from_motion(failed.subspace, leader) && failed.error.kind == ErrorKind::bad_input &&
           failed.error.where == name_of(SubspaceKind::pod);
}

// The character itself stays.
template <typename IsForgotten>
void forget(ComparedStep& step, const IsForgotten& is_forgotten) {
    for (std::size_t i = 1; i < step.bodies.size(); ++i) {
        if (is_forgotten(step.bodies[i].subspace)) {
            const ComparedSubspace subspace = step.bodies[i].subspace;
            step.bodies[i] = {};
            step.bodies[i].subspace = subspace;
        }
    }
}

// The other characters that have rows.
std::vector<NamedCharacter> compared_elsewhere(const SessionState& state) {
    const Scene& scene = state.editor.scene();
    std::vector<NamedCharacter> found;
    for (const CharacterInstance& one : scene.instances) {
        if (one.id != state.editor.selected() && !one.compared.empty()) {
            found.push_back({one.id, title_of(scene, one.id)});
        }
    }
    return found;
}

// From the document, without what is being dragged: a leader whose own subspace does not depend on them is not built
// again when they change.
const std::vector<BodyLoad>& loads_of_leader(const SessionState& state) {
    const Scene& settled = state.editor.history().settled().value.scene;
    const CharacterInstance* leader = settled.instance(state.editor.selected());
    return leader ? settled.models.at(leader->model).loads : state.editor.description().loads;
}

// At the top of the tile.
Label label_in(const ViewArea& area, const std::string& text, double scale) {
    constexpr double line_height = 17.0;
    const auto more_lines = static_cast<double>(std::ranges::count(text, '\n'));
    return {Pixel(area.centre().x(), area.y + (30.0 + line_height * more_lines) * scale), text};
}

// The curves of the body have the colour of the mark.
Label title_in(const ViewArea& area, const ComparedStep& step, std::size_t number, double scale) {
    constexpr double letter_width = 8.5;
    const ComparedBody& body = step.bodies[number];
    const double letters = area.width / (letter_width * scale);
    Label label = label_in(area, caption_of(body, error_in_title(step, body), letters), scale);
    label.mark = palette::of_body(body.subspace.colour);
    return label;
}

// `what`: why the view is empty.
Label title_of_empty(const ViewArea& area, const ComparedSubspace& subspace, const char* what, double scale) {
    const std::string title = caption_in_window(subspace) + parameter_lines(subspace.parameters);
    Label label = label_in(area, title + "\n" + what, scale);
    label.mark = palette::of_body(subspace.colour);
    return label;
}

bool is_made(const ComparedBody& body) {
    return body.skin != nullptr;
}

// The bodies of a step that may be of other subspaces than these; those that it lacks are not made yet.
ComparedStep arranged(ComparedStep step, const std::vector<ComparedSubspace>& subspaces) {
    step.bodies.resize(1 + subspaces.size());
    for (std::size_t i = 0; i < subspaces.size(); ++i) {
        if (ComparedBody& body = step.bodies[i + 1]; body.subspace != subspaces[i]) {
            body = {};
        }
        step.bodies[i + 1].subspace = subspaces[i]; // with its colour
    }
    return step;
}

} // namespace

Commands ComparisonController::carry_out(const TryComparingAgain&, const SessionState& state) {
    Commands commands;
    follow(shown_, state, commands);
    return commands;
}

Commands ComparisonController::carry_out(const LearnComparedAgain&, const SessionState& state) {
    if (!comparison_ || is_outdated(state)) {
        return {};
    }
    const Character& leader = *comparison_->request().character;
    count_learned_poses({}, leader);
    tried_at_ = seen_.count();
    comparison_->learn_again(seen_.poses());
    if (newest_) {
        forget(*newest_, [&](const ComparedSubspace& one) { return is_made_from_motion(one, leader.description); });
    }
    return {};
}

Commands ComparisonController::carry_out(const EndComparison& command, const SessionState&) {
    Commands commands;
    fail(command.error, commands);
    return commands;
}

// Those that have failed are made again.
void ComparisonController::follow(std::vector<ComparedSubspace> rows, const SessionState& state, Commands& commands) {
    std::vector<ComparedSubspace> before = std::exchange(shown_, std::move(rows));
    std::erase_if(before, [&](const ComparedSubspace& subspace) { return has_failed(subspace); });
    is_stopped_ = false;
    commands.emplace_back(show_compared(shown_));
    if (comparison_ && !shown_.empty() && !is_outdated(state)) {
        change(before, commands);
        return;
    }
    end(commands);
}

void ComparisonController::fail(const Error& error, Commands& commands) {
    end(commands);
    is_stopped_ = true;
    for (const ComparedSubspace& subspace : shown_) {
        failed_.push_back({subspace, error});
    }
    commands.emplace_back(ShowMessage{{Message::Kind::error, sentence(error) + ".", Message::Topic::comparing}});
}

Commands ComparisonController::act(Action action, const SessionState& state) {
    if (action != Action::next_paint || !newest_ || !has_colours(newest_->bodies.front(), state.view)) {
        return {};
    }
    return {ShowMessage{{Message::Kind::notice,
                         "The paint is not shown: the bodies have the colours of Compare subspaces. Choose The "
                         "character's under Colours there to see the paint.",
                         Message::Topic::comparing}}};
}

void ComparisonController::start(const SessionState& state, Commands& commands) {
    const CharacterPtr& leader = state.shown.selected.character;
    if (is_stopped_ || shown_.empty() || !leader || has_one_subspace(*leader) || !state.is_shown()) {
        return;
    }
    character_ = state.editor.selected();
    learned_poses_ = 0;
    // The first poses of a scene are not its motion yet.
    const bool waits = is_just_opened_ && seen_.count() < poses_to_wait_for;
    if (!waits) {
        count_learned_poses({}, *leader);
    }
    tried_at_ = seen_.count();
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
    comparison_ = std::make_shared<LiveComparison>(
        LiveComparison::Request{leader, shown_, widest_instruction_set(), Threads{.count = threads}, cache_,
                                loads_of_leader(state), waits ? std::vector<SeenPose>() : seen_.poses()});
    commands.emplace_back(RemoveMessages{Message::Topic::comparing});
    commands.emplace_back(LeadComparison{character_, comparison_});
    if (state.shown.all.size() > 1 && !is_just_opened_) {
        commands.emplace_back(FrameCharacter{}); // each tile shows this character alone
    }
}

// Of a body that continues, the number stays.
void ComparisonController::count_learned_poses(const std::vector<ComparedSubspace>& before, const Character& leader) {
    const bool learns = std::ranges::any_of(shown_, [&](const ComparedSubspace& subspace) {
        return is_made_from_motion(subspace, leader.description) && std::ranges::find(before, subspace) == before.end();
    });
    if (learns) {
        learned_poses_ = learned_poses(seen_.poses(), leader).size();
    }
}

// Those that were tried before there was a motion to learn from are tried again by and by.
void ComparisonController::learn_after_waiting(const SessionState& state, Commands& commands) {
    if (!waits_for_motion() || is_outdated(state) || seen_.count() < tried_at_ + poses_to_wait_for) {
        return;
    }
    tried_at_ = seen_.count();
    if (seen_.has_moved()) {
        follow(shown_, state, commands);
    }
}

bool ComparisonController::waits_for_motion() const {
    return std::ranges::any_of(shown_, [this](const ComparedSubspace& one) { return waits_for_motion(one); });
}

bool ComparisonController::waits_for_motion(const ComparedSubspace& subspace) const {
    const auto failed = std::ranges::find(failed_, subspace, &FailedSubspace::subspace);
    return comparison_ && failed != failed_.end() &&
           lacks_motion(*failed, comparison_->request().character->description);
}

// The bodies whose subspaces are still there continue.
void ComparisonController::change(const std::vector<ComparedSubspace>& before, Commands& commands) {
    count_learned_poses(before, *comparison_->request().character);
    tried_at_ = seen_.count();
    comparison_->change(shown_, seen_.poses());
    if (newest_) {
        newest_ = arranged(std::move(*newest_), shown_);
    }
    commands.emplace_back(RemoveMessages{Message::Topic::comparing});
}

void ComparisonController::end(Commands& commands) {
    newest_.reset();
    failed_.clear();
    ranged_.reset();
    if (comparison_) {
        commands.emplace_back(LeadComparison{});
        comparison_->cancel();
        ending_.push_back(std::move(comparison_));
        comparison_ = nullptr;
    }
}

// Another character is selected, or its model was replaced.
bool ComparisonController::is_outdated(const SessionState& state) const {
    return comparison_ && (state.editor.selected() != character_ ||
                           state.shown.selected.character != comparison_->request().character);
}

// Only bodies that are made for them are made again.
void ComparisonController::follow_loads(const SessionState& state) {
    const std::vector<BodyLoad>& loads = loads_of_leader(state);
    if (!comparison_ || comparison_->has_loads(loads)) {
        return;
    }
    comparison_->take_loads(loads);
    if (newest_) {
        forget(*newest_, [](const ComparedSubspace& one) { return depends_on_loads(one); });
    }
}

// The camera of a scene that is compared with something belongs to the tiles.
Commands ComparisonController::scene_opened(const SceneOpened&, const SessionState& state) {
    is_just_opened_ = true;
    return {show_compared(rows_of(state))};
}

Commands ComparisonController::update(const SessionState& state) {
    Commands commands;
    seen_.note(state.shown.selected);
    std::erase_if(ending_, [](const auto& one) { return one->is_idle(); });
    if (std::vector<ComparedSubspace> rows = rows_of(state); rows != shown_) {
        follow(std::move(rows), state, commands);
    } else {
        shown_ = std::move(rows); // which may have other colours
    }
    is_stopped_ = is_stopped_ && state.editor.selected() == character_;
    if (is_outdated(state)) {
        end(commands);
    }
    if (!comparison_) {
        start(state, commands);
    }
    follow_loads(state);
    is_just_opened_ = is_just_opened_ && !state.is_shown();
    if (comparison_) {
        comparison_->show_inside(state.view.cut.is_shown());
    }
    seconds_without_step_ += state.seconds;
    poll(commands);
    learn_after_waiting(state, commands);
    fit_colour_range(state);
    return commands;
}

// Of the body that has the largest.
float ComparisonController::top_value(BodyColours colours) {
    float top = 0.0F;
    for (const ComparedBody& body : newest_->bodies) {
        values_.clear();
        std::ranges::copy_if(values_of(body, colours), std::back_inserter(values_),
                             [](float value) { return std::isfinite(value); });
        top = std::max(top, robust_top(values_));
    }
    return top;
}

void ComparisonController::fit_colour_range(const SessionState& state) {
    const BodyColours colours = state.view.body_colours;
    seconds_without_range_ += state.seconds;
    if (!newest_) {
        return;
    }
    const Ranged now{colours, newest_->beginnings, newest_->steps};
    if (ranged_ == now) {
        return;
    }
    if (!ranged_ || ranged_->colours != colours || ranged_->beginnings != now.beginnings) {
        colour_range_.reset();
    }
    const double young = comparison_ ? comparison_->request().character->description.material.young : 0.0;
    const float least = colours == BodyColours::stresses ? static_cast<float>(stress_min * young) : range_min;
    colour_range_.follow(std::max(top_value(colours), least), std::min(seconds_without_range_, range_step_max));
    ranged_ = now;
    seconds_without_range_ = 0.0;
}

void ComparisonController::poll(Commands& commands) {
    if (!comparison_) {
        return;
    }
    auto step = comparison_->poll();
    failed_ = comparison_->failed();
    if (step && !*step) {
        fail(step->error(), commands);
    } else if (step) {
        newest_ = arranged(std::move(*step).value(), shown_);
        seconds_without_step_ = 0.0;
    }
}

// The matrix of a small body is there again within a frame or two, when its material is dragged.
bool ComparisonController::takes_long_to_factorise() const {
    return comparison_ && (!newest_ || seconds_without_step_ > late_after) && comparison_->is_factorising();
}

// All bodies are prepared, and none of them was put anywhere yet, as while the simulation is paused.
bool ComparisonController::waits_for_step() const {
    return comparison_ && !newest_ && !comparison_->is_preparing() && !comparison_->is_stepping();
}

bool ComparisonController::has_failed(const ComparedSubspace& subspace) const {
    return std::ranges::find(failed_, subspace, &FailedSubspace::subspace) != failed_.end();
}

const char* ComparisonController::why_empty(const ComparedSubspace& subspace) const {
    if (waits_for_motion(subspace)) {
        return "waits for a motion";
    }
    if (has_failed(subspace)) {
        return "not shown: see Compare subspaces";
    }
    return waits_for_step() ? "begins with the next step" : "preparing ...";
}

void ComparisonController::add_to(UiState& ui, const SessionState& state) const {
    ui.comparison.elsewhere = compared_elsewhere(state);
    ui.comparison.shown = shown_;
    ui.comparison.newest = newest();
    ui.comparison.failed = failed_;
    ui.comparison.waits_for_motion = waits_for_motion();
    ui.comparison.learned_poses = comparison_ ? learned_poses_ : 0;
    ui.comparison.is_preparing = comparison_ && (comparison_->is_preparing() || takes_long_to_factorise());
    if (ui.comparison.is_preparing) {
        ui.comparison.progress = comparison_->progress();
    }
}

void ComparisonController::report(Json& report, const SessionState&) const {
    Json bodies = Json::array();
    for (const ComparedBody& body : newest_ ? newest_->bodies : std::vector<ComparedBody>()) {
        if (!is_made(body)) {
            continue;
        }
        Json entry = Json::object();
        entry["title"] = title_of(body.subspace);
        entry["colour"] = body.subspace.colour;
        entry["error"] = body.errors.empty() ? -1.0 : static_cast<double>(body.errors.back());
        bodies.push_back(std::move(entry));
    }
    Json failed = Json::array();
    for (const FailedSubspace& one : failed_) {
        failed.push_back(title_of(one.subspace));
    }
    report["compared"] = std::move(bodies);
    report["compared_failed"] = std::move(failed);
    report["compared_steps"] = newest_ ? newest_->steps : 0;
    report["compared_inside"] = newest_ && newest_->bodies.front().inside;
}

void ComparisonController::draw(Sketch& sketch, const SessionState& state) const {
    const Layout& layout = state.viewport.layout;
    // The selection may have changed since the last update.
    if (is_outdated(state) || (!comparison_ && !is_stopped_) || shown_.size() != layout.compared.size()) {
        return;
    }
    const double scale = state.viewport.content_scale;
    for (std::size_t i = 0; i < layout.compared.size(); ++i) {
        if (!newest_ || !is_made(newest_->bodies[i + 1])) {
            sketch.labels.push_back(title_of_empty(layout.compared[i], shown_[i], why_empty(shown_[i]), scale));
            continue;
        }
        draw_controls(layout.compared[i], newest_->bodies[i + 1], state, sketch);
        sketch.labels.push_back(title_in(layout.compared[i], *newest_, i + 1, scale));
    }
    if (layout.legend.height > 0.0) {
        sketch.legend = Legend{.colours = {}, .text = {}, .row = layout.legend}; // until there are values
    }
    if (!newest_) {
        return;
    }
    sketch.labels.push_back(title_in(layout.dynamics, *newest_, 0, scale));
    if (has_colours(newest_->bodies.front(), state.view)) {
        sketch.legend = legend_of_values(legend_text(state.view.body_colours, colour_range()));
        sketch.legend->row = layout.legend.height > 0.0 ? std::optional(layout.legend) : std::nullopt;
    }
}

void ComparisonController::stop() {
    if (comparison_) {
        comparison_->cancel();
    }
}

bool ComparisonController::wait_until_idle(std::chrono::milliseconds timeout) const {
    return (!comparison_ || comparison_->wait_for(timeout)) &&
           std::ranges::all_of(ending_, [&](const auto& one) { return one->wait_for(timeout); });
}

} // namespace limber::app
