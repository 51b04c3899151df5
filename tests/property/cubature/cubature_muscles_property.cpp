// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"
#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/stepper/springs.h"
#include "engine/subspace/skinning_basis.h"
#include "tests/support/allocation_count.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"
#include "tests/support/objective_on_a_line.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

/// Muscles, among them those whose targets are stretches, as pneumatic pockets have, in a cubature step.
namespace limber::testing {
namespace {

// With some clusters of muscles, each with its own rotation.
MuscledBar rubber_with_muscles(std::uint64_t seed, bool is_complete) {
    LivingBar bar = is_complete ? living_bar(seed, 1, true) : living_bar(seed, 3);
    for (Index t = 0; t < bar.material.poisson.size(); ++t) {
        bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
    }
    Clusters clusters = bar.clusters;
    return muscled(std::move(bar), 3, std::move(clusters));
}

Matrix basis_of_weights(const LivingBar& bar) {
    const Matrix B = skinning_basis(bar.mesh.X, bar.W, {});
    Matrix basis = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index i = 0; i < B.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment(axis * B.cols(), B.cols()) = B.row(i);
        }
    }
    return basis;
}

GeneralModel model_with_muscles(const MuscledBar& body, const Matrix& basis, const Vector& leak) {
    const LivingBar& bar = body.bar;
    GeneralModel model = general_model(bar.mesh, bar.material, bar.rig, leak, basis, bar.clusters).value();
    model.actuation = general_actuation(bar.mesh, bar.material, model, body.clusters, body.muscle_targets()).value();
    return model;
}

CubatureModel all_tets(const MuscledBar& body, const GeneralModel& model, ElasticEnergy energy) {
    return cubature_model({body.bar.mesh, body.bar.material, model, energy}, whole_cubature(body.bar.mesh.tet_count()));
}

Controls flexing_controls(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.iterations = 1000;
    controls.young_scale = 0.8;
    controls.lambda_scale = 1.2;
    controls.muscle_stiffness_scale = 0.7;
    controls.activation = lively_activation(3, 0.1 * frame);
    return controls;
}

class CubatureMuscles : public ::testing::TestWithParam<ElasticEnergy> {};

INSTANTIATE_TEST_SUITE_P(Energies, CubatureMuscles,
                         ::testing::Values(ElasticEnergy::corotational, ElasticEnergy::stable_neo_hookean,
                                           ElasticEnergy::st_venant_kirchhoff),
                         [](const auto& test) {
                             std::string name = elastic_energy_names[static_cast<std::size_t>(test.param)];
                             std::erase(name, '-');
                             return name;
                         });

void expect_full_space_motion(const MuscledBar& body, ElasticEnergy energy) {
    const LivingBar& bar = body.bar;
    const Index size = 3 * bar.mesh.vertex_count();
    const CubatureModel model =
        all_tets(body, model_with_muscles(body, Matrix::Identity(size, size), bar.leak), energy);
    FullSpaceModel full = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
    full.muscles = full_space_muscles(bar.mesh, bar.material, body.clusters, body.muscle_targets()).value();
    CubatureWorkspace workspace(model);
    FullSpaceWorkspace full_workspace(full);
    State state = general_rest(model.body, dancing_maps(bar, 0));
    State full_state = full_space_rest(full, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 3; ++frame) {
        const Controls controls = flexing_controls(bar, frame);
        const auto expected = full_space_step(full, controls, full_state, full_workspace);
        ASSERT_TRUE(expected) << expected.error().message;
        const StepReport report = cubature_step(model, controls, {}, state, workspace);
        ASSERT_EQ(report.status, StepStatus::converged);
        const Points x = positions(model.body, state.Z, state.P);
        const Points y = positions(full, full_state.Z, full_state.P);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
        EXPECT_NEAR(report.elastic_energy, expected.value().elastic_energy,
                    1e-4 * (1.0 + std::abs(expected.value().elastic_energy)));
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
}

TEST_P(CubatureMuscles, OfACompleteBasisAndAllTetsMoveAsInFullSpace) {
    expect_full_space_motion(rubber_with_muscles(51, true), GetParam());
}

TEST_P(CubatureMuscles, OfStretchesMoveAsInFullSpace) {
    expect_full_space_motion(with_examples(rubber_with_muscles(52, true)), GetParam());
}

// The curvature brings Newton's method to the minimum in a few moves, where the quadratic part alone would crawl.
TEST_P(CubatureMuscles, TakeFewEvaluations) {
    const MuscledBar body = rubber_with_muscles(53, false);
    const CubatureModel model =
        all_tets(body, model_with_muscles(body, basis_of_weights(body.bar), body.bar.leak), GetParam());
    CubatureWorkspace workspace(model);
    State state = general_rest(model.body, dancing_maps(body.bar, 0));
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = flexing_controls(body.bar, frame);
        controls.muscle_stiffness_scale = 20.0;
        controls.iterations = 40;
        EXPECT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
    }
}

CubatureModel muscled_model(const MuscledBar& body, ElasticEnergy energy) {
    return all_tets(body, model_with_muscles(body, basis_of_weights(body.bar), {}), energy);
}

// Of a step with muscles, a handle and a spring.
ObjectiveOnALine muscled_objective(const MuscledBar& body, const CubatureModel& model) {
    ObjectiveOnALine along(model);
    Controls controls = flexing_controls(body.bar, 2);
    controls.strain_damping = 0.004;
    const std::array whole{1.0};
    controls.springs = {spring_between(general_point(model.body, std::array{0}, whole),
                                       general_point(model.body, std::array{20}, whole), 500.0, 0.1)};
    along.prepare(controls, general_rest(model.body, dancing_maps(body.bar, 1)),
                  {general_handle(model.body, std::array{7}, whole, 900.0, Vec3(0.4, 0.1, 0.3))});
    return along;
}

TEST_P(CubatureMuscles, TheGradientIsThatOfFiniteDifferences) {
    const MuscledBar body = with_examples(rubber_with_muscles(54, false));
    const CubatureModel model = muscled_model(body, GetParam());
    ObjectiveOnALine along = muscled_objective(body, model);
    constexpr double step = 1e-5;
    const double difference = (along.value_at(step) - along.value_at(-step)) / (2.0 * step);
    const double slope = along.slope_at(0.0);
    EXPECT_GT(std::abs(slope), 1e-3);
    EXPECT_NEAR(slope, difference, 1e-5 * std::abs(slope));
}

// The muscles' part alone: their quadratic form less what the rotations take from it.
TEST(MusclesOnCubature, TheirHessianIsThatOfFiniteDifferences) {
    const MuscledBar body = with_examples(rubber_with_muscles(55, false));
    const CubatureModel model = muscled_model(body, ElasticEnergy::stable_neo_hookean);
    ObjectiveOnALine along = muscled_objective(body, model);
    along.controls.springs.clear();
    prepare_objective(along.model, along.controls, {}, along.motion, along.objective);
    const auto slope_at = [&](double length) {
        along.at.Z = along.start + length * along.direction;
        evaluate(along.model.body, along.controls, along.objective.inertia, along.at);
        return along.at.gradient.cwiseProduct(along.direction).sum();
    };
    constexpr double step = 1e-5;
    const double curvature = (slope_at(step) - slope_at(-step)) / (2.0 * step);
    Matrix H = along.objective.inertia.D.asDiagonal();
    const Vector d = Eigen::Map<const Vector>(along.direction.data(), H.rows());
    const double quadratic = d.dot(H * d);
    subtract_muscle_curvature(along.model.body, along.controls, along.start, along.objective.muscles, H);
    const Matrix whole = H.selfadjointView<Eigen::Lower>();
    EXPECT_NEAR(d.dot(whole * d), curvature, 1e-5 * std::abs(curvature));
    EXPECT_GT(quadratic - curvature, 1e-3 * curvature);
}

TEST(MusclesOnCubature, OfStiffnessZeroChangeNoBit) {
    const MuscledBar body = rubber_with_muscles(56, false);
    const GeneralModel with = model_with_muscles(body, basis_of_weights(body.bar), {});
    GeneralModel without = with;
    without.actuation.reset();
    const CubatureModel model = all_tets(body, with, ElasticEnergy::stable_neo_hookean);
    const CubatureModel passive = all_tets(body, without, ElasticEnergy::stable_neo_hookean);
    CubatureWorkspace workspace(model);
    CubatureWorkspace passive_workspace(passive);
    State state = general_rest(model.body, dancing_maps(body.bar, 0));
    State passive_state = state;
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = flexing_controls(body.bar, frame);
        controls.muscle_stiffness_scale = 0.0;
        cubature_step(model, controls, {}, state, workspace);
        controls.activation = {};
        cubature_step(passive, controls, {}, passive_state, passive_workspace);
        EXPECT_EQ(hash_of(state), hash_of(passive_state)) << "frame " << frame;
    }
}

TEST(MusclesOnCubature, AStepAllocatesNothing) {
    const MuscledBar body = rubber_with_muscles(57, false);
    const CubatureModel model = all_tets(body, model_with_muscles(body, basis_of_weights(body.bar), body.bar.leak),
                                         ElasticEnergy::stable_neo_hookean);
    CubatureWorkspace workspace(model);
    State state = general_rest(model.body, dancing_maps(body.bar, 0));
    std::vector<Controls> dance;
    for (int frame = 1; frame <= 6; ++frame) {
        dance.push_back(flexing_controls(body.bar, frame));
    }
    State copy = state;
    cubature_step(model, dance.front(), {}, copy, workspace); // a BLAS allocates in its first call
    const auto before = allocation_count();
    for (const Controls& controls : dance) {
        cubature_step(model, controls, {}, state, workspace);
    }
    EXPECT_EQ(allocation_count(), before);
}

} // namespace
} // namespace limber::testing
