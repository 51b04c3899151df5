#include "engine/clusters/clusters.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

/// From the mesh to the moving body, in other words: with its vertices and tets in another order, and in another unit
/// of length. The whole preparation is run anew in each.
namespace limber::testing {
namespace {

constexpr Index mode_count = 6;
constexpr Index cluster_count = 12;
constexpr int frame_count = 40;
// The preconditioner of the volume term is in single precision, and six iterations do not quite forget it.
constexpr double round_off = 3e-8;

struct Body {
    LivingBar bar;
    Vector lambda; // m [1/s^2]
};

// Mesh, material and rig.
LivingBar raw_bar(std::uint64_t seed) {
    Rng rng(seed);
    LivingBar bar = living_bar(seed, 1);
    bar.mesh = bar_mesh(3, 3, 8, Vec3(0.4, 0.4, 1.0));
    bar.mesh.X = shaken(bar.mesh.X, 0.01, rng);
    bar.material = uniform_material({}, bar.mesh.tet_count());
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        bar.material.young(t) = rng.uniform(5e4, 5e5);
        bar.material.poisson(t) = rng.uniform(0.0, 0.4);
        bar.material.density(t) = rng.uniform(500.0, 1500.0);
    }
    bar.rig.W.resize(bar.mesh.vertex_count(), 2);
    for (Index i = 0; i < bar.mesh.vertex_count(); ++i) {
        const double upper = std::clamp(2.0 * bar.mesh.X(i, 2) - 0.5, 0.0, 1.0);
        bar.rig.W.row(i) << 1.0 - upper, upper;
    }
    return bar;
}

Body with_modes(LivingBar bar) {
    bar.leak = momentum_leak(bar.mesh, {}).value;
    bar.C = complementarity_columns(bar.mesh.X, lumped_mass(bar.mesh, bar.material.density), bar.leak, bar.rig.W);
    const SkinningModes modes =
        skinning_modes(bar.mesh, bar.material, bar.C, {.count = mode_count, .tolerance = 1e-12}).value();
    bar.W = modes.W;
    return {std::move(bar), modes.lambda};
}

Body with_clusters(Body body) {
    const ClusterOptions options{.count = cluster_count, .tets_min = 4, .threads = {1}};
    body.bar.clusters = clusters_of(body.bar.mesh, body.bar.W, body.lambda, options).value();
    return body;
}

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

// The dance of tests/support, whose maps are in metres.
AffineStack dance(const LivingBar& metres, int frame, double length) {
    AffineStack P = dancing_maps(metres, frame);
    for (Index b = 0; b < P.rows() / 4; ++b) {
        P.row(4 * b + 3) *= length;
    }
    return P;
}

Motion motion_of(const Body& body, const LivingBar& metres, const World& world) {
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
    const std::array<double, 2> halves{0.5, 0.5};
    controls.handles = {{body_point(model, bar.mesh.X, bar.rig, bar.W, world.poke.vertices, halves),
                         world.poke.stiffness, world.length * world.poke.target}};
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
    const LivingBar raw = raw_bar(GetParam());
    const Body body = with_clusters(with_modes(raw));
    Rng rng(GetParam() + 100);
    const auto vertex_order = random_order(static_cast<int>(raw.mesh.vertex_count()), rng);
    const auto tet_order = random_order(static_cast<int>(raw.mesh.tet_count()), rng);
    LivingBar other = raw;
    other.mesh = reordered(renumbered(raw.mesh, vertex_order), tet_order);
    other.material = {raw.material.young(tet_order), raw.material.poisson(tet_order), raw.material.density(tet_order)};
    other.rig.W = raw.rig.W(vertex_order, Eigen::all);
    Body again = with_modes(other);
    EXPECT_LT(defect(again.lambda, body.lambda), 1e-9);
    EXPECT_LT(defect(again.bar.leak, body.bar.leak(vertex_order)), 1e-10);
    EXPECT_LT(defect(again.bar.W, body.bar.W(vertex_order, Eigen::all)), 1e-8);

    // Seeds are drawn by the number of a tet, so the clusters go along.
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

// Kilograms and seconds stay: a pascal is a kg/(m s^2), a joule a kg m^2/s^2, and N/m have no length in them.
TEST_P(WholeRun, IsTheSameInCentimetresAndInMiles) {
    const LivingBar raw = raw_bar(GetParam());
    const Body body = with_clusters(with_modes(raw));
    const Motion motion = motion_of(body, raw, World{});
    for (const double units : {100.0, 1.0 / 1609.344}) {
        LivingBar other = raw;
        other.mesh.X *= units;
        other.material.young /= units;
        other.material.density /= units * units * units;
        const Body again = with_clusters(with_modes(other));
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
