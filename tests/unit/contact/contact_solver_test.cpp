#include "engine/contact/contact_solver.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <numeric>

namespace limber::testing {
namespace {

// Points that pull at each other through a random body of so many coordinates, pressed against random surfaces.
ContactSystem random_system(Rng& rng, Index points, Index coordinates) {
    ContactSystem system(points);
    const Matrix phi = Matrix::NullaryExpr(coordinates, points, [&] { return rng.normal(); });
    system.G.topLeftCorner(points, points) = phi.transpose() * phi;
    for (Index i = 0; i < points; ++i) {
        Contact contact;
        contact.point = i;
        contact.normal = random_vector(rng).normalized();
        contact.anchor = random_vector(rng, 0.3);
        contact.lowest = rng.uniform(-0.5, 0.1);
        contact.friction = rng.uniform(0.0, 1.0);
        system.contacts.push_back(contact);
        system.at.row(i) = random_vector(rng, 0.5);
        system.force.row(i).setZero();
    }
    return system;
}

// How far the worst point is inside.
double deepest(const ContactSystem& system) {
    double depth = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
        depth = std::max(depth, contact.lowest - contact.normal.dot(system.at.row(i)));
    }
    return depth;
}

TEST(ContactSolver, FindsForcesThatObeyTheLaws) {
    Rng rng(21);
    for (int round = 0; round < 100; ++round) {
        ContactSystem system = random_system(rng, 8, 30);
        solve_contacts(system, 1e-12, 2000);
        EXPECT_LT(deepest(system), 1e-9);
        for (Index i = 0; i < system.count(); ++i) {
            const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
            const Vec3 force = system.force.row(i);
            const double push = force.dot(contact.normal);
            const Vec3 drag = force - push * contact.normal;
            const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
            EXPECT_GE(push, 0.0);
            EXPECT_LT(std::min(push, gap), 1e-8); // pushes only where it touches
            EXPECT_LE(drag.norm(), contact.friction * push * (1.0 + 1e-12));
            // Sticks, or drags against the sliding as hard as it may.
            Vec3 slide = system.at.row(i).transpose() - contact.anchor;
            slide -= slide.dot(contact.normal) * contact.normal;
            if (push > 1e-6 && drag.norm() < 0.999 * contact.friction * push) {
                EXPECT_LT(slide.norm(), 1e-7);
            } else if (push > 1e-6) {
                EXPECT_LE(slide.dot(drag), 1e-8);
            }
        }
    }
}

TEST(ContactSolver, GoesOnFromTheForcesThatItIsGiven) {
    Rng rng(22);
    ContactSystem system = random_system(rng, 10, 40);
    solve_contacts(system, 1e-13, 5000);
    const Points force = system.force.topRows(10);
    solve_contacts(system, 1e-13, 1);
    EXPECT_LT((system.force.topRows(10) - force).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(ContactSolver, LeavesAPointThatIsAloneOnItsSurface) {
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
