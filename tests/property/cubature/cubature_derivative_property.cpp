// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_derivative.h"

#include "engine/general_basis/general_step.h"
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/springs.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

/// How the end of a step by Newton's method answers to the rest lengths of springs, against finite differences of it.
namespace limber::testing {
namespace {

// The affine motions of the whole and vibration modes.
Matrix moving_displacements(const LivingBar& bar) {
    constexpr Index modes = 9;
    const Index n = bar.mesh.vertex_count();
    Matrix basis = Matrix::Zero(3 * n, 12 + modes);
    for (Index i = 0; i < n; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment<3>(4 * axis) = bar.mesh.X.row(i);
            basis(3 * i + axis, 4 * axis + 3) = 1.0;
        }
    }
    basis.rightCols(modes) = displacement_modes(bar.mesh, bar.material, {.count = modes}).value().D;
    return basis;
}

Cubature every_second_tet(Index tet_count) {
    Cubature cubature;
    for (int tet = 0; tet < static_cast<int>(tet_count); tet += 2) {
        cubature.tets.push_back(tet);
    }
    cubature.weights = Vector::LinSpaced(static_cast<Index>(cubature.tets.size()), 1.5, 2.5);
    return cubature;
}

/// A free block with four springs, of which two are shorter than at rest.
struct SprungBlock {
    FreeBody body;
    CubatureModel model;
    std::shared_ptr<const ContactPoints> points;
    Controls controls;
    State before;

    explicit SprungBlock(ElasticEnergy energy)
        : body(free_body(bar_mesh(2, 4, 2, Vec3(0.4, 0.8, 0.4)), {.contact_points = 24, .young = 4e4, .poisson = 0.3})),
          model(model_of(body, energy)),
          points(std::make_shared<const ContactPoints>(general_contact_points(model.body, body.points->vertices))),
          controls(body.controls()), before(general_rest(model.body, body.controls().P)) {
        controls.iterations = 300;
        const int last = static_cast<int>(body.bar.mesh.vertex_count()) - 1;
        for (const auto& [from, to, share] : {std::tuple(0, last, 1.2), std::tuple(2, last - 2, 0.8),
                                              std::tuple(5, last - 9, 1.1), std::tuple(9, 30, 0.9)}) {
            const double length = share * (body.bar.mesh.X.row(from) - body.bar.mesh.X.row(to)).norm();
            controls.springs.push_back(spring_between(point_at(from), point_at(to), 300.0, length));
        }
    }
    BodyPoint point_at(int vertex) const {
        return general_point(model.body, std::array{vertex}, std::array{1.0});
    }
    void put_on_floor(double friction, const Vec3& velocity) {
        controls = with_floor(controls, friction);
        before = general_rest(model.body, controls.P, points->count());
        const Index n = body.bar.mesh.vertex_count();
        before.Zdot = projected(model.body, lumped_mass(body.bar.mesh, body.bar.material.density),
                                AffineStack(Vector::Ones(n) * velocity.transpose()));
        before.clear_history();
        CubatureWorkspace scratch = workspace();
        for (int i = 0; i < 3; ++i) {
            ASSERT_NE(cubature_step(model, controls, {}, before, scratch).status, StepStatus::not_finite);
        }
    }
    CubatureWorkspace workspace() const {
        return CubatureWorkspace(model, 8, points->count());
    }

private:
    Controls with_floor(Controls from, double friction) const {
        from.contact.points = points;
        from.contact.obstacles =
            std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, friction, 0.0}});
        from.gravity = Vec3(0.0, -9.81, 0.0);
        return from;
    }
    static CubatureModel model_of(const FreeBody& body, ElasticEnergy energy) {
        const LivingBar& bar = body.bar;
        const GeneralModel general =
            general_model(bar.mesh, bar.material, bar.rig, {}, moving_displacements(bar), bar.clusters).value();
        return cubature_model({bar.mesh, bar.material, general, energy}, every_second_tet(bar.mesh.tet_count()));
    }
};

/// A step of a model from a state.
struct NewtonStep {
    const CubatureModel& model;
    Controls controls;
    State before;
    Index contact_points = 0;

    CubatureWorkspace workspace() const {
        return CubatureWorkspace(model, 8, contact_points);
    }
    // k numbers, row by row.
    Vector end_with(const Vector& lengths, CubatureWorkspace& workspace) const {
        Controls changed = controls;
        for (Index i = 0; i < lengths.size(); ++i) {
            changed.springs[static_cast<std::size_t>(i)].rest_length = lengths(i);
        }
        State state = before;
        EXPECT_EQ(cubature_step(model, changed, {}, state, workspace).status, StepStatus::converged);
        return state.Z.transpose().reshaped();
    }
    Vector lengths() const {
        Vector lengths(static_cast<Index>(controls.springs.size()));
        for (Index i = 0; i < lengths.size(); ++i) {
            lengths(i) = controls.springs[static_cast<std::size_t>(i)].rest_length;
        }
        return lengths;
    }
    CubatureDerivative derivative() const {
        CubatureWorkspace scratch = workspace();
        end_with(lengths(), scratch);
        CubatureDerivative derivative = cubature_derivative(scratch);
        const Index k = model.body.coordinate_count();
        EXPECT_TRUE(compute_derivative(model, controls, scratch, Matrix::Identity(k, k), derivative));
        return derivative;
    }
    // The largest error of the columns, relative to the largest one by central differences.
    double error_of(const CubatureDerivative& derivative) const {
        constexpr double change = 1e-4; // [m]
        CubatureWorkspace scratch = workspace();
        double error = 0.0;
        double size = 0.0;
        for (Index i = 0; i < lengths().size(); ++i) {
            const Vector offset = change * Vector::Unit(lengths().size(), i);
            const Vector column =
                (end_with(lengths() + offset, scratch) - end_with(lengths() - offset, scratch)) / (2.0 * change);
            error = std::max(error, (derivative.spring_response.col(i) - column).norm());
            size = std::max(size, column.norm());
        }
        return error / size;
    }
};

class CubatureDerivativeOf : public ::testing::TestWithParam<ElasticEnergy> {};

INSTANTIATE_TEST_SUITE_P(Energies, CubatureDerivativeOf,
                         ::testing::Values(ElasticEnergy::corotational, ElasticEnergy::stable_neo_hookean,
                                           ElasticEnergy::st_venant_kirchhoff),
                         [](const auto& test) {
                             std::string name = elastic_energy_names[static_cast<std::size_t>(test.param)];
                             std::erase(name, '-');
                             return name;
                         });

// Pressed together, so that points and springs have negative curvature.
TEST_P(CubatureDerivativeOf, AFlyingBodyIsThatOfFiniteDifferences) {
    SprungBlock block(GetParam());
    block.controls.damping = 0.5;
    block.controls.strain_damping = 0.01;
    Rng rng(3);
    const LivingBar& bar = block.body.bar;
    block.before.Z = projected(block.model.body, lumped_mass(bar.mesh, bar.material.density), -0.15 * bar.mesh.X) +
                     AffineStack::NullaryExpr(block.before.Z.rows(), 3, [&] { return 0.05 * rng.normal(); });
    block.before.clear_history();
    const NewtonStep step{block.model, block.controls, block.before};
    EXPECT_LT(step.error_of(step.derivative()), 1e-5);
}

TEST_P(CubatureDerivativeOf, AStickingBodyIsThatOfFiniteDifferences) {
    SprungBlock block(GetParam());
    block.put_on_floor(2.0, Vec3::Zero());
    const NewtonStep step{block.model, block.controls, block.before, block.points->count()};
    const CubatureDerivative derivative = step.derivative();
    EXPECT_GE(derivative.sticking, 2);
    EXPECT_LT(step.error_of(derivative), 1e-4);
}

TEST_P(CubatureDerivativeOf, ASlidingBodyIsThatOfFiniteDifferences) {
    SprungBlock block(GetParam());
    block.put_on_floor(0.1, Vec3(1.5, 0.0, 0.7));
    const NewtonStep step{block.model, block.controls, block.before, block.points->count()};
    const CubatureDerivative derivative = step.derivative();
    EXPECT_GE(derivative.sliding, 3);
    EXPECT_LT(step.error_of(derivative), 1e-4);
}

// With the curvature of the muscles' rotations.
TEST_P(CubatureDerivativeOf, AFlexingBodyIsThatOfFiniteDifferences) {
    LivingBar bar = living_bar(53, 3);
    const Clusters clusters = bar.clusters;
    const MuscledBar body = muscled(std::move(bar), 3, clusters);
    GeneralModel general = general_model(body.bar.mesh, body.bar.material, body.bar.rig, {},
                                         moving_displacements(body.bar), body.bar.clusters)
                               .value();
    general.actuation =
        general_actuation(body.bar.mesh, body.bar.material, general, body.clusters, body.muscle_targets()).value();
    const CubatureModel model = cubature_model({body.bar.mesh, body.bar.material, general, GetParam()},
                                               whole_cubature(body.bar.mesh.tet_count()));
    NewtonStep step{model, {}, general_rest(model.body, dancing_maps(body.bar, 1))};
    step.controls.P = dancing_maps(body.bar, 1);
    step.controls.iterations = 1000;
    step.controls.activation = lively_activation(3, 0.1);
    const std::array whole{1.0};
    const double length = (body.bar.mesh.X.row(20) - body.bar.mesh.X.row(0)).norm();
    step.controls.springs = {spring_between(general_point(model.body, std::array{0}, whole),
                                            general_point(model.body, std::array{20}, whole), 500.0, 1.2 * length)};
    EXPECT_LT(step.error_of(step.derivative()), 1e-4);
}

// The forces at both ends of a spring are opposite.
TEST(CubatureDerivative, LeavesTheCentreOfMassOfAFlyingBody) {
    const SprungBlock block(ElasticEnergy::stable_neo_hookean);
    const NewtonStep step{block.model, block.controls, block.before};
    const CubatureDerivative derivative = step.derivative();
    const Matrix response = derivative.spring_response.leftCols(4);
    const Matrix moved = block.model.body.BM1.transpose() * response;
    EXPECT_LT(moved.norm(), 1e-9 * block.model.body.BM1.norm() * response.norm());
    EXPECT_GT(response.norm(), 0.0);
}

TEST(CubatureDerivative, AllocatesNothingAfterItsFirstCall) {
    SprungBlock block(ElasticEnergy::stable_neo_hookean);
    block.put_on_floor(0.3, Vec3(1.0, 0.0, 0.0));
    CubatureWorkspace workspace = block.workspace();
    CubatureDerivative derivative = cubature_derivative(workspace);
    const Matrix A = Matrix::Identity(block.model.body.coordinate_count(), 6);
    const auto compute = [&] {
        EXPECT_NE(cubature_step(block.model, block.controls, {}, block.before, workspace).status,
                  StepStatus::not_finite);
        EXPECT_TRUE(compute_derivative(block.model, block.controls, workspace, A, derivative));
    };
    compute();
    const auto before = allocation_count();
    for (int i = 0; i < 5; ++i) {
        compute();
    }
    EXPECT_EQ(allocation_count(), before);
}

} // namespace
} // namespace limber::testing
