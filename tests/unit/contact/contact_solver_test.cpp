// SPDX-License-Identifier: MIT
#include "engine/contact/contact_solver.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::testing {
namespace {

// Contact points that are coupled by a random body with this many coordinates, each pressed against this many random
// surfaces that leave a feasible corner.
ContactSystem random_system(Rng& rng, Index points, Index coordinates, Index surfaces = 1, double friction_max = 1.0) {
    ContactSystem system(points * surfaces);
    const Matrix phi = Matrix::NullaryExpr(coordinates, points, [&] { return rng.normal(); });
    const Matrix pulls = phi.transpose() * phi;
    for (Index i = 0; i < points; ++i) {
        const Vec3 at = random_vector(rng, 0.5);
        const Vec3 outwards = surfaces > 1 ? Vec3(2.0 * random_vector(rng).normalized()) : Vec3(Vec3::Zero());
        const Vec3 anchor = random_vector(rng, 0.3);
        for (Index surface = 0; surface < surfaces; ++surface) {
            Contact contact;
            contact.point = i;
            contact.obstacle = static_cast<std::size_t>(surface);
            contact.normal = (outwards + random_vector(rng).normalized()).normalized();
            contact.anchor = anchor;
            contact.lowest = rng.uniform(-0.5, 0.1);
            contact.friction = rng.uniform(friction_max - 1.0, friction_max);
            system.at.row(system.count()) = at;
            system.force.row(system.count()).setZero();
            system.contacts.push_back(contact);
        }
    }
    for (Index a = 0; a < system.count(); ++a) {
        for (Index b = 0; b < system.count(); ++b) {
            system.G(a, b) = pulls(a / surfaces, b / surfaces);
        }
    }
    return system;
}

// The depth of the deepest point.
double deepest(const ContactSystem& system) {
    double depth = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
        depth = std::max(depth, contact.lowest - contact.normal.dot(system.at.row(i)));
    }
    return depth;
}

/// The number of points in each state.
struct Seen {
    int apart = 0;
    int sticking = 0;
    int sliding = 0;
};

// A force pushes only in contact, and sticks, or opposes sliding with the maximum friction.
void expect_law(const ContactSystem& system, Index i, Seen& seen) {
    const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
    const Vec3 force = system.force.row(i);
    const double push = force.dot(contact.normal);
    const Vec3 drag = force - push * contact.normal;
    const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
    EXPECT_GE(push, 0.0);
    EXPECT_LT(std::min(push, gap), 1e-8);
    EXPECT_LE(drag.norm(), contact.friction * push * (1.0 + 1e-12));
    Vec3 slide = system.at.row(i).transpose() - contact.anchor;
    slide -= slide.dot(contact.normal) * contact.normal;
    if (push <= 1e-6) {
        ++seen.apart;
    } else if (slide.norm() < 1e-7) {
        ++seen.sticking;
    } else {
        ++seen.sliding;
        EXPECT_NEAR(drag.norm(), contact.friction * push, 1e-6 * push);
        EXPECT_NEAR(slide.normalized().dot(drag), -drag.norm(), 1e-6 * push);
    }
}

TEST(ContactSolver, FindsForcesThatSatisfyTheContactLaws) {
    for (const Index surfaces : {1, 2, 3}) {
        Rng rng(21);
        Seen seen;
        for (int round = 0; round < 100; ++round) {
            ContactSystem system = random_system(rng, 8, 30, surfaces);
            solve_contacts(system, 1e-13, 20000);
            EXPECT_LT(deepest(system), 1e-9);
            for (Index i = 0; i < system.count(); ++i) {
                expect_law(system, i, seen);
            }
        }
        EXPECT_GT(std::min({seen.apart, seen.sticking, seen.sliding}), 10) << surfaces << " surfaces a point";
    }
}

// Forces that satisfy the laws, except that friction may be less than Coulomb's during sliding.
void expect_bounds(const ContactSystem& system, double tolerance) {
    EXPECT_LT(deepest(system), tolerance);
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
        const Vec3 force = system.force.row(i);
        const double push = force.dot(contact.normal);
        const Vec3 drag = force - push * contact.normal;
        EXPECT_GE(push, 0.0);
        EXPECT_LE(drag.norm(), contact.friction * push * (1.0 + 1e-12) + 1e-15);
        Vec3 slide = system.at.row(i).transpose() - contact.anchor;
        slide -= slide.dot(contact.normal) * contact.normal;
        EXPECT_LE(slide.dot(drag), tolerance * drag.norm() + 1e-12) << "a drag never pushes on";
    }
}

// In a corner with large friction, the walls' forces act against each other and Gauss-Seidel passes cycle.
TEST(ContactSolver, PreventsPenetrationIfFrictionDoesNotConverge) {
    int circles = 0;
    for (const Index surfaces : {2, 3}) {
        Rng rng(23);
        for (int round = 0; round < 200; ++round) {
            ContactSystem system = random_system(rng, 8, round % 2 == 0 ? 12 : 30, surfaces, 2.0);
            if (solve_contacts(system, 1e-9, 300) > 1e-7) {
                ++circles;
                solve_with_bounded_friction(system, 1e-9);
                expect_bounds(system, 1e-3);
            }
        }
    }
    EXPECT_GT(circles, 10);
}

// The same contacts, coupled by blocks of a body that moves along all axes at once.
ContactSystem random_blocks(Rng& rng, Index points, Index coordinates) {
    const ContactSystem scalars = random_system(rng, points, coordinates);
    ContactSystem system(points, ContactCoupling::blocks);
    system.contacts = scalars.contacts;
    system.at.topRows(points) = scalars.at.topRows(points);
    system.force.topRows(points).setZero();
    const Matrix phi = Matrix::NullaryExpr(coordinates, 3 * points, [&] { return rng.normal(); });
    system.blocks.topLeftCorner(3 * points, 3 * points) = phi.transpose() * phi;
    prepare_blocks(system);
    return system;
}

TEST(ContactSolver, FindsForcesThatSatisfyTheContactLawsForBlocks) {
    Rng rng(24);
    Seen seen;
    for (int round = 0; round < 100; ++round) {
        ContactSystem system = random_blocks(rng, 8, 60);
        solve_contacts(system, 1e-13, 20000);
        EXPECT_LT(deepest(system), 1e-9);
        for (Index i = 0; i < system.count(); ++i) {
            expect_law(system, i, seen);
        }
    }
    EXPECT_GT(std::min({seen.apart, seen.sticking, seen.sliding}), 10);
}

TEST(ContactSolver, BlocksThatAreMultiplesOfTheIdentityGiveTheForcesOfScalars) {
    Rng rng(25);
    for (int round = 0; round < 20; ++round) {
        ContactSystem scalars = random_system(rng, 6, 30);
        ContactSystem blocks(scalars.count(), ContactCoupling::blocks);
        blocks.contacts = scalars.contacts;
        blocks.at.topRows(6) = scalars.at.topRows(6);
        blocks.force.topRows(6).setZero();
        for (Index a = 0; a < 6; ++a) {
            for (Index b = 0; b < 6; ++b) {
                blocks.blocks.block<3, 3>(3 * a, 3 * b) = scalars.G(a, b) * Mat3::Identity();
            }
        }
        prepare_blocks(blocks);
        solve_contacts(scalars, 0.0, 50);
        solve_contacts(blocks, 0.0, 50);
        const double size = scalars.force.topRows(6).cwiseAbs().maxCoeff();
        EXPECT_LT((scalars.force.topRows(6) - blocks.force.topRows(6)).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + size));
    }
}

TEST(ContactSolver, PreventsPenetrationForBlocksIfFrictionDoesNotConverge) {
    Rng rng(26);
    for (int round = 0; round < 50; ++round) {
        ContactSystem system = random_blocks(rng, 8, 30);
        solve_contacts(system, 1e-9, 20);
        solve_with_bounded_friction(system, 1e-9);
        expect_bounds(system, 1e-3);
    }
}

TEST(ContactSolver, WarmStartsFromTheGivenForces) {
    Rng rng(22);
    ContactSystem system = random_system(rng, 10, 40);
    solve_contacts(system, 1e-13, 5000);
    const Points force = system.force.topRows(10);
    solve_contacts(system, 1e-13, 1);
    EXPECT_LT((system.force.topRows(10) - force).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(ContactSolver, KeepsASinglePointOnItsSurface) {
    ContactSystem system(1);
    system.G(0, 0) = 1.0;
    system.contacts.push_back({0, 0, Vec3(0.0, 1.0, 0.0), Vec3::Zero(), 0.5, 0.3});
    system.at.row(0) = Vec3(0.0, 0.2, 0.0);
    system.force.row(0).setZero();
    EXPECT_NEAR(deepest(system), 0.3, 1e-15);
    solve_contacts(system, 0.0, 1);
    EXPECT_NEAR(deepest(system), 0.0, 1e-15);
}

} // namespace
} // namespace limber::testing
