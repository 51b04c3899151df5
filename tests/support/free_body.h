// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_points.h"
#include "engine/stepper/workspace.h"
#include "tests/support/living_bar.h"

#include <memory>

/// Bodies without a rig that fly, fall and come to rest.
namespace limber::testing {

struct FreeBody {
    LivingBar bar;
    ReducedModel model;
    std::shared_ptr<const ContactPoints> points; // on its surface

    /// The undeformed body with a uniform velocity [m/s].
    State start(const Vec3& velocity = Vec3::Zero()) const;
    /// Controls without gravity, handles and contact: only inertia acts.
    Controls controls() const;
    Vec3 momentum(const State& state) const;       // [kg m/s]
    Vec3 centre_of_mass(const State& state) const; // [m]
    /// s x 3 [m].
    Points contact_positions(const State& state) const;
};

struct FreeBodyOptions {
    Index modes = 5;
    Index clusters = 10;
    Index contact_points = 20;
    double young = 1e5; // [Pa]
    double poisson = 0.0;
    Index muscles = 0; // the first vibration modes
};

/// Builds a free body of one material.
FreeBody free_body(const TetMesh& mesh, const FreeBodyOptions& options = {});

/// Controls with gravity along -y and obstacles.
Controls controls_on(const FreeBody& body, Obstacles obstacles);

Workspace workspace_of(const FreeBody& body);

} // namespace limber::testing
