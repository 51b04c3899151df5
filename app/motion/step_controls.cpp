// SPDX-License-Identifier: MIT
#include "app/motion/step_controls.h"

#include "app/character/material_scales.h"
#include "app/motion/obstacle_carrying.h"
#include "engine/contact/obstacle.h"
#include "engine/contact/planar_obstacles.h"

#include <utility>

namespace limber::app {
namespace {

void scale_material(const LiveControls& live, const Character& character, Controls& controls) {
    MaterialDescription material;
    material.young = live.young;
    material.poisson = live.poisson;
    material.density = live.density;
    const MaterialScales scales = material_scales(material, character.description);
    controls.young_scale = scales.young;
    controls.lambda_scale = scales.volume;
    controls.density_scale = scales.density;
}

// The contact points of rods and shells lie in their middle.
std::shared_ptr<const Obstacles> grown_obstacles(const Obstacles& obstacles, double radius) {
    Obstacles all;
    for (const Obstacle& obstacle : obstacles) {
        all.push_back(grown(obstacle, radius));
    }
    return std::make_shared<const Obstacles>(std::move(all));
}

void fill_obstacles(const LiveControls& live, const Character& character, Controls& controls) {
    if (!character.contact_points) {
        return;
    }
    const auto& around = live.obstacles ? live.obstacles : character.obstacles;
    controls.contact.obstacles =
        around && !live.carried.empty() ? std::make_shared<const Obstacles>(moved(*around, live.carried)) : around;
    if (around && character.thin) {
        controls.contact.obstacles = grown_obstacles(*controls.contact.obstacles, character.thin->radius);
    }
    if (around && character.model.is_planar) {
        controls.contact.obstacles =
            std::make_shared<const Obstacles>(sections_at(*controls.contact.obstacles, character.mesh.X.col(2).mean()));
    }
    controls.contact.law = live.friction_law;
    controls.contact.tangential_restitution = live.tangential_restitution;
}

} // namespace

void fill_step_controls(const LiveControls& live, const Character& character, double time, Controls& controls) {
    controls.gravity = live.gravity;
    controls.wind = live.wind;
    controls.wind.velocity += gust_velocity(live.gusts, time);
    controls.time_step = live.time_step;
    scale_material(live, character, controls);
    controls.damping = live.damping;
    controls.iterations = live.iterations;
    controls.tolerance = live.tolerance;
    take_over(live.solver, controls);
    fill_obstacles(live, character, controls);
    controls.muscle_stiffness_scale = live.muscles.strength;
}

} // namespace limber::app
