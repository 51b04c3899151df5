// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig_file.h"
#include "tests/support/jerked_bar.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

/// The effect of the momentum leak (FCD section 8.1).
namespace limber::testing {
namespace {

struct Character {
    double drag = 0.0;           // [m] distance of the end behind the rig while the rig accelerates
    double follow_through = 0.0; // [m] distance ahead of the rig after it has stopped
    double before = 0.0;         // [m] largest distance ahead while the rig accelerates
};

Character character_of(double leak) {
    const std::vector<double> lead = JerkedBar::lead_of_the_end(leak, 0.6);
    Character seen;
    for (std::size_t i = 0; i < lead.size(); ++i) {
        const double time = (static_cast<double>(i) + 1.0) * JerkedBar::time_step;
        if (time <= 0.5 * JerkedBar::duration) {
            seen.drag = std::max(seen.drag, -lead[i]);
            seen.before = std::max(seen.before, lead[i]);
        } else if (time > JerkedBar::duration) {
            seen.follow_through = std::max(seen.follow_through, lead[i]);
        }
    }
    return seen;
}

TEST(MomentumLeak, LargerLeakGivesMoreDragAndFollowThrough) {
    const Character none = character_of(0.0);
    Character weaker = none;
    for (const double leak : {0.2, 0.5, 0.9}) {
        const Character seen = character_of(leak);
        EXPECT_GT(seen.drag, 1.1 * weaker.drag + 1e-3) << leak;
        EXPECT_GT(seen.follow_through, 1.1 * weaker.follow_through + 1e-3) << leak;
        EXPECT_LT(seen.before, 0.02 * seen.drag) << "it starts against the rig's acceleration, at " << leak;
        weaker = seen;
    }
    EXPECT_LT(none.drag, 1e-6);
    EXPECT_LT(none.follow_through, 1e-6);
}

// The largest |F| / |I| of all tets.
double worst_stretch(const TetMesh& mesh, const Points& x) {
    const auto edges = [&](const Points& points, Index t) {
        Mat3 E;
        for (int a = 0; a < 3; ++a) {
            E.col(a) = (points.row(mesh.T(t, a + 1)) - points.row(mesh.T(t, 0))).transpose();
        }
        return E;
    };
    double worst = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        worst = std::max(worst, (edges(x, t) * edges(mesh.X, t).inverse()).norm());
    }
    return worst / std::sqrt(3.0);
}

TEST(MomentumLeak, KeepsATrottingPuppyIntactForAnyAmount) {
    const std::filesystem::path assets = std::filesystem::path(LIMBER_SOURCE_DIR) / "assets";
    const TetMesh mesh = read_tet_mesh(assets / "meshes" / "puppy.msh").value().value;
    const Rig rig = read_rig(assets / "rigs" / "puppy.json", mesh).value().value;
    const Clip clip = read_clip(assets / "clips" / "puppy_trot.json", rig.skeleton).value().value;
    const ClipSampler trot(clip);
    const Material material = uniform_material({1200.0, 0.0, 1000.0}, mesh.tet_count());
    for (const double leak : {0.9, 0.999}) {
        const Vector D = momentum_leak(mesh, {.amount = leak}).value;
        const Matrix C = complementarity_columns(mesh.X, lumped_mass(mesh, material.density), D, rig.W);
        const SkinningModes modes = skinning_modes(mesh, material, C, {.count = 24}).value();
        const Clusters clusters = clusters_of(mesh, modes.W, modes.lambda, {.count = 60}).value();
        const ReducedModel model = reduced_model(mesh, material, rig, modes.W, clusters).value();
        Controls controls;
        controls.time_step = 1.0 / 120.0;
        controls.damping = 0.8;
        controls.P = skinning_maps(rig.skeleton, trot.at(0.0));
        State state = rest_state(model, controls.P);
        Workspace workspace(model);
        double worst = 0.0;
        for (int i = 1; i <= 160; ++i) {
            controls.P = skinning_maps(rig.skeleton, trot.at(i * controls.time_step));
            step(model, controls, state, workspace);
            if (i % 8 == 0) {
                worst = std::max(worst, worst_stretch(mesh, reconstructed(model, state, mesh.X, rig, modes.W)));
            }
        }
        EXPECT_LT(worst, 3.0) << leak;
    }
}

} // namespace
} // namespace limber::testing
