#include "app/interaction/rig_placement.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "app/scene/character.h"
#include "app/scene/contact_marks.h"
#include "app/scene/drawables.h"
#include "app/scene/obstacle_placing.h"
#include "engine/stepper/step.h"

#include <imgui.h>

#include <cmath>

namespace limber::app {
namespace {

constexpr double degrees_per_radian = 57.29577951308232;
constexpr double steepest = 85.0; // [degrees] of a slope
const ImVec4 warning_colour(0.75F, 0.35F, 0.05F, 1.0F);
constexpr std::array axes{"x", "y", "z"};

/// How large the numbers of an obstacle may be.
struct Measures {
    double reach = 1.0; // [m]
    double size = 1.0;  // [m] the body's
};

bool edit_vector(const std::string& what, const char* format, const char* text, double low, double high, Vec3& v) {
    bool changed = false;
    for (Index axis = 0; axis < 3; ++axis) {
        const std::string name = what + " " + axes.at(static_cast<std::size_t>(axis));
        changed = edit({name.c_str(), format, text, low, high, v(axis)}, v(axis)).changed || changed;
    }
    return changed;
}

void edit_place(const char* what, const Measures& range, Vec3& at) {
    edit_vector(what, "%.3f m", "Where it stands, in the world", -range.reach, range.reach, at);
}

void edit_length(const char* what, const char* text, const Measures& range, double& length) {
    edit({what, "%.3f m", text, 1e-3 * range.size, 10.0 * range.size, length, 1.0, true}, length);
}

void edit_turned(const Measures& range, Affine& placement) {
    Vec3 at = placement.col(3);
    edit_place("Place", range, at);
    RigPlacement turned = placement_of(placement, Vec3::Zero());
    if (edit_vector("Turn", "%.1f\u00b0", "Around its own middle", -180.0, 180.0, turned.degrees)) {
        turned.stretch = Vec3::Ones();
        placement = affine_of(turned, Vec3::Zero());
    }
    placement.col(3) = at;
}

void edit_shape(const Measures& range, HalfSpace& half) {
    edit_place("Place", range, half.point);
    if (half.normal.y() <= 0.0) {
        fact("Faces", "down", "The gizmo turns it");
        return;
    }
    double x = degrees_per_radian * std::atan2(half.normal.x(), half.normal.y());
    double z = degrees_per_radian * std::atan2(half.normal.z(), half.normal.y());
    const Number lean_x{"Lean x", "%.1f\u00b0", "Falls off to this side", -steepest, steepest};
    const Number lean_z{"Lean z", "%.1f\u00b0", "Falls off to this side", -steepest, steepest};
    const bool leaned = edit(lean_x, x).changed;
    if (edit(lean_z, z).changed || leaned) {
        half.normal = Vec3(std::tan(x / degrees_per_radian), 1.0, std::tan(z / degrees_per_radian)).normalized();
    }
}

void edit_shape(const Measures& range, Ball& ball) {
    edit_place("Place", range, ball.centre);
    edit_length("Radius", "Of the ball", range, ball.radius);
}

void edit_shape(const Measures& range, Capsule& capsule) {
    edit_place("From", range, capsule.a);
    edit_place("To", range, capsule.b);
    edit_length("Radius", "Around the line from one end to the other", range, capsule.radius);
}

void edit_shape(const Measures& range, Block& block) {
    Vec3 size = 2.0 * block.half_size;
    if (edit_vector("Size", "%.3f m", "Along its own axes", 1e-3 * range.size, 10.0 * range.size, size)) {
        block.half_size = 0.5 * size;
    }
    edit_turned(range, block.placement);
}

void edit_shape(const Measures& range, HeightField& hills) {
    edit_length("Spacing", "From one height to the next, across", range, hills.spacing);
    const double height = hills.heights.maxCoeff() - hills.heights.minCoeff();
    double wanted = height;
    edit_length("Height", "From the lowest place to the highest", range, wanted);
    if (height > 0.0 && wanted != height) {
        hills.heights *= wanted / height;
    }
    edit_turned(range, hills.placement);
}

std::string title_of(const Obstacles& obstacles, std::size_t index) {
    int number = 0;
    for (std::size_t i = 0; i <= index; ++i) {
        number += obstacles[i].shape.index() == obstacles[index].shape.index() ? 1 : 0;
    }
    return std::string(obstacle_names.at(obstacles[index].shape.index())) + " " + std::to_string(number);
}

// Which one is selected; -1: none.
int chosen_obstacle(const Studio& studio, const Obstacles& obstacles) {
    const Selection& selection = studio.hand.selection;
    const bool is_one = selection.kind == Selection::Kind::obstacle;
    return is_one && selection.index < static_cast<int>(obstacles.size()) ? selection.index : -1;
}

void obstacle_choice(Studio& studio, const Obstacles& obstacles) {
    std::vector<std::string> titles{"None"};
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        titles.push_back(title_of(obstacles, i));
    }
    int chosen = chosen_obstacle(studio, obstacles) + 1;
    if (edit("Obstacle", "What the numbers below and the gizmo move; or click one in the view", titles, chosen)) {
        studio.hand.selection = chosen > 0 ? Selection{Selection::Kind::obstacle, chosen - 1} : Selection{};
    }
}

// Beside the body as it is now, to the right of who looks.
void add_obstacle(Studio& studio, Obstacles& obstacles) {
    ImGui::TextDisabled("Add");
    for (std::size_t kind = 1; kind <= obstacle_names.size(); ++kind) {
        const std::size_t shape = kind % obstacle_names.size(); // the slope last
        // Two rows of them.
        if (kind == 4) {
            ImGui::Dummy(ImVec2(ImGui::CalcTextSize("Add").x, 0.0F));
        }
        ImGui::SameLine();
        if (ImGui::SmallButton(obstacle_names.at(shape))) {
            const Snapshot& now = *studio.readings.snapshot;
            const OrbitCamera& camera = studio.hand.camera.now();
            obstacles.push_back(obstacle_beside(shape, bounding_box(body_positions(*now.character, now.state)),
                                                camera.up, frame_of(camera).right));
            studio.hand.selection = {Selection::Kind::obstacle, static_cast<int>(obstacles.size()) - 1};
        }
        remember_place(std::string("Add ") + obstacle_names.at(shape));
        if (ImGui::IsItemHovered()) {
            tooltip("Puts one into the scene, beside the body; the gizmo and the numbers move it");
        }
    }
}

void chosen_numbers(Studio& studio, Obstacles& obstacles) {
    const int chosen = chosen_obstacle(studio, obstacles);
    if (chosen < 0) {
        return;
    }
    Obstacle& obstacle = obstacles[static_cast<std::size_t>(chosen)];
    const double size = bounding_box(studio.readings.character->mesh.X).diagonal();
    const double away = standing_of(obstacle.shape).col(3).cwiseAbs().maxCoeff();
    ImGui::PushID("obstacle");
    std::visit([&](auto& shape) { edit_shape({std::max(6.0 * size, 1.5 * away), size}, shape); }, obstacle.shape);
    edit({"Its friction", "%.2f", "Coulomb's coefficient (mu)", 0.0, 2.0, 0.8}, obstacle.friction);
    edit({"Bounce", "%.2f", "Share of an impact's speed with which a point leaves (restitution)", 0.0, 1.0, 0.0},
         obstacle.restitution);
    ImGui::PopID();
    if (button("Remove obstacle", "Takes the selected obstacle away (Delete)")) {
        obstacles.erase(obstacles.begin() + chosen);
        studio.hand.selection = {};
    }
}

void contact_numbers(Studio& studio, SurroundingsDescription& contact) {
    edit("Floor", "A level floor under the body as it stands at rest", contact.floor);
    const char* no_floor = contact.floor ? nullptr : "There is no floor.";
    edit({"Floor friction", "%.2f", "Coulomb's coefficient (mu)", 0.0, 2.0, 0.8, 1.0, false, no_floor},
         contact.floor_friction);
    int law = static_cast<int>(contact.friction_law);
    if (edit("Friction law",
             "Coulomb: a point sticks, or slides with the friction that its weight allows. Damped: a touching point "
             "keeps a share of its sliding speed, whatever force that takes",
             {"Coulomb", "Damped"}, law)) {
        contact.friction_law = static_cast<Friction>(law);
    }
    if (contact.friction_law == Friction::damped) {
        edit({"Kept speed", "%.2f",
              "Share of its sliding speed that a touching point keeps in a step: shorter steps brake more", 0.0, 1.0,
              0.0},
             contact.kept);
    }
    int points = static_cast<int>(contact.points);
    const SceneDescription* opened = studio.readings.opened;
    const double before = opened ? static_cast<double>(opened->contact.points) : 30.0;
    edit({"Contact points", "%d", "On the skin, far from each other, at which the body can be touched (s)", 1.0,
          static_cast<double>(contact_points_max), before},
         points);
    contact.points = points;
}

// "0.12 mm, 0.003 %": of the body's size.
std::string depth_words(double depth, double size) {
    return depth < 1e-5 * size ? "below 0.001 %"
                               : measured(1e3 * depth, "mm") + ", " + measured(100.0 * depth / size, "%");
}

// What the body feels of all this in the step that is shown.
void contact_readings(const Snapshot& shown) {
    if (!shown.character->obstacles || !shown.character->contact_points) {
        return;
    }
    const double size = shown.character->model.frame.scale;
    const bool is_measured = shown.report.iterations > 0; // not of a moment that was gone back to
    const std::string points = grouped(shown.character->contact_points->count()) + " points";
    fact("Touching", grouped(touching_count(shown)) + " of " + points, "Points of the body that bear a force now");
    fact("Deepest", is_measured ? depth_words(shown.report.depth, size) : "not measured",
         ("How far the worst point is inside an obstacle, also in shares of the body's size; no more than " +
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

void surroundings_section(Studio& studio) {
    if (!studio.readings.character || !section("Surroundings", false)) {
        return;
    }
    SurroundingsDescription& contact = studio.edits.description.contact;
    contact_numbers(studio, contact);
    contact_readings(*studio.readings.snapshot);
    add_obstacle(studio, contact.obstacles);
    if (!contact.obstacles.empty()) {
        obstacle_choice(studio, contact.obstacles);
        chosen_numbers(studio, contact.obstacles);
    }
}

} // namespace limber::app
