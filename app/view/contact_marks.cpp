// SPDX-License-Identifier: MIT
#include "app/view/contact_marks.h"

#include "app/character/material_scales.h"
#include "app/view/arrow.h"
#include "app/view/to_glm.h"
#include "engine/body/body_step.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr double earth = 9.81; // [m/s^2]
constexpr LineInk red_ink{2.2F, {0.86F, 0.20F, 0.16F, 0.95F}};
constexpr glm::vec4 touching_colour = {0.98F, 0.60F, 0.13F, 1.0F};
constexpr glm::vec4 free_colour = {0.16F, 0.19F, 0.22F, 0.45F};

} // namespace

std::vector<ContactMark> contact_marks(const Snapshot& snapshot) {
    std::vector<ContactMark> marks;
    if (!snapshot.character || !snapshot.character->contact_points) {
        return marks;
    }
    const ContactPoints& points = *snapshot.character->contact_points;
    const State& state = snapshot.state;
    if (coordinate_rows(*snapshot.character) != state.Z.rows() || state.contact_force.rows() != points.count()) {
        return marks;
    }
    const Points at = contact_positions(*snapshot.character, points, state);
    for (Index i = 0; i < points.count(); ++i) {
        marks.push_back({at.row(i), state.contact_force.row(i)});
    }
    return marks;
}

int touching_count(const Snapshot& snapshot) {
    const Points& force = snapshot.state.contact_force;
    return static_cast<int>((force.rowwise().squaredNorm().array() > 0.0).count());
}

std::string left_out_sentence(int left_out) {
    const std::string surfaces = left_out == 1 ? "1 surface is" : std::to_string(left_out) + " surfaces are";
    return surfaces + " near a point of the body that feels three nearer ones already, and let it through: "
                      "take obstacles away there, or join them into one";
}

double arrow_scale(const Character& character, double density) {
    MaterialDescription now = character.description.material;
    now.density = density;
    const double mass = character.mass.sum() * material_scales(now, character.description.material).density;
    const double gravity = character.description.step.gravity.norm();
    return bounding_box(character.mesh.X).diagonal() / (mass * (gravity > 0.0 ? gravity : earth));
}

void draw_contacts(const std::vector<ContactMark>& marks, double metres_per_newton, const Vec3& eye, Overlay& overlay) {
    for (const ContactMark& mark : marks) {
        const bool touches = !mark.force.isZero(0.0);
        overlay.points.push_back({to_glm(mark.at), touches ? 7.0F : 4.5F, touches ? touching_colour : free_colour});
        if (touches) {
            draw_arrow(mark.at, metres_per_newton * mark.force, eye, red_ink, overlay);
        }
    }
}

} // namespace limber::app
