// SPDX-License-Identifier: MIT
#include "engine/mesh/topology.h"
#include "engine/rig/rig_file.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::filesystem::path scratch_of_targets(const std::string& name) {
    return std::filesystem::path(::testing::TempDir()) / ("limber_targets_" + name);
}

Rig ball_with_targets(const TetMesh& ball) {
    Rig rig = affine_handle(ball);
    Target smile{"smile", 0, Points::Zero(ball.vertex_count(), 3)};
    Target blink{"blink", 0, Points::Zero(ball.vertex_count(), 3)};
    for (Index v = 0; v < ball.vertex_count(); ++v) {
        const Vec3 X = ball.X.row(v);
        smile.d(v, 1) = std::max(0.0, X.x()) * X.x();
        blink.d(v, 2) = std::max(0.0, X.y()) / 3.0;
    }
    rig.targets = {smile, blink};
    return rig;
}

std::string fault_of_rig(const std::string& members, const TetMesh& mesh) {
    const auto read = parse_rig(R"({"format": "limber-rig", "version": 1, )" + members + "}", "rig.json", mesh);
    return read ? "read" : sentence(read.error());
}

TEST(TargetFile, RoundTripsBitForBit) {
    const TetMesh ball = ball_mesh(4);
    const Rig rig = ball_with_targets(ball);
    const auto path = scratch_of_targets("rig.json");
    ASSERT_TRUE(write_rig(rig, path));
    const auto read = read_rig(path, ball);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, IsEmpty());
    EXPECT_EQ(read.value().value.targets, rig.targets);
}

TEST(TargetFile, WithoutBonesHasOneThatCarriesTheBody) {
    const TetMesh ball = ball_mesh(3);
    const auto read =
        parse_rig(R"({"format": "limber-rig", "version": 1, "targets": [{"name": "up", "offsets": [[3, 0, 0.1, 0]]}]})",
                  "a", ball);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.skeleton.bone_count(), 1);
    EXPECT_EQ(read.value().value.targets.front().d(3, 1), 0.1);
    EXPECT_EQ(read.value().value.W, Matrix::Ones(ball.vertex_count(), 1));
}

// The surface's values on the boundary, and inside what a harmonic function has: no less and no more than these.
TEST(TargetFile, OfASurfaceAreCarriedToTheTets) {
    const TetMesh ball = ball_mesh(5);
    const std::vector<int> boundary = boundary_vertices(ball.T);
    std::string vertices;
    std::string offsets;
    for (std::size_t i = 0; i < boundary.size(); ++i) {
        const Vec3 X = ball.X.row(boundary[i]);
        const std::string comma = i == 0 ? "" : ", ";
        vertices +=
            comma + "[" + std::to_string(X.x()) + ", " + std::to_string(X.y()) + ", " + std::to_string(X.z()) + "]";
        offsets += comma + "[" + std::to_string(i) + ", " + std::to_string(0.1 * X.x() * X.y()) + ", 0, 0]";
    }
    std::string triangles;
    const Triangles faces = boundary_triangles(ball.T);
    for (Index f = 0; f < faces.rows(); ++f) {
        triangles += f == 0 ? "[" : ", [";
        for (int k = 0; k < 3; ++k) {
            const auto at = std::lower_bound(boundary.begin(), boundary.end(), faces(f, k)) - boundary.begin();
            triangles += (k == 0 ? "" : ", ") + std::to_string(at);
        }
        triangles += "]";
    }
    const auto read = parse_rig(R"({"format": "limber-rig", "version": 1, "surface": {"vertices": [)" + vertices +
                                    R"(], "triangles": [)" + triangles +
                                    R"(]}, "targets": [{"name": "twist", "offsets": [)" + offsets + "]}]}",
                                "surface.json", ball);
    ASSERT_TRUE(read) << sentence(read.error());
    const Points& d = read.value().value.targets.front().d;
    double largest = 0.0;
    for (const int v : boundary) {
        EXPECT_NEAR(d(v, 0), 0.1 * ball.X(v, 0) * ball.X(v, 1), 1e-5);
        largest = std::max(largest, std::abs(d(v, 0)));
    }
    EXPECT_LE(d.cwiseAbs().maxCoeff(), 1.01 * largest);
    EXPECT_GT(d.cwiseAbs().sum(), 1.05 * d(boundary, Eigen::all).cwiseAbs().sum());
}

TEST(TargetFile, RefusesWhatDoesNotFit) {
    const TetMesh ball = ball_mesh(3);
    EXPECT_THAT(fault_of_rig(R"("targets": [{"name": "a", "offsets": [[99999, 0, 1, 0]]}])", ball),
                HasSubstr("targets[0].offsets[0][0] names vertex 99999, but there are"));
    EXPECT_THAT(fault_of_rig(R"("targets": [{"name": "a", "offsets": [[1, 0, 1]]}])", ball),
                HasSubstr("must be a list [vertex, x, y, z]"));
    EXPECT_THAT(fault_of_rig(R"("targets": [{"name": "a", "bone": 4, "offsets": [[1, 0, 1, 0]]}])", ball),
                HasSubstr("it turns with bone 4, but there are 1"));
    const std::string one = R"({"name": "a", "offsets": [[1, 0, 1, 0]]})";
    EXPECT_THAT(fault_of_rig(R"("targets": [)" + one + ", " + one + "]", ball), HasSubstr("has the name of a target"));
    EXPECT_THAT(fault_of_rig(R"("targets": [)" + one + R"(, {"name": "b", "offsets": [[1, 0, -2, 0]]}])", ball),
                HasSubstr("target \"b\": its column of the rig depends on the others"));
}

TEST(TargetFile, AClipHasTheWeightsOfTheTargetsThatItNames) {
    const TetMesh ball = ball_mesh(3);
    const Rig rig = ball_with_targets(ball);
    const auto read = parse_clip(R"({"format": "limber-clip", "version": 1, "name": "wink", "frame_rate": 10,
        "looping": false, "targets": ["blink"], "target_weights": [[0], [1], [0.5]]})",
                                 "clip.json", rig.skeleton, rig.targets);
    ASSERT_TRUE(read) << sentence(read.error());
    const Clip& clip = read.value().value;
    EXPECT_EQ(clip.keys.size(), 3u);
    EXPECT_EQ(clip.keys[1], rest_pose(rig.skeleton));
    EXPECT_THAT(clip.target_weights[2], ElementsAre(0.0, 0.5));
    const ClipSampler sampler(clip);
    EXPECT_THAT(sampler.weights_at(0.1), ElementsAre(0.0, 1.0));
    const auto path = scratch_of_targets("clip.json");
    ASSERT_TRUE(write_clip(clip, rig.skeleton, path, rig.targets));
    const auto again = read_clip(path, rig.skeleton, rig.targets);
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.target_weights, clip.target_weights);
}

TEST(TargetFile, AClipOfOtherTargetsIsRefused) {
    const Rig rig = ball_with_targets(ball_mesh(3));
    const auto refusal = [&](const std::string& members) {
        const auto read =
            parse_clip(R"({"format": "limber-clip", "version": 1, "name": "", "frame_rate": 10, "looping": true, )" +
                           members + "}",
                       "clip.json", rig.skeleton, rig.targets);
        return read ? "read" : sentence(read.error());
    };
    EXPECT_THAT(refusal(R"("targets": ["frown"], "target_weights": [[0]])"), HasSubstr("is no target of the rig"));
    EXPECT_THAT(refusal(R"("targets": ["smile"], "target_weights": [[0, 1]])"),
                HasSubstr("must hold one weight for each of the 1 targets"));
}

} // namespace
} // namespace limber::testing
