// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/workspace.h"

#include <gtest/gtest.h>

namespace limber::testing {

/// The laws of the last step's contact forces on any surface: no force pulls, and friction stays in its cone.
inline void expect_forces_in_their_cones(const Workspace& workspace) {
    const ContactSystem& system = workspace.contact.listed.system;
    for (Index i = 0; workspace.contact.listed.in_use && i < system.count(); ++i) {
        const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
        const Vec3 force = system.force.row(i);
        const double push = force.dot(contact.normal);
        EXPECT_GE(push, 0.0);
        EXPECT_LE((force - push * contact.normal).norm(), contact.friction * push * (1.0 + 1e-9) + 1e-12);
    }
}

} // namespace limber::testing
