// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/obstacle_placing.h"
#include "app/interaction/layout.h"
#include "app/interaction/new_obstacle.h"
#include "app/interaction/rig_placement.h"
#include "app/panels/numbers.h"
#include "app/panels/obstacle_carrier.h"
#include "app/panels/paint_sources.h"
#include "app/panels/phrases.h"
#include "app/panels/region_section.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "app/view/contact_marks.h"
#include "app/view/drawables.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_basis.h"

#include <imgui.h>

#include <cmath>

namespace limber::app {
namespace {

constexpr const char* restitution_tooltip =
    "Share of an impact's speed with which a body leaves (restitution), to within 0.05 for stiff bodies: those whose "
    "slowest vibration lasts half a time step at most (a block of 0.3 m at 1/60 s: from 10 MPa on). Softer ones keep "
    "less, and bounce by their own springiness";

constexpr double steepest = 85.0; // [degrees] of a slope
const ImVec4 warning_colour(0.75F, 0.35F, 0.05F, 1.0F);

/// The ranges of an obstacle's numbers, and the up direction.
struct Measures {
    double reach = 1.0; // [m]
    double size = 1.0;  // [m] of the body
    Vec3 up = Vec3::UnitY();
};

// Edits three numbers with the same range and unit.
bool edit_vector(Number number, const Vec3& start, Vec3& v) {
    const std::string what = number.name;
    bool changed = false;
    for (Index axis = 0; axis < 3; ++axis) {
        const std::string name = what + " " + axis_names.at(static_cast<std::size_t>(axis));
        number.name = name.c_str();
        number.reset_to = start(axis);
        changed = edit(number, v(axis)).changed || changed;
    }
    return changed;
}

void edit_place(const char* what, const Measures& range, const Vec3& start, Vec3& at) {
    edit_vector({what, "%.3f m", "Position in the world", -range.reach, range.reach}, start, at);
}

bool edit_length(const char* what, const char* text, const Measures& range, double start, double& length) {
    return edit({what, "%.3f m", text, 1e-3 * range.size, 10.0 * range.size, start, 1.0, true}, length).changed;
}

void edit_turned(const Measures& range, const Affine& start, Affine& placement) {
    Vec3 at = placement.col(3);
    edit_place("Place", range, start.col(3), at);
    RigPlacement turned = placement_of(placement, Vec3::Zero());
    const Vec3 degrees = placement_of(start, Vec3::Zero()).degrees;
    if (edit_vector({"Turn", "%.1f\u00b0", "Rotation around its centre", -180.0, 180.0}, degrees, turned.degrees)) {
        turned.stretch = Vec3::Ones();
        placement = affine_of(turned, Vec3::Zero());
    }
    placement.col(3) = at;
}

// The inclination towards a horizontal direction [degrees].
double lean_of(const HalfSpace& half, const Vec3& up, const Vec3& towards) {
    return degrees_per_radian * std::atan2(half.normal.dot(towards), half.normal.dot(up));
}

void edit_shape(const Measures& range, const HalfSpace& start, HalfSpace& half) {
    edit_place("Place", range, start.point, half.point);
    if (half.normal.dot(range.up) <= 0.0) {
        fact("Faces", "down", "The gizmo turns it");
        return;
    }
    Vec3 normal = range.up;
    bool is_leaned = false;
    for (const LevelAxis& axis : level_axes(range.up)) {
        const std::string name = std::string("Lean ") + axis_names.at(axis.world);
        double lean = lean_of(half, range.up, axis.towards);
        const double before = lean_of(start, range.up, axis.towards);
        const Number number{name.c_str(), "%.1f\u00b0", "Falls off to this side", -steepest, steepest, before};
        is_leaned = edit(number, lean).changed || is_leaned;
        normal += std::tan(lean / degrees_per_radian) * axis.towards;
    }
    half.normal = is_leaned ? normal.normalized() : half.normal;
}

void edit_shape(const Measures& range, const Ball& start, Ball& ball) {
    edit_place("Place", range, start.centre, ball.centre);
    edit_length("Radius", "Of the ball", range, start.radius, ball.radius);
}

void edit_shape(const Measures& range, const Capsule& start, Capsule& capsule) {
    edit_place("From", range, start.a, capsule.a);
    edit_place("To", range, start.b, capsule.b);
    edit_length("Radius", "Around the line from one end to the other", range, start.radius, capsule.radius);
}

void edit_shape(const Measures& range, const Box& start, Box& block) {
    Vec3 size = 2.0 * block.half_size;
    if (edit_vector({"Size", "%.3f m", "Along its own axes", 1e-3 * range.size, 10.0 * range.size},
                    2.0 * start.half_size, size)) {
        block.half_size = 0.5 * size;
    }
    edit_turned(range, start.placement, block.placement);
}

double height_of(const HeightField& hills) {
    return hills.heights.maxCoeff() - hills.heights.minCoeff();
}

void edit_shape(const Measures& range, const HeightField& start, HeightField& hills) {
    edit_length("Spacing", "From one height to the next, across", range, start.spacing, hills.spacing);
    const double height = height_of(hills);
    double wanted = height;
    const bool is_changed =
        edit_length("Height", "From the lowest place to the highest", range, height_of(start), wanted);
    if (height > 0.0 && is_changed) {
        hills.heights *= wanted / height;
    }
    edit_turned(range, start.placement, hills.placement);
}

std::string title_of(const Obstacles& obstacles, std::size_t index) {
    int number = 0;
    for (std::size_t i = 0; i <= index; ++i) {
        number += obstacles[i].shape.index() == obstacles[index].shape.index() ? 1 : 0;
    }
    return std::string(obstacle_names.at(obstacles[index].shape.index())) + " " + std::to_string(number);
}

// The index of the selected obstacle; -1: none.
int chosen_obstacle(const PanelContext& context, const Obstacles& obstacles) {
    const Selection& selection = context.selection;
    const bool is_one = selection.kind == Selection::Kind::obstacle;
    return is_one && selection.index < static_cast<int>(obstacles.size()) ? selection.index : -1;
}

void obstacle_choice(PanelContext& context, const Obstacles& obstacles) {
    std::vector<std::string> titles{"None"};
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        titles.push_back(title_of(obstacles, i));
    }
    int chosen = chosen_obstacle(context, obstacles) + 1;
    if (edit("Obstacle", "The obstacle to edit; or click one in the view", titles, chosen)) {
        context.selection = chosen > 0 ? Selection{Selection::Kind::obstacle, chosen - 1} : Selection{};
    }
}

// Close to the body's current place.
Obstacle new_obstacle(const PanelContext& context, std::size_t shape) {
    const Snapshot& now = *context.ui_state.snapshot;
    const WindowUi& window = context.ui_state.window;
    const Layout layout =
        layout_of(window.width, window.height, window.content_scale, context.view.panels, shown_beside(context.view));
    return new_obstacle_in_view(shape, bounding_box(body_positions(*now.character, now.state)), *window.camera,
                                layout.dynamics);
}

void add_obstacle(PanelContext& context, Obstacles& obstacles) {
    ImGui::TextDisabled("Add");
    for (std::size_t kind = 1; kind <= obstacle_names.size(); ++kind) {
        const std::size_t shape = kind % obstacle_names.size(); // the slope is last
        // The buttons have two rows.
        if (kind == 4) {
            ImGui::Dummy(ImVec2(ImGui::CalcTextSize("Add").x, 0.0F));
        }
        ImGui::SameLine();
        if (ImGui::SmallButton(obstacle_names.at(shape))) {
            obstacles.push_back(new_obstacle(context, shape));
            context.selection = {Selection::Kind::obstacle, static_cast<int>(obstacles.size()) - 1};
        }
        remember_place(std::string("Add ") + obstacle_names.at(shape));
        if (ImGui::IsItemHovered()) {
            tooltip("Adds an obstacle beside the body; move it with the gizmo and the numbers");
        }
    }
}

// The values to which an obstacle's numbers are reset: those of the scene file, or, for an obstacle that was added
// later, those at the time of its selection. A new obstacle is selected when it is added.
Obstacle as_it_was(PanelContext& context, const Obstacles& obstacles, std::size_t chosen) {
    const Obstacle& now = obstacles[chosen];
    ViewOptions::ChosenObstacle& since = context.view.obstacle;
    const bool is_the_same =
        since.index == chosen && since.count == obstacles.size() && since.then.shape.index() == now.shape.index();
    if (!is_the_same) {
        since = {chosen, obstacles.size(), now};
    }
    const CharacterDescription* opened = context.ui_state.selected.opened;
    const Obstacles none;
    const Obstacles& of_file = opened ? opened->environment.obstacles : none;
    const bool is_of_file = chosen < of_file.size() && of_file[chosen].shape.index() == now.shape.index();
    return is_of_file ? of_file[chosen] : since.then;
}

void chosen_numbers(PanelContext& context, Obstacles& obstacles) {
    const int chosen = chosen_obstacle(context, obstacles);
    if (chosen < 0) {
        return;
    }
    Obstacle& obstacle = obstacles[static_cast<std::size_t>(chosen)];
    const double size = bounding_box(context.ui_state.character->mesh.X).diagonal();
    const double away = standing_of(obstacle.shape).col(3).cwiseAbs().maxCoeff();
    ImGui::PushID("obstacle");
    const Obstacle start = as_it_was(context, obstacles, static_cast<std::size_t>(chosen));
    const Measures range{std::max(6.0 * size, 1.5 * away), size, up_of(context.draft.description)};
    std::visit([&](auto& shape) { edit_shape(range, std::get<std::decay_t<decltype(shape)>>(start.shape), shape); },
               obstacle.shape);
    edit({"Its friction", "%.2f", "Coulomb's coefficient (mu)", 0.0, 2.0, start.friction}, obstacle.friction);
    edit({"Bounce", "%.2f", restitution_tooltip, 0.0, 1.0, start.restitution}, obstacle.restitution);
    carrier_choice(context, static_cast<std::size_t>(chosen));
    ImGui::PopID();
    if (button("Remove obstacle", "Removes the selected obstacle (Delete)")) {
        obstacles.erase(obstacles.begin() + chosen);
        context.selection = {};
    }
}

void contact_numbers(PanelContext& context, ContactDescription& contact) {
    const ContactDescription file =
        context.ui_state.selected.opened ? context.ui_state.selected.opened->contact : ContactDescription{};
    edit("Floor", "A level floor under the body at rest", contact.floor);
    const char* no_floor = contact.floor ? nullptr : "There is no floor.";
    edit({"Floor friction", "%.2f", "Coulomb's coefficient (mu)", 0.0, 2.0, file.floor_friction, 1.0, false, no_floor},
         contact.floor_friction);
    edit({"Floor bounce", "%.2f", restitution_tooltip, 0.0, 1.0, file.floor_restitution, 1.0, false, no_floor},
         contact.floor_restitution);
    int law = static_cast<int>(contact.friction_law);
    if (edit("Friction law",
             "Coulomb: a point sticks, or slides with friction proportional to its load. Damped: a contact point "
             "keeps a share of its sliding speed, with any force that this needs",
             {"Coulomb", "Damped"}, law)) {
        contact.friction_law = static_cast<Friction>(law);
    }
    if (contact.friction_law == Friction::damped) {
        edit({"Kept speed", "%.2f",
              "Share of the sliding speed that a contact point keeps in a step: shorter steps brake more", 0.0, 1.0,
              file.tangential_restitution},
             contact.tangential_restitution);
    }
    int points = static_cast<int>(contact.points);
    edit({"Contact points", "%d", "Number of contact points, spread over the skin (s)", 1.0,
          static_cast<double>(contact_points_max), static_cast<double>(file.points)},
         points);
    contact.points = points;
}

// What the air does at the displayed moment.
void air_now(const Environment& environment, double time) {
    const Vec3 velocity = environment.wind.velocity + gust_velocity(environment.gusts, time);
    fact("Air now", measured(velocity.norm(), "m/s"), "Speed of the air at this moment, gusts included");
}

// `why_not`: null where there is air.
void gust_numbers(const Gusts& file, Gusts& gusts, const char* why_not) {
    edit({"Gusts", "%.1f m/s",
          "How much the wind changes over time (g): the root mean square of the change, which is at most 4 times that",
          0.0, 20.0, file.strength, 1.0, false, why_not},
         gusts.strength);
    if (gusts.strength > 0.0 && !why_not) {
        edit({"Gust period", "%.2f s", "Typical time from one gust to the next (T)", 0.1, 20.0, file.period, 1.0, true},
             gusts.period);
        edit({"Gust seed", "%d", "Another number: other gusts of the same kind", 0.0, 999.0,
              static_cast<double>(file.seed)},
             gusts.seed);
    }
}

void wind_numbers(PanelContext& context, Environment& environment) {
    const CharacterDescription* opened = context.ui_state.selected.opened;
    const Environment around = opened ? opened->environment : Environment{};
    const Wind& file = around.wind;
    Wind& wind = environment.wind;
    edit({"Air drag", "%.2f 1/s", "How fast the air drags the body along (c); 0: no air, so that no wind is felt", 0.0,
          20.0, file.drag},
         wind.drag);
    const char* why_not = wind.drag > 0.0 ? nullptr : "There is no air: raise Air drag above 0.";
    edit_vector({"Wind", "%.1f m/s", "Velocity of the air (u), in the world; 0: still air, which brakes", -30.0, 30.0,
                 0.0, 1.0, false, why_not},
                file.velocity, wind.velocity);
    gust_numbers(around.gusts, environment.gusts, why_not);
    if (!why_not) {
        air_now(environment, context.ui_state.snapshot->state.time);
    }
}

// Paints where the density of contact points is higher or lower.
void painted_contact(PanelContext& context, ContactDescription& contact) {
    BrushOptions& brush = context.view.brush;
    if (button("Paint where it touches",
               "Selects the brush: painting makes contact points up to five times denser; with Ctrl, "
               "sparser, or removes them. Their number stays the same")) {
        brush.is_held = true;
        brush.target = BrushTarget::contact_density;
        brush.region = -1;
    }
    if (!brush.is_held || brush.target != BrushTarget::contact_density) {
        return;
    }
    paint_sources(context, {BrushTarget::contact_density, 0}, Stage::surroundings);
    brush_numbers(brush);
    if (contact.painted.is_there() && button("Touch everywhere alike", "Removes the paint (Ctrl+Z restores it)")) {
        contact.painted = {};
    }
    brush_down(brush);
}

// "0.12 mm, 0.003 %", the percentage relative to the body's size.
std::string depth_words(double depth, double size) {
    return depth < 1e-5 * size ? "below 0.001 %"
                               : measured(1e3 * depth, "mm") + ", " + measured(100.0 * depth / size, "%");
}

// Shows the contact results of the displayed step.
void contact_numbers(const Snapshot& shown) {
    const auto& around = shown.obstacles ? shown.obstacles : shown.character->obstacles;
    if (!around || around->empty() || !shown.character->contact_points) {
        return;
    }
    const double size = rest_frame(shown.character->mesh.X).scale;
    const bool is_measured = shown.report.iterations > 0; // false after rewinding
    const std::string points = grouped(shown.character->contact_points->count()) + " points";
    fact("Touching", grouped(touching_count(shown)) + " of " + points, "Contact points with a force now");
    fact("Deepest", is_measured ? depth_words(shown.report.depth, size) : "not measured",
         ("Largest penetration into an obstacle, also relative to the body's size; at most " +
          measured(100.0 * depth_tolerance_of_size, "%") + " of that, or " +
          measured(1e3 * depth_tolerance_of_size * size, "mm") +
          ", unless it began deeper, or is pressed from several sides")
             .c_str());
    const int left_out = shown.report.contacts_left_out;
    fact("Not felt", left_out == 0 ? "none" : counted(left_out, "surface", "surfaces"),
         "A point feels its three nearest surfaces; those beyond, which are as near, let it through");
    remember_place("Not felt");
    if (left_out > 0) {
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextColored(warning_colour, "%s.", left_out_sentence(left_out).c_str());
        ImGui::PopTextWrapPos();
    }
}

} // namespace

void surroundings_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Surroundings", false)) {
        return;
    }
    ContactDescription& contact = context.draft.description.contact;
    contact_numbers(context, contact);
    if (!context.ui_state.character->thin) {
        painted_contact(context, contact);
    }
    contact_numbers(*context.ui_state.snapshot);
    Obstacles& obstacles = context.draft.environment.obstacles;
    add_obstacle(context, obstacles);
    if (!obstacles.empty()) {
        obstacle_choice(context, obstacles);
        chosen_numbers(context, obstacles);
    }
    wind_numbers(context, context.draft.environment);
}

} // namespace limber::app
