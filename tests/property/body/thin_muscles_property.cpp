// SPDX-License-Identifier: MIT
#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/element_muscles.h"
#include "engine/body/body_step.h"
#include "engine/body/thin_body.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/linalg/rigid_alignment.h"
#include "engine/stepper/step_derivative.h"
#include "tests/oracle/corotated_energy.h"
#include "tests/support/meshes.h"
#include "tests/support/thin_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

/// Muscles of rods and shells.
namespace limber::testing {
namespace {

constexpr RodMaterial muscular_rod{.radius = 0.02, .young = 2e4, .density = 1000.0};
constexpr ShellMaterial muscular_sheet{.thickness = 0.03, .young = 2e4, .poisson = 0.3, .density = 1000.0};

struct MuscularCase {
    std::string name;
    ElementBody elements;
    Body body;
    std::vector<int> groups;
    Matrix shapes;  // 3n x m
    Matrix targets; // 3Q x m
};

Matrix cage_displacements(const Points& X) {
    return cage_muscles(box_cage(TetMesh{X, Tets(0, 4)}, cubic_cells(X, 4)).weights);
}

MuscularCase with_cage(std::string name, ElementBody elements, Body body, bool has_one_group) {
    MuscularCase it{std::move(name), std::move(elements), std::move(body), {}, {}, {}};
    it.groups = has_one_group ? one_group(it.elements) : group_of_each(it.elements);
    it.shapes = whitened_element_shapes(it.elements, cage_displacements(it.elements.X));
    it.targets = displaced_differences(it.elements.elements, it.shapes);
    it.body.model.actuation =
        element_actuation(it.elements, it.body.rig, it.body.modes->W, it.body.model, it.groups, it.targets).value();
    return it;
}

MuscularCase muscular_rod_case(bool has_one_group) {
    const CurveMesh curve = helix(12);
    return with_cage("rod", rod_body_elements(curve, muscular_rod).value(), build_rod_body(curve, muscular_rod).value(),
                     has_one_group);
}

SurfaceMesh warped_sheet() {
    SurfaceMesh surface = sheet(4, 3, 0.1);
    for (Index v = 0; v < surface.V.rows(); ++v) {
        surface.V(v, 2) = 0.6 * surface.V(v, 0) * surface.V(v, 0) - 0.4 * surface.V(v, 0) * surface.V(v, 1);
    }
    return surface;
}

MuscularCase muscular_shell_case(bool has_one_group) {
    const SurfaceMesh surface = warped_sheet();
    return with_cage("shell", shell_body_elements(surface, muscular_sheet).value(),
                     build_shell_body(surface, muscular_sheet).value(), has_one_group);
}

std::vector<MuscularCase> muscular_cases() {
    return {muscular_rod_case(true), muscular_shell_case(true), muscular_rod_case(false), muscular_shell_case(false)};
}

Controls floating(const MuscularCase& it, const Vector& activation) {
    Controls controls = rest_controls(it.body);
    controls.gravity.setZero();
    controls.arithmetic = Arithmetic::double_precision;
    controls.iterations = 500;
    controls.tolerance = 1e-14;
    controls.activation = activation;
    controls.muscle_stiffness_scale = 0.5;
    return controls;
}

Vector some_activation(const MuscularCase& it, double size) {
    Rng rng(5);
    Vector a(it.shapes.cols());
    for (double& value : a) {
        value = size * rng.normal();
    }
    return a;
}

// sum_g sum_q w_q / 2 |d_q - R_g t_q|^2 with the best rotation of each group, as its formula.
double muscle_energy(const MuscularCase& it, const Points& x, const Vector& a) {
    const Vector t = it.targets * a;
    const auto groups = static_cast<std::size_t>(1 + *std::ranges::max_element(it.groups));
    std::vector<Mat3> F(groups, Mat3::Zero());
    double sum = 0.0;
    Index row = 0;
    for (std::size_t e = 0; e < it.elements.elements.size(); ++e) {
        const CorotatedElement& element = it.elements.elements[e];
        const Matrix d = element.D * x(element.vertices, Eigen::all);
        const Matrix d0 = element.D * it.elements.X(element.vertices, Eigen::all);
        for (Index q = 0; q < d.rows(); ++q, ++row) {
            const Vec3 target = d0.row(q).transpose() + t.segment<3>(3 * row);
            F[static_cast<std::size_t>(it.groups[e])] += element.weight(q) * d.row(q).transpose() * target.transpose();
            sum += 0.5 * element.weight(q) * (d.row(q).squaredNorm() + target.squaredNorm());
        }
    }
    for (const Mat3& one : F) {
        sum -= (nearest_rotation(one).transpose() * one).trace();
    }
    return sum;
}

// Their products are those of independent targets of the size 1.
TEST(ThinMuscles, AreIndependentAndOfOneSize) {
    for (const MuscularCase& it : {muscular_rod_case(true), muscular_shell_case(true)}) {
        const Vector sizes = sizes_of_targets(it.elements, it.targets);
        EXPECT_LT((sizes.array() - 1.0).abs().maxCoeff(), 1e-6) << it.name;
        const Matrix& Q = it.body.model.actuation->quadratic;
        const double whole = Q(0, 0);
        EXPECT_LT((Q / whole - Matrix::Identity(Q.rows(), Q.cols())).cwiseAbs().maxCoeff(), 1e-6) << it.name;
    }
}

// Shifts and turns of the whole body are no muscles.
TEST(ThinMuscles, LeaveOutShiftsAndTurns) {
    for (const MuscularCase& it : {muscular_rod_case(true), muscular_shell_case(true)}) {
        const Points& X = it.elements.X;
        Matrix affine = Matrix::Zero(X.size(), 12);
        for (Index i = 0; i < X.rows(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                affine.block<1, 3>(3 * i + axis, 4 * axis) = X.row(i);
                affine(3 * i + axis, 4 * axis + 3) = 1.0;
            }
        }
        EXPECT_EQ(whitened_element_shapes(it.elements, affine).cols(), 6) << it.name;
    }
}

// A card bends out of its plane by a cage of one layer.
TEST(ThinMuscles, BendAFlatSheet) {
    const SurfaceMesh flat = sheet(4, 3, 0.1);
    const ElementBody body = shell_body_elements(flat, muscular_sheet).value();
    const auto cells = cubic_cells(flat.V, 6);
    EXPECT_EQ(cells[2], 1);
    const Matrix D = cage_muscles(box_cage(TetMesh{flat.V, Tets(0, 4)}, cells).weights);
    ASSERT_TRUE(D.allFinite());
    const Matrix shapes = whitened_element_shapes(body, D);
    double out_of_plane = 0.0;
    for (Index i = 0; i < flat.V.rows(); ++i) {
        out_of_plane = std::max(out_of_plane, shapes.row(3 * i + 2).cwiseAbs().maxCoeff());
    }
    EXPECT_GT(out_of_plane, 0.01);
}

TEST(ThinMuscles, HaveTheEnergyOfTheirFormula) {
    for (const MuscularCase& it : muscular_cases()) {
        const Vector a = some_activation(it, 0.2);
        const Controls controls = floating(it, a);
        Rng rng(2);
        State state = rest_state(it.body, controls.P);
        state.Zdot = nearest_coordinates(it.body, shaken(Points::Zero(it.body.vertex_count(), 3), 0.5, rng), state.P);
        state.clear_history();
        BodyWorkspace workspace(it.body);
        const StepReport report = step(it.body, controls, state, workspace);
        const Points x = positions(it.body, state);
        const double passive = oracle::corotated_energy(it.elements.elements, it.elements.X, x);
        const double muscles = controls.muscle_stiffness_scale * muscle_energy(it, x, a);
        EXPECT_GT(muscles, 0.1 * passive) << it.name;
        EXPECT_NEAR(report.elastic_energy, passive + muscles, 1e-9 * it.body.model.w_sum) << it.name;
    }
}

// Inner forces move neither the centre of mass nor, once the step has converged, turn the body.
TEST(ThinMuscles, KeepMomentumInFreeFlight) {
    for (const MuscularCase& it : muscular_cases()) {
        const Controls controls = floating(it, some_activation(it, 0.2));
        State state = rest_state(it.body, controls.P);
        BodyWorkspace workspace(it.body);
        const Vec3 centre_before = it.elements.X.transpose() * it.body.mass;
        Points v_before = Points::Zero(it.body.vertex_count(), 3);
        for (int i = 0; i < 20; ++i) {
            step(it.body, controls, state, workspace);
            const Points x = positions(it.body, state);
            const Points v = displacement_rates(it.body, state.Z, state.Zdot, state.P, state.Pdot);
            const Points change = it.body.mass.asDiagonal() * (v - v_before);
            Vec3 torque = Vec3::Zero();
            double levers = 0.0;
            for (Index k = 0; k < x.rows(); ++k) {
                torque += Vec3(x.row(k).transpose()).cross(Vec3(change.row(k).transpose()));
                levers += x.row(k).norm() * change.row(k).norm();
            }
            EXPECT_LT(torque.norm(), 1e-4 * levers + 1e-12) << it.name << " " << i;
            v_before = v;
        }
        EXPECT_GT((positions(it.body, state) - it.elements.X).cwiseAbs().maxCoeff(), 1e-3) << it.name << " moves";
        const Vec3 centre = positions(it.body, state).transpose() * it.body.mass;
        EXPECT_LT((centre - centre_before).norm(), 1e-10) << it.name;
    }
}

// Strong muscles of one group take the body to their target, at most turned and moved.
TEST(ThinMuscles, OfOneGroupTakeTheBodyToTheirTarget) {
    for (const MuscularCase& it : {muscular_rod_case(true), muscular_shell_case(true)}) {
        const Vector a = some_activation(it, 0.05);
        Controls controls = floating(it, a);
        controls.muscle_stiffness_scale = 100.0;
        controls.damping = 20.0;
        State state = rest_state(it.body, controls.P);
        BodyWorkspace workspace(it.body);
        for (int i = 0; i < 200; ++i) {
            step(it.body, controls, state, workspace);
        }
        const Vector d = it.shapes * a;
        const Points target = it.elements.X + Points(Eigen::Map<const Points>(d.data(), it.elements.X.rows(), 3));
        const Points x = positions(it.body, state);
        const Affine placement = rigid_alignment(x, target, it.body.mass);
        const Points placed = (x * placement.leftCols<3>().transpose()).rowwise() + placement.col(3).transpose();
        const double moved = (target - it.elements.X).norm();
        EXPECT_LT((placed - target).norm(), 0.05 * moved) << it.name;
    }
}

// A group without elements has no weight to divide by.
TEST(ThinMuscles, RefuseGroupsWithGapsAndTargetsThatAreNotFinite) {
    const MuscularCase it = muscular_shell_case(true);
    const auto made = [&](const std::vector<int>& groups, const Matrix& targets) {
        const Matrix& W = it.body.modes->W;
        return static_cast<bool>(element_actuation(it.elements, it.body.rig, W, it.body.model, groups, targets));
    };
    EXPECT_TRUE(made(it.groups, it.targets));
    for (const int wrong : {-1, 2}) {
        std::vector<int> groups = it.groups;
        groups.back() = wrong;
        EXPECT_FALSE(made(groups, it.targets)) << wrong;
    }
    Matrix targets = it.targets;
    targets(1, 0) = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(made(it.groups, targets));
    EXPECT_FALSE(made(it.groups, it.targets.topRows(3)));
}

// An example that is only turned and moved changes no difference.
TEST(ThinMuscles, OfExamplesDoNotDependOnTheirPlace) {
    for (const MuscularCase& it : {muscular_shell_case(true), muscular_shell_case(false)}) {
        Rng rng(7);
        Affine turn;
        turn.leftCols<3>() = random_rotation(rng);
        turn.col(3) = random_vector(rng);
        const Points bent = shaken(it.elements.X, 0.02, rng);
        const Matrix targets = example_differences(it.elements, it.groups,
                                                   {bent, transformed(bent, turn), transformed(it.elements.X, turn)});
        const double size = targets.col(0).norm();
        EXPECT_GT(size, 0.0);
        EXPECT_LT((targets.col(1) - targets.col(0)).norm(), 1e-9 * size);
        EXPECT_LT(targets.col(2).norm(), 1e-9 * size);
    }
}

AffineStack end_with(const MuscularCase& it, const State& start, const Vector& a, BodyWorkspace& workspace) {
    State state = start;
    step(it.body, floating(it, a), state, workspace);
    return state.Z;
}

TEST(ThinMuscles, MoveAStepByItsDerivative) {
    for (const MuscularCase& it : {muscular_rod_case(true), muscular_shell_case(true), muscular_shell_case(false)}) {
        constexpr double change = 1e-4;
        const Vector a = some_activation(it, 0.1);
        State start = rest_state(it.body, rest_controls(it.body).P);
        Rng rng(3);
        start.Zdot = nearest_coordinates(it.body, shaken(Points::Zero(it.body.vertex_count(), 3), 0.3, rng), start.P);
        start.clear_history();
        Workspace workspace(it.body.model);
        State state = start;
        const Controls controls = floating(it, a);
        step(it.body.model, controls, state, workspace);
        const StepDerivative derivative(it.body.model);
        StepDerivative::Result result = derivative.result(workspace);
        const Index unknowns = 3 * it.body.model.coordinate_count();
        ASSERT_TRUE(derivative.compute(controls, workspace, Matrix::Identity(unknowns, unknowns), result)) << it.name;
        BodyWorkspace of_body(it.body);
        double error = 0.0;
        double size = 0.0;
        for (Index v = 0; v < a.size(); ++v) {
            const Vector offset = change * Vector::Unit(a.size(), v);
            const AffineStack difference =
                (end_with(it, start, a + offset, of_body) - end_with(it, start, a - offset, of_body)) / (2.0 * change);
            const Eigen::Map<const Vector> column(difference.data(), difference.size());
            error = std::max(error, (result.response.col(v) - column).norm());
            size = std::max(size, column.norm());
        }
        EXPECT_LT(error, 1e-4 * size) << it.name;
    }
}

} // namespace
} // namespace limber::testing
