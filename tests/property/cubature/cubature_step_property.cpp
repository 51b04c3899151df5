// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"

#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/springs.h"
#include "engine/subspace/skinning_basis.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/allocation_count.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace limber::testing {
namespace {

constexpr std::array stepped_energies{ElasticEnergy::corotational, ElasticEnergy::arap,
                                      ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff};

// Tets of different Poisson's ratios.
LivingBar rubber(LivingBar bar) {
    for (Index t = 0; t < bar.material.poisson.size(); ++t) {
        bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
    }
    return bar;
}

// 3n x 12m: the skinning subspace as displacements.
Matrix skinned_displacements(const LivingBar& bar) {
    const Matrix B = skinning_basis(bar.mesh.X, bar.W, {});
    Matrix basis = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index i = 0; i < B.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment(axis * B.cols(), B.cols()) = B.row(i);
        }
    }
    return basis;
}

GeneralModel general_model_of(const LivingBar& bar, const Matrix& basis, const Vector& leak) {
    return general_model(bar.mesh, bar.material, bar.rig, leak, basis, bar.clusters).value();
}

CubatureModel whole_model(const LivingBar& bar, const GeneralModel& model, ElasticEnergy energy) {
    return cubature_model({bar.mesh, bar.material, model, energy}, whole_cubature(bar.mesh.tet_count()));
}

// Some tets with uneven weights.
CubatureModel sparse_model(const LivingBar& bar, const GeneralModel& model, ElasticEnergy energy) {
    Cubature cubature;
    for (int tet = 0; tet < static_cast<int>(bar.mesh.tet_count()); tet += 4) {
        cubature.tets.push_back(tet);
    }
    const auto count = static_cast<Index>(cubature.tets.size());
    cubature.weights = Vector::LinSpaced(count, 2.0, 6.0);
    return cubature_model({bar.mesh, bar.material, model, energy}, cubature);
}

Controls rubber_controls_at(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 200;
    return controls;
}

class CubatureStep : public ::testing::TestWithParam<ElasticEnergy> {};

INSTANTIATE_TEST_SUITE_P(Energies, CubatureStep, ::testing::ValuesIn(stepped_energies), [](const auto& test) {
    std::string name = elastic_energy_names[static_cast<std::size_t>(test.param)];
    std::erase(name, '-');
    return name;
});

// With all displacements and all tets the step is Newton's method of full space, constraint and forces included.
TEST_P(CubatureStep, OfACompleteBasisAndAllTetsMovesAsFullSpace) {
    const LivingBar bar = rubber(living_bar(22, 1, true));
    const Index size = 3 * bar.mesh.vertex_count();
    const CubatureModel model =
        whole_model(bar, general_model_of(bar, Matrix::Identity(size, size), bar.leak), GetParam());
    const FullSpaceModel full = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, GetParam()).value();
    CubatureWorkspace workspace(model);
    FullSpaceWorkspace full_workspace(full);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    State full_state = full_space_rest(full, dancing_maps(bar, 0));
    const std::array vertices{3, 20};
    const std::array shares{0.25, 0.75};
    const Vec3 target(0.4, 0.1, 0.3);
    const Vec3 force(20.0, -5.0, 10.0);
    const std::array whole{1.0};
    const double rest_length = 0.8 * (bar.mesh.X.row(20) - bar.mesh.X.row(0)).norm();
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = rubber_controls_at(bar, frame);
        controls.iterations = 1000;
        controls.integrator = frame < 3 ? Integrator::backward_euler : Integrator::bdf2;
        controls.strain_damping = frame % 2 == 0 ? 0.003 : 0.0;
        controls.wind = {Vec3(4.0, 0.0, -2.0), 0.5};
        controls.young_scale = 0.8;
        controls.lambda_scale = 1.2;
        controls.density_scale = 1.3;
        Controls full_controls = controls;
        full_controls.handles = {{full_space_point(full, vertices, shares), 900.0, target}};
        full_controls.forces = {{full_space_point(full, vertices, shares), force}};
        full_controls.springs = {spring_between(full_space_point(full, std::array{0}, whole),
                                                full_space_point(full, std::array{20}, whole), 500.0, rest_length)};
        controls.forces = {{general_point(model.body, vertices, shares), force}};
        controls.springs = {spring_between(general_point(model.body, std::array{0}, whole),
                                           general_point(model.body, std::array{20}, whole), 500.0, rest_length)};
        const auto expected = full_space_step(full, full_controls, full_state, full_workspace);
        ASSERT_TRUE(expected) << expected.error().message;
        const StepReport report = cubature_step(
            model, controls, {general_handle(model.body, vertices, shares, 900.0, target)}, state, workspace);
        ASSERT_EQ(report.status, StepStatus::converged);
        const Points x = positions(model.body, state.Z, state.P);
        const Points y = positions(full, full_state.Z, full_state.P);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 5e-6) << "frame " << frame;
        EXPECT_NEAR(report.elastic_energy, expected.value().elastic_energy,
                    1e-4 * (1.0 + std::abs(expected.value().elastic_energy)));
        EXPECT_NEAR(report.kinetic_energy, expected.value().kinetic_energy,
                    1e-4 * (1.0 + expected.value().kinetic_energy));
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
}

/// The elastic energy of some points at a shaken state.
struct ShakenPoints {
    ShakenPoints(const LivingBar& bar, ElasticEnergy energy)
        : model(sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), energy)),
          scratch(cubature_scratch(model)), at(iterate(model.body.coordinate_count() / 3)) {
        Rng rng(12);
        controls.young_scale = 1.5;
        controls.lambda_scale = 2.5;
        prepare_cubature(model, dancing_maps(bar, 3), scratch);
        start = shaken(Coordinates::Zero(at.Z.rows(), 3), 0.05, rng);
        direction = shaken(Coordinates::Zero(at.Z.rows(), 3), 1.0, rng);
    }
    double energy_at(double length) {
        at.Z = start + length * direction;
        at.gradient.setZero();
        return add_cubature_gradient(model, controls, scratch, at);
    }
    double slope_at(double length) {
        energy_at(length);
        return at.gradient.cwiseProduct(direction).sum();
    }

    CubatureModel model;
    CubatureScratch scratch;
    Controls controls;
    Iterate at;
    Coordinates start;
    Coordinates direction;
};

TEST_P(CubatureStep, TheGradientIsThatOfFiniteDifferences) {
    const LivingBar bar = rubber(living_bar(31, 2));
    ShakenPoints points(bar, GetParam());
    constexpr double step = 1e-6;
    const double difference = (points.energy_at(step) - points.energy_at(-step)) / (2.0 * step);
    const double slope = points.slope_at(0.0);
    EXPECT_GT(std::abs(slope), 1e-3);
    EXPECT_NEAR(slope, difference, 1e-5 * std::abs(slope));
}

// The positive semidefinite parts are at least the Hessians.
TEST_P(CubatureStep, TheHessianBoundsTheCurvatureFromAbove) {
    const LivingBar bar = rubber(living_bar(32, 2));
    ShakenPoints points(bar, GetParam());
    constexpr double step = 1e-6;
    const double curvature = (points.slope_at(step) - points.slope_at(-step)) / (2.0 * step);
    const Index k = points.model.body.coordinate_count();
    Matrix H = Matrix::Zero(k, k);
    add_cubature_hessian(points.model, points.controls, points.start, points.scratch, H);
    const Matrix whole = H.selfadjointView<Eigen::Lower>();
    const Vector d = Eigen::Map<const Vector>(points.direction.data(), k);
    const double bound = d.dot(whole * d);
    EXPECT_GT(bound, 0.0);
    EXPECT_GT(bound, curvature - 1e-5 * std::abs(bound));
}

TEST_P(CubatureStep, AtRestTheHessianOfAllTetsIsLinearElasticity) {
    LivingBar bar = rubber(living_bar(33, 2));
    if (GetParam() == ElasticEnergy::arap) {
        bar.material.poisson.setZero(); // which it ignores
    }
    const GeneralModel general = general_model_of(bar, skinned_displacements(bar), {});
    const CubatureModel model = whole_model(bar, general, GetParam());
    CubatureScratch scratch = cubature_scratch(model);
    prepare_cubature(model, rig_maps(bar.rig, rest_pose(bar.rig.skeleton)), scratch);
    const Index k = general.coordinate_count();
    Matrix H = Matrix::Zero(k, k);
    add_cubature_hessian(model, Controls{}, Coordinates::Zero(k / 3, 3), scratch, H);
    const Matrix whole = H.selfadjointView<Eigen::Lower>();
    const Matrix expected = general.B.transpose() * Matrix(rest_hessian(bar.mesh, bar.material) * general.B);
    EXPECT_LT((whole - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.cwiseAbs().maxCoeff());
}

TEST_P(CubatureStep, ABodyAtRestStaysAtRest) {
    const LivingBar bar = rubber(living_bar(34, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace workspace(model);
    Controls controls;
    controls.P = rig_maps(bar.rig, rest_pose(bar.rig.skeleton));
    State state = general_rest(model.body, controls.P);
    for (int frame = 0; frame < 20; ++frame) {
        const StepReport report = cubature_step(model, controls, {}, state, workspace);
        EXPECT_EQ(report.status, StepStatus::converged);
    }
    EXPECT_LT(state.Z.cwiseAbs().maxCoeff(), 1e-10);
}

// A spring that is as long as at rest does not resist across its direction, whatever its stiffness: with its quadratic
// part alone the step would take far more evaluations.
TEST_P(CubatureStep, AStiffSpringTakesFewEvaluations) {
    const LivingBar bar = rubber(living_bar(40, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace workspace(model);
    Controls controls;
    controls.P = rig_maps(bar.rig, rest_pose(bar.rig.skeleton));
    controls.gravity = Vec3(20.0, -30.0, 10.0);
    controls.iterations = 200;
    State state = general_rest(model.body, controls.P);
    const int last = static_cast<int>(bar.mesh.vertex_count()) - 1;
    const std::array whole{1.0};
    controls.springs = {spring_between(general_point(model.body, std::array{0}, whole),
                                       general_point(model.body, std::array{last}, whole), 1e7,
                                       (bar.mesh.X.row(last) - bar.mesh.X.row(0)).norm())};
    EXPECT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
}

// However few points there are, they pull no translation.
TEST_P(CubatureStep, AFreeBodyKeepsItsMomentum) {
    const LivingBar bar = rubber(flying_bar(35, 3));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    const Vector mass = lumped_mass(bar.mesh, bar.material.density);
    Rng rng(8);
    Controls controls;
    controls.P = rig_maps(bar.rig, rest_pose(bar.rig.skeleton));
    controls.iterations = 200;
    State state = general_rest(model.body, controls.P);
    state.Zdot = projected(model.body, mass, AffineStack(shaken(Points::Zero(mass.size(), 3), 2.0, rng)));
    const auto momentum = [&] {
        const Points v = positions(model.body, state.Zdot, AffineStack::Zero(controls.P.rows(), 3));
        return Vec3(v.transpose() * mass);
    };
    const Vec3 before = momentum();
    CubatureWorkspace workspace(model);
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_NE(cubature_step(model, controls, {}, state, workspace).status, StepStatus::not_finite);
    }
    EXPECT_GT(before.norm(), 1e-3 * mass.sum());
    EXPECT_LT((momentum() - before).norm(), 1e-9 * (before.norm() + mass.sum()));
}

TEST_P(CubatureStep, AStepDependsOnTheStateAlone) {
    const LivingBar bar = rubber(living_bar(36, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace used(model);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 6; ++frame) {
        const Controls controls = rubber_controls_at(bar, frame);
        State copy = state;
        CubatureWorkspace fresh(model);
        cubature_step(model, controls, {}, state, used);
        cubature_step(model, controls, {}, copy, fresh);
        EXPECT_EQ(hash_of(state), hash_of(copy)) << "frame " << frame;
    }
}

TEST_P(CubatureStep, AllocatesNothing) {
    const LivingBar bar = rubber(living_bar(37, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace workspace(model);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    const std::array vertex{7};
    const std::array whole{1.0};
    const std::vector<GeneralHandle> handles{general_handle(model.body, vertex, whole, 2000.0, Vec3(0.3, 0.1, 0.4))};
    std::vector<Controls> dance;
    for (int frame = 1; frame <= 8; ++frame) {
        dance.push_back(rubber_controls_at(bar, frame));
        dance.back().integrator = Integrator::bdf2;
        dance.back().springs = {spring_between(general_point(model.body, std::array{0}, whole),
                                               general_point(model.body, vertex, whole), 500.0, 0.1)};
    }
    CubatureWorkspace other(model);
    State copy = state;
    cubature_step(model, dance.front(), handles, copy, other); // a BLAS allocates in its first call
    const auto before = allocation_count();
    for (const Controls& controls : dance) {
        cubature_step(model, controls, handles, state, workspace);
    }
    EXPECT_EQ(allocation_count(), before);
}

TEST_P(CubatureStep, ANumberThatIsNotFiniteLeavesTheState) {
    const LivingBar bar = rubber(living_bar(38, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace workspace(model);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    cubature_step(model, rubber_controls_at(bar, 1), {}, state, workspace);
    const State before = state;
    Controls controls = rubber_controls_at(bar, 2);
    controls.gravity.y() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::not_finite);
    EXPECT_EQ(hash_of(state), hash_of(before));
    EXPECT_EQ(cubature_step(model, rubber_controls_at(bar, 2), {}, state, workspace).status, StepStatus::converged);
}

// A step with few evaluations is nearer to the minimum than the predicted motion, and one with many ends there.
TEST_P(CubatureStep, FewEvaluationsAreReported) {
    const LivingBar bar = rubber(living_bar(39, 2));
    const CubatureModel model = sparse_model(bar, general_model_of(bar, skinned_displacements(bar), {}), GetParam());
    CubatureWorkspace workspace(model);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    Controls controls = rubber_controls_at(bar, 1);
    controls.iterations = 1;
    const StepReport report = cubature_step(model, controls, {}, state, workspace);
    EXPECT_EQ(report.status, StepStatus::iterations_used_up);
    EXPECT_EQ(report.iterations, 1);
}

} // namespace
} // namespace limber::testing
