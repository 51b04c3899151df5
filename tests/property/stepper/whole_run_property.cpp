// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"
#include "tests/support/meshes.h"
#include "tests/support/prepared_body.h"

#include <gtest/gtest.h>

#include <algorithm>

/// The whole preparation and simulation with another order of vertices and tets, and with another unit of length.
namespace limber::testing {
namespace {

constexpr Index mode_count = 6;
constexpr Index cluster_count = 12;
constexpr int frame_count = 40;
// The preconditioner of the volume term is in single precision, and six iterations do not remove its error.
constexpr double round_off = 3e-8;

// A spring on the middle of an edge.
struct Poke {
    std::array<int, 2> vertices{40, 90};
    double stiffness = 400.0; // [N/m]
    Vec3 target = Vec3(0.5, 0.4, 0.9);
};

struct World {
    double length = 1.0; // units to the metre
    Poke poke;
};

struct Motion {
    std::vector<Points> x;      // [units of length] of some frames
    std::vector<double> energy; // [units of energy] elastic and kinetic, of those frames
};

// The rig motion of tests/support, whose maps are in metres.
AffineStack dance(const LivingBar& metres, int frame, double length) {
    AffineStack P = dancing_maps(metres, frame);
    for (Index b = 0; b < P.rows() / 4; ++b) {
        P.row(4 * b + 3) *= length;
    }
    return P;
}

Motion motion_of(const PreparedBody& body, const LivingBar& metres, const World& world) {
    const LivingBar& bar = body.bar;
    const ReducedModel model = bar.model();
    Workspace workspace(model);
    State state = rest_state(model, dance(metres, 0, world.length));
    Controls controls;
    controls.gravity = world.length * Vec3(0.5, -9.81, 1.0);
    controls.damping = 1.0;
    controls.strain_damping = 2e-3;
    controls.iterations = 6;
    controls.arithmetic = Arithmetic::double_precision;
    controls.handles = {
        {middle_of(bar, model, world.poke.vertices), world.poke.stiffness, world.length * world.poke.target}};
    Motion motion;
    for (int frame = 1; frame <= frame_count; ++frame) {
        controls.P = dance(metres, frame, world.length);
        const StepReport report = step(model, controls, state, workspace);
        EXPECT_NE(report.status, StepStatus::not_finite);
        if (frame % 10 == 0) {
            motion.x.push_back(positions(bar, model, state));
            motion.energy.push_back(report.elastic_energy + report.kinetic_energy);
        }
    }
    return motion;
}

double defect(const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

class WholeRun : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(WholeRun, DoesNotDependOnTheOrderOfVerticesAndTets) {
    const LivingBar raw = patchy_bar(GetParam());
    const PreparedBody body = with_clusters(with_modes(raw, mode_count), cluster_count);
    Rng rng(GetParam() + 100);
    const auto vertex_order = random_order(static_cast<int>(raw.mesh.vertex_count()), rng);
    const auto tet_order = random_order(static_cast<int>(raw.mesh.tet_count()), rng);
    LivingBar other = raw;
    other.mesh = reordered(renumbered(raw.mesh, vertex_order), tet_order);
    other.material = {raw.material.young(tet_order), raw.material.poisson(tet_order), raw.material.density(tet_order)};
    other.rig.W = raw.rig.W(vertex_order, Eigen::all);
    PreparedBody again = with_modes(other, mode_count);
    EXPECT_LT(defect(again.lambda, body.lambda), 1e-9);
    EXPECT_LT(defect(again.bar.leak, body.bar.leak(vertex_order)), 1e-10);
    EXPECT_LT(defect(again.bar.W, body.bar.W(vertex_order, Eigen::all)), 1e-8);

    // Seeds depend on tet indices, so the clusters are permuted as well.
    again.bar.clusters.count = body.bar.clusters.count;
    again.bar.clusters.of_tet.clear();
    for (const int t : tet_order) {
        again.bar.clusters.of_tet.push_back(body.bar.clusters.of_tet[static_cast<std::size_t>(t)]);
    }
    World world;
    const Motion motion = motion_of(body, raw, world);
    for (int& v : world.poke.vertices) {
        v = static_cast<int>(std::find(vertex_order.begin(), vertex_order.end(), v) - vertex_order.begin());
    }
    const Motion same = motion_of(again, raw, world);
    for (std::size_t i = 0; i < motion.x.size(); ++i) {
        EXPECT_LT(defect(same.x[i], Points(motion.x[i](vertex_order, Eigen::all))), round_off) << i;
        EXPECT_NEAR(same.energy[i], motion.energy[i], round_off * motion.energy[i]) << i;
    }
}

// Kilograms and seconds are unchanged: a pascal is a kg/(m s^2), a joule a kg m^2/s^2, and N/m contain no length.
TEST_P(WholeRun, DoesNotDependOnTheLengthUnit) {
    const LivingBar raw = patchy_bar(GetParam());
    const PreparedBody body = with_clusters(with_modes(raw, mode_count), cluster_count);
    const Motion motion = motion_of(body, raw, World{});
    for (const double units : {100.0, 1.0 / 1609.344}) {
        LivingBar other = raw;
        other.mesh.X *= units;
        other.material.young /= units;
        other.material.density /= units * units * units;
        const PreparedBody again = with_clusters(with_modes(other, mode_count), cluster_count);
        EXPECT_LT(defect(again.lambda, body.lambda), 1e-9) << units;
        EXPECT_LT(defect(again.bar.W, body.bar.W), 1e-8) << units;
        EXPECT_EQ(again.bar.clusters.of_tet, body.bar.clusters.of_tet) << units;
        const Motion same = motion_of(again, raw, World{units, {}});
        for (std::size_t i = 0; i < motion.x.size(); ++i) {
            EXPECT_LT(defect(same.x[i] / units, motion.x[i]), round_off) << units << " " << i;
            EXPECT_NEAR(same.energy[i] / (units * units), motion.energy[i], round_off * motion.energy[i]) << units;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Bodies, WholeRun, ::testing::Values(1u, 2u, 3u));

} // namespace
} // namespace limber::testing
