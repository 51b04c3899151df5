// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"

#include "tests/support/allocation_count.h"
#include "tests/support/fill_with_garbage.h"
#include "tests/support/living_bar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber::testing {
namespace {

// A body with uniform Poisson's ratio, and one with varying ratio.
LivingBar bar_of_ratio(std::uint64_t seed, double poisson, bool varied) {
    LivingBar bar = living_bar(seed, 3);
    bar.material.poisson.setConstant(poisson);
    bar.material.poisson(0) = varied ? 0.1 : poisson;
    return bar;
}

// Runs a test for every combination of step settings.
template <typename Visit>
void for_every_way(const Visit& visit) {
    for (const bool varied : {false, true}) {
        for (const double poisson : {0.0, 0.45}) {
            const LivingBar bar = bar_of_ratio(1, poisson, varied);
            for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
                for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
                    Controls controls;
                    controls.integrator = integrator;
                    controls.arithmetic = arithmetic;
                    controls.strain_damping = 0.002;
                    visit(bar, controls);
                }
            }
        }
    }
}

State danced(const LivingBar& bar, const ReducedModel& model, int frames, Controls controls = {}) {
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    for (int frame = 1; frame <= frames; ++frame) {
        controls.P = dancing_maps(bar, frame);
        step(model, controls, state, workspace);
    }
    return state;
}

TEST(Step, HasTheSameBitsEveryTime) {
    for_every_way([](const LivingBar& bar, const Controls& controls) {
        const ReducedModel model = bar.model();
        EXPECT_EQ(hash_of(danced(bar, model, 20, controls)), hash_of(danced(bar, model, 20, controls)));
        EXPECT_NE(hash_of(danced(bar, model, 20, controls)), hash_of(danced(bar, model, 21, controls)));
    });
}

TEST(Step, ContinuesFromACopyOfTheStateWithTheSameBits) {
    const LivingBar bar = living_bar(1, 3);
    const ReducedModel model = bar.model();
    State half = danced(bar, model, 10);
    Workspace fresh(model);
    Controls controls;
    for (int frame = 11; frame <= 20; ++frame) {
        controls.P = dancing_maps(bar, frame);
        step(model, controls, half, fresh);
    }
    EXPECT_EQ(hash_of(half), hash_of(danced(bar, model, 20)));
}

TEST(Step, DoesNotReadDataOfEarlierStepsInTheWorkspace) {
    for_every_way([](const LivingBar& bar, Controls controls) {
        const ReducedModel model = bar.model();
        Rng rng(1);
        controls.handles = {random_handle(bar, model, rng).handle, random_handle(bar, model, rng).handle};
        std::vector<std::uint64_t> hashes;
        for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1e300, 0.0}) {
            State state = rest_state(model, dancing_maps(bar, 0));
            for (int frame = 1; frame < 4; ++frame) {
                Workspace workspace(model);
                fill_with_garbage(workspace, value);
                controls.P = dancing_maps(bar, frame);
                EXPECT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite);
            }
            hashes.push_back(hash_of(state));
        }
        EXPECT_EQ(hashes[0], hashes[1]);
        EXPECT_EQ(hashes[0], hashes[2]);
    });
}

TEST(Step, StopsEarlyOnlyWithATolerance) {
    const LivingBar bar = living_bar(7, 3);
    const ReducedModel model = bar.model();
    State state = rest_state(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    Workspace workspace(model);
    Controls controls;
    controls.P = dancing_maps(bar, 1);
    const StepReport all = step(model, controls, state, workspace);
    EXPECT_EQ(all.iterations, controls.iterations);
    EXPECT_EQ(all.status, StepStatus::iterations_used_up);
    controls.P = dancing_maps(bar, 2);
    controls.iterations = 2000;
    controls.tolerance = 1e-6;
    const StepReport enough = step(model, controls, state, workspace);
    EXPECT_EQ(enough.status, StepStatus::converged);
    EXPECT_LT(enough.iterations, 2000);
    EXPECT_LE(enough.change, 1e-6);
}

TEST(Step, LeavesNoDenormalsInASettlingBody) {
    const LivingBar bar = living_bar(8, 3);
    const ReducedModel model = bar.model();
    State state = rest_state(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    state.Z.setConstant(1e-307);
    state.Zdot.setConstant(-1e-307);
    Workspace workspace(model);
    Controls controls;
    controls.P = state.P;
    controls.damping = 100.0;
    for (int i = 0; i < 50; ++i) {
        step(model, controls, state, workspace);
        for (Index k = 0; k < state.Z.size(); ++k) {
            EXPECT_NE(std::fpclassify(state.Z.data()[k]), FP_SUBNORMAL);
            EXPECT_NE(std::fpclassify(state.Zdot.data()[k]), FP_SUBNORMAL);
        }
    }
}

TEST(Step, RejectsAHandleOfAnotherModel) {
    const LivingBar bar = living_bar(9, 3);
    const ReducedModel model = bar.model();
    const LivingBar other = living_bar(9, 4);
    Rng rng(9);
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    Controls controls;
    controls.P = state.P;
    controls.handles = {random_handle(other, other.model(), rng).handle};
    EXPECT_THROW(step(model, controls, state, workspace), std::logic_error);
}

TEST(Step, AllocatesNothing) {
    for_every_way([](const LivingBar& bar, Controls controls) {
        const ReducedModel model = bar.model();
        State state = rest_state(model, dancing_maps(bar, 0));
        Workspace workspace(model);
        Rng rng(2);
        std::vector<AffineStack> dance;
        for (int frame = 1; frame <= 20; ++frame) {
            dance.push_back(dancing_maps(bar, frame));
        }
        for (int i = 0; i < 40; ++i) {
            controls.handles.push_back(random_handle(bar, model, rng).handle);
        }
        controls.P = dance.front();
        const auto before = allocation_count();
        for (const AffineStack& P : dance) {
            controls.P = P;
            step(model, controls, state, workspace);
        }
        EXPECT_EQ(allocation_count(), before);
    });
    const auto before = allocation_count();
    const Matrix something = Matrix::Zero(3, 3);
    EXPECT_GT(allocation_count(), before) << "the count does not contain " << something.size();
}

TEST(Step, StoresOnlyValidQuasiNewtonPairs) {
    const LivingBar bar = bar_of_ratio(6, 0.45, true);
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    Controls controls;
    controls.iterations = 60;
    for (controls.memory = 1; controls.memory <= DescentMemory::pairs_max; ++controls.memory) {
        for (int frame = 1; frame < 20; ++frame) {
            controls.P = dancing_maps(bar, frame);
            step(model, controls, state, workspace);
            const DescentMemory& memory = workspace.descents.lbfgs.memory;
            ASSERT_LE(memory.count, controls.memory);
            for (int age = 0; age < memory.count; ++age) {
                const auto i =
                    static_cast<std::size_t>((memory.newest - age + DescentMemory::capacity) % DescentMemory::capacity);
                const double product = memory.move[i].cwiseProduct(memory.change[i]).sum();
                ASSERT_NEAR(product * memory.inverse_product[i], 1.0, 1e-6);
            }
        }
    }
}

TEST(Step, StaysFiniteForARigOfAnySize) {
    const LivingBar bar = living_bar(6, 3);
    const ReducedModel model = bar.model();
    for (const double scale : {1e-13, 1e-10, 1e-5, 1e5, 1e9, 1e11, 1e13}) {
        for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
            State state = rest_state(model, scale * dancing_maps(bar, 0));
            Workspace workspace(model);
            Controls controls;
            controls.arithmetic = arithmetic;
            controls.P = scale * dancing_maps(bar, 1);
            EXPECT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite) << scale;
        }
    }
}

TEST(Step, ReportsAForceThatOverflows) {
    const LivingBar bar = living_bar(6, 3);
    const ReducedModel model = bar.model();
    for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
        for (const double gravity : {1e60, 1e100, 1e300}) {
            State state = rest_state(model, dancing_maps(bar, 0));
            const auto before = hash_of(state);
            Workspace workspace(model);
            Controls controls;
            controls.arithmetic = arithmetic;
            controls.P = state.P;
            controls.gravity = Vec3(0.0, -gravity, 0.0);
            const StepReport report = step(model, controls, state, workspace);
            if (arithmetic == Arithmetic::single_precision || gravity > 1e200) {
                EXPECT_EQ(report.status, StepStatus::not_finite) << gravity;
                EXPECT_EQ(hash_of(state), before);
            } else {
                EXPECT_NE(report.status, StepStatus::not_finite) << gravity;
                EXPECT_TRUE(state.Z.allFinite() && state.Zdot.allFinite());
            }
        }
    }
}

TEST(Step, SupportsTwoVeryStiffHandlesOnOnePoint) {
    const LivingBar bar = living_bar(6, 3);
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    Rng rng(6);
    Controls controls;
    controls.P = state.P;
    Handle handle = random_handle(bar, model, rng).handle;
    for (handle.stiffness = 1e6; handle.stiffness < 1e26; handle.stiffness *= 1e3) {
        controls.handles = {handle, handle};
        EXPECT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite) << handle.stiffness;
        EXPECT_LT(state.Z.norm(), 1e3) << handle.stiffness;
    }
}

TEST(Step, KeepsTheStateOnNumericalFailure) {
    const LivingBar bar = living_bar(3, 3);
    const ReducedModel model = bar.model();
    State state = danced(bar, model, 3);
    const auto before = hash_of(state);
    Workspace workspace(model);
    Controls controls;
    controls.P = state.P;
    for (const double fill_with_garbage :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        controls.gravity = Vec3(0.0, fill_with_garbage, 0.0);
        EXPECT_EQ(step(model, controls, state, workspace).status, StepStatus::not_finite);
        EXPECT_EQ(hash_of(state), before);
    }
    controls.gravity = Vec3::Zero();
    EXPECT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite);
}

TEST(Step, RigDiscontinuityCausesNoMotion) {
    const LivingBar bar = living_bar(4, 3);
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model);
    Controls controls;
    controls.P = state.P;
    controls.P.row(3).array() += 100.0;
    controls.P.row(7).array() += 100.0;
    controls.rig_discontinuity = true;
    step(model, controls, state, workspace);
    EXPECT_EQ(state.P, controls.P);
    EXPECT_EQ(state.Pdot.cwiseAbs().maxCoeff(), 0.0);

    // A rig in steady motion continues after the jump as before.
    State carried = rest_state(model, dancing_maps(bar, 0));
    controls.P = carried.P;
    const auto advance = [&](bool rig_discontinuity) {
        for (const Index row : {3, 7}) {
            controls.P.row(row).array() += rig_discontinuity ? 50.0 : 3.0 * controls.time_step;
        }
        controls.rig_discontinuity = rig_discontinuity;
        step(model, controls, carried, workspace);
        return carried.Zdot.norm();
    };
    carried.Pdot.row(3).setConstant(3.0);
    carried.Pdot.row(7).setConstant(3.0);
    const double before = advance(false);
    advance(true);
    EXPECT_LT(advance(false), 2.0 * before + 1e-3);

    State thrown = rest_state(model, dancing_maps(bar, 0));
    controls.P = thrown.P;
    controls.P.row(3).array() += 100.0;
    controls.P.row(7).array() += 100.0;
    controls.rig_discontinuity = false;
    step(model, controls, thrown, workspace);
    EXPECT_GT(thrown.Zdot.norm(), 100.0 * state.Zdot.norm());
}

TEST(Step, PullsAPointToItsTargetUntilTheHandleIsRemoved) {
    const LivingBar bar = living_bar(5, 4);
    const ReducedModel model = bar.model();
    State state = rest_state(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    Workspace workspace(model);
    Rng rng(5);
    Controls controls;
    controls.P = state.P;
    controls.damping = 10.0;
    Handle handle = random_handle(bar, model, rng).handle;
    const auto at = [&] {
        return Vec3((handle.point.phi.transpose() * state.Z + handle.point.rig_row.transpose() * state.P).transpose());
    };
    const Vec3 rest = at();
    handle.target = rest + Vec3(0.01, 0.02, -0.01);
    handle.stiffness = 1e9;
    controls.handles = {handle};
    for (int i = 0; i < 600; ++i) {
        step(model, controls, state, workspace);
    }
    EXPECT_LT((at() - handle.target).norm(), 1e-4);
    controls.handles.clear();
    for (int i = 0; i < 3000; ++i) {
        step(model, controls, state, workspace);
    }
    EXPECT_LT((at() - rest).norm(), 1e-5);
}

TEST(Step, RejectsMoreHandlesThanTheWorkspaceHolds) {
    const LivingBar bar = living_bar(6, 3);
    const ReducedModel model = bar.model();
    State state = rest_state(model, dancing_maps(bar, 0));
    Workspace workspace(model, 1);
    Rng rng(6);
    Controls controls;
    controls.P = state.P;
    controls.handles = {random_handle(bar, model, rng).handle, random_handle(bar, model, rng).handle};
    EXPECT_THROW(step(model, controls, state, workspace), std::logic_error);
}

} // namespace
} // namespace limber::testing
