// SPDX-License-Identifier: MIT
#include "app/rigid_bodies/rigid_step.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

namespace limber::app {
namespace {

constexpr double longest_substep = 1.0 / 240.0; // [s]

btScalar single(double value) {
    return static_cast<btScalar>(value);
}

btVector3 bullet(const Vec3& v) {
    return {single(v.x()), single(v.y()), single(v.z())};
}

btTransform bullet(const Affine& m) {
    const btMatrix3x3 basis(single(m(0, 0)), single(m(0, 1)), single(m(0, 2)), single(m(1, 0)), single(m(1, 1)),
                            single(m(1, 2)), single(m(2, 0)), single(m(2, 1)), single(m(2, 2)));
    return btTransform(basis, bullet(Vec3(m.col(3))));
}

Vec3 vec3(const btVector3& v) {
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

Affine affine(const btTransform& transform) {
    Affine m;
    for (int row = 0; row < 3; ++row) {
        m.row(row).head<3>() = vec3(transform.getBasis().getRow(row)).transpose();
    }
    m.col(3) = vec3(transform.getOrigin());
    return m;
}

std::unique_ptr<btCollisionShape> shape_of(const RigidBody& body) {
    if (body.shape == RigidShape::ball) {
        return std::make_unique<btSphereShape>(single(body.radius));
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (Index i = 0; i < body.corners.rows(); ++i) {
        hull->addPoint(bullet(Vec3(body.corners.row(i).transpose())), false);
    }
    hull->setMargin(single(0.005 * body.radius));
    hull->recalcLocalAabb();
    return hull;
}

struct StaticShape {
    std::unique_ptr<btCollisionShape> shape;
    btTransform placement = btTransform::getIdentity();
};

struct StaticShapes {
    StaticShape operator()(const HalfSpace& floor) const {
        // The point is the origin of the plane, so that single precision loses nothing near it.
        StaticShape made{std::make_unique<btStaticPlaneShape>(bullet(floor.normal), single(0.0))};
        made.placement.setOrigin(bullet(floor.point));
        made.shape->setMargin(single(0.0));
        return made;
    }
    StaticShape operator()(const Ball& ball) const {
        StaticShape made{std::make_unique<btSphereShape>(single(ball.radius))};
        made.placement.setOrigin(bullet(ball.centre));
        return made;
    }
    StaticShape operator()(const Capsule& capsule) const {
        const std::array centres{bullet(capsule.a), bullet(capsule.b)};
        const std::array radii{single(capsule.radius), single(capsule.radius)};
        return {std::make_unique<btMultiSphereShape>(centres.data(), radii.data(), 2)};
    }
    StaticShape operator()(const Box& box) const {
        return {std::make_unique<btBoxShape>(bullet(box.half_size)), bullet(box.placement)};
    }
    StaticShape operator()(const HeightField&) const {
        return {std::make_unique<btEmptyShape>()};
    }
};

/// Bullet's world for one step. The members are destroyed in the opposite order.
class BulletWorld {
public:
    explicit BulletWorld(const Vec3& gravity) {
        // Bullet finds one contact point of a pair in a substep and collects them over time; here nothing is kept, so
        // that it must find all corners of a face at once.
        configuration_.setPlaneConvexMultipointIterations(8, 4);
        configuration_.setConvexConvexMultipointIterations(8, 4);
        // Bodies that overlap are moved apart without a velocity.
        world_.getSolverInfo().m_splitImpulse = 1;
        world_.getSolverInfo().m_splitImpulsePenetrationThreshold = single(0.0);
        world_.setGravity(bullet(gravity));
    }
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;
    ~BulletWorld() {
        for (const auto& body : bodies_) {
            world_.removeRigidBody(body.get());
        }
    }

    void add(const Obstacle& obstacle) {
        StaticShape made = std::visit(StaticShapes{}, obstacle.shape);
        add(std::move(made.shape), made.placement, 0.0, Vec3::Zero(), obstacle.friction, obstacle.restitution);
    }

    btRigidBody& add(const RigidBody& body, const RigidState& state) {
        btRigidBody& added =
            add(shape_of(body), bullet(state.frame), body.mass, body.inertia, body.friction, body.restitution);
        added.setLinearVelocity(bullet(state.velocity));
        added.setAngularVelocity(bullet(state.angular_velocity));
        added.setActivationState(DISABLE_DEACTIVATION);
        added.updateInertiaTensor();
        return added;
    }

    void advance(double seconds) {
        const int substeps = std::max(1, static_cast<int>(std::ceil(seconds / longest_substep - 1e-6)));
        for (int i = 0; i < substeps; ++i) {
            world_.stepSimulation(single(seconds / substeps), 0);
        }
    }

private:
    btRigidBody& add(std::unique_ptr<btCollisionShape> shape, const btTransform& placement, double mass,
                     const Vec3& inertia, double friction, double restitution) {
        btRigidBody::btRigidBodyConstructionInfo info(single(mass), nullptr, shape.get(), bullet(inertia));
        info.m_startWorldTransform = placement;
        info.m_friction = single(friction);
        info.m_restitution = single(restitution);
        shapes_.push_back(std::move(shape));
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        world_.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase pairs_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &pairs_, &solver_, &configuration_};
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

} // namespace

std::optional<Error> fault_in(const std::vector<RigidBody>& bodies, const Obstacles& obstacles) {
    if (bodies.size() > rigid_bodies_max) {
        return Error{ErrorKind::bad_input, "a scene can have at most 64 rigid bodies", "rigid"};
    }
    const auto is_hills = [](const Obstacle& obstacle) {
        return std::holds_alternative<HeightField>(obstacle.shape);
    };
    if (!bodies.empty() && std::any_of(obstacles.begin(), obstacles.end(), is_hills)) {
        return Error{ErrorKind::bad_input, "rigid bodies cannot touch hills; use blocks or a ground", "obstacles"};
    }
    return std::nullopt;
}

void step(const std::vector<MovingRigidBody>& moving, const Obstacles& obstacles, const Vec3& gravity, double seconds) {
    EXPECTS(moving.size() <= rigid_bodies_max);
    BulletWorld world(gravity);
    for (const Obstacle& obstacle : obstacles) {
        if (!obstacle.carrier) {
            world.add(obstacle);
        }
    }
    std::vector<btRigidBody*> added;
    for (const MovingRigidBody& one : moving) {
        added.push_back(&world.add(*one.body, *one.state));
    }
    world.advance(seconds);
    for (std::size_t i = 0; i < moving.size(); ++i) {
        RigidState& state = *moving[i].state;
        state.frame = affine(added[i]->getWorldTransform());
        state.velocity = vec3(added[i]->getLinearVelocity());
        state.angular_velocity = vec3(added[i]->getAngularVelocity());
    }
}

void step(const std::vector<RigidBody>& bodies, const Obstacles& obstacles, const Vec3& gravity, double seconds,
          std::vector<RigidState>& states) {
    EXPECTS(bodies.size() == states.size() && !fault_in(bodies, obstacles));
    std::vector<MovingRigidBody> moving;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        moving.push_back({&bodies[i], &states[i]});
    }
    step(moving, obstacles, gravity, seconds);
}

} // namespace limber::app
