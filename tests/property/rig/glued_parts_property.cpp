// SPDX-License-Identifier: MIT
#include "engine/rig/glued_parts.h"

#include "engine/mesh/surface_mesh_builder.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"

#include <gmock/gmock.h>

#include <array>
#include <functional>

namespace limber {
namespace {

using ::testing::HasSubstr;

constexpr double cell = 0.05;

// The welded outside of the cells of a regular grid whose middles satisfy the predicate.
SurfaceMesh surface_of_cells(const Vec3& size, const std::function<bool(const Vec3&)>& is_filled) {
    SurfaceMeshBuilder builder;
    std::vector<int> corners;
    const Eigen::Array3i counts = (size / cell).array().round().cast<int>();
    const auto filled = [&](const Eigen::Array3i& at) {
        return (at >= 0).all() && (at < counts).all() && is_filled(cell * (at.cast<double>() + 0.5).matrix());
    };
    const auto add_side = [&](const Eigen::Array3i& at, int axis, bool is_upper) {
        std::array<int, 4> quad;
        for (int k = 0; k < 4; ++k) {
            Eigen::Array3i corner = at;
            corner((axis + 1) % 3) += k == 1 || k == 2 ? 1 : 0;
            corner((axis + 2) % 3) += k >= 2 ? 1 : 0;
            corner(axis) += is_upper ? 1 : 0;
            quad[static_cast<std::size_t>(is_upper ? k : 3 - k)] = static_cast<int>(builder.vertex_count());
            const Vec3 x = cell * corner.cast<double>().matrix();
            builder.add_vertex(x.x(), x.y(), x.z());
        }
        builder.add_polygon(quad);
    };
    for (int z = 0; z < counts.z(); ++z) {
        for (int y = 0; y < counts.y(); ++y) {
            for (int x = 0; x < counts.x(); ++x) {
                const Eigen::Array3i at(x, y, z);
                for (int axis = 0; axis < 3 && filled(at); ++axis) {
                    Eigen::Array3i step = Eigen::Array3i::Zero();
                    step(axis) = 1;
                    if (!filled(at + step)) {
                        add_side(at, axis, true);
                    }
                    if (!filled(at - step)) {
                        add_side(at, axis, false);
                    }
                }
            }
        }
    }
    return welded(builder.mesh());
}

Skeleton hand() {
    Skeleton skeleton;
    for (const auto& [name, parent] : {std::pair("palm", -1), std::pair("index", 0), std::pair("ring", 0)}) {
        Bone bone;
        bone.name = name;
        bone.parent = parent;
        skeleton.bones.push_back(bone);
    }
    return skeleton;
}

// A palm up to y = 0.5 with two fingers up to y = 2, `gap` apart.
SurfaceMesh two_fingers(double gap) {
    const double width = 0.8 + gap;
    return surface_of_cells(Vec3(width, 2.0, 0.4),
                            [=](const Vec3& x) { return x.y() < 0.5 || x.x() < 0.4 || x.x() > 0.4 + gap; });
}

Matrix weights_of_fingers(const SurfaceMesh& surface, double gap) {
    Matrix W = Matrix::Zero(surface.V.rows(), 3);
    for (Index v = 0; v < W.rows(); ++v) {
        W(v, surface.V(v, 1) < 0.6 ? 0 : surface.V(v, 0) < 0.4 + 0.5 * gap ? 1 : 2) = 1.0;
    }
    return W;
}

TetMesh filled(const SurfaceMesh& surface, double edge_length) {
    MeshingOptions options;
    options.edge_length = edge_length;
    auto mesh = tetrahedralise(surface, options);
    EXPECT_TRUE(mesh) << sentence(mesh.error());
    return mesh ? std::move(mesh).value().value : TetMesh{};
}

class PartsThatTetsGlue : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }
};

TEST_F(PartsThatTetsGlue, AreTwoFingersThatAreCloserThanTheEdges) {
    const SurfaceMesh surface = two_fingers(cell);
    const TetMesh mesh = filled(surface, 0.25);
    const GluedParts parts = glued_parts(hand(), surface, weights_of_fingers(surface, cell), mesh);
    ASSERT_EQ(parts.pairs.size(), 1U);
    EXPECT_EQ(parts.pairs[0].bone, 1);
    EXPECT_EQ(parts.pairs[0].other, 2);
    EXPECT_GT(parts.pairs[0].size, 0.4);
    ASSERT_FALSE(parts.tets.empty());
    for (const int t : parts.tets) {
        EXPECT_GT(mesh.X(mesh.T.row(t), 1).maxCoeff(), 0.5) << "tet " << t << " lies in the palm";
    }
    const auto messages = messages_of(parts, hand(), "refine");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_THAT(messages[0], HasSubstr("index and ring on "));
    EXPECT_THAT(messages[0], HasSubstr("refine to keep them apart"));
}

TEST_F(PartsThatTetsGlue, AreNoneWhereTheFingersAreApartOrTheTetsFine) {
    const SurfaceMesh apart = two_fingers(0.6);
    EXPECT_TRUE(glued_parts(hand(), apart, weights_of_fingers(apart, 0.6), filled(apart, 0.2)).tets.empty());
    const SurfaceMesh close = two_fingers(0.2);
    EXPECT_TRUE(glued_parts(hand(), close, weights_of_fingers(close, 0.2), filled(close, 0.08)).tets.empty());
    EXPECT_TRUE(messages_of(GluedParts{}, hand(), "refine").empty());
}

TEST_F(PartsThatTetsGlue, AreNoneWhereBothFingersHangOnOneBone) {
    const SurfaceMesh surface = two_fingers(cell);
    Matrix W = Matrix::Zero(surface.V.rows(), 3);
    W.col(1).setOnes();
    EXPECT_TRUE(glued_parts(hand(), surface, W, filled(surface, 0.25)).tets.empty());
}

TEST_F(PartsThatTetsGlue, DependNeitherOnTheUnitNorOnTheScaleOfTheWeights) {
    const SurfaceMesh surface = two_fingers(cell);
    const TetMesh mesh = filled(surface, 0.25);
    const Matrix W = weights_of_fingers(surface, cell);
    const GluedParts metres = glued_parts(hand(), surface, W, mesh);
    const GluedParts centimetres =
        glued_parts(hand(), {100.0 * surface.V, surface.F}, 7.0 * W, {100.0 * mesh.X, mesh.T});
    EXPECT_EQ(metres.tets, centimetres.tets);
    EXPECT_NEAR(centimetres.pairs.at(0).size, 100.0 * metres.pairs.at(0).size, 1e-9);
}

// Layers on bones that are far from each other in the skeleton.
TEST_F(PartsThatTetsGlue, AreTwoLayersOfCloth) {
    const SurfaceMesh surface =
        surface_of_cells(Vec3(2, 0.35, 2), [](const Vec3& x) { return x.y() < 0.15 || x.y() > 0.2; });
    Skeleton skeleton = hand();
    skeleton.bones.push_back(skeleton.bones.back());
    skeleton.bones.back().parent = 2;
    Matrix W = Matrix::Zero(surface.V.rows(), 4);
    for (Index v = 0; v < W.rows(); ++v) {
        W(v, surface.V(v, 1) < 0.175 ? 1 : 3) = 1.0;
    }
    const TetMesh mesh = filled(surface, 0.25);
    const GluedParts parts = glued_parts(skeleton, surface, W, mesh);
    ASSERT_EQ(parts.pairs.size(), 1U);
    EXPECT_GT(parts.pairs[0].size, 2.0);
}

TEST_F(PartsThatTetsGlue, CarryNoPointOfTheOther) {
    const SurfaceMesh surface = two_fingers(cell);
    const TetMesh mesh = filled(surface, 0.25);
    const Matrix W = weights_of_fingers(surface, cell);
    const Rig of_points{hand(), W};
    Rig of_vertices{hand(), Matrix::Zero(mesh.vertex_count(), 3)};
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        of_vertices.W(v, mesh.X(v, 1) < 0.6 ? 0 : mesh.X(v, 0) < 0.4 + 0.5 * cell ? 1 : 2) = 1.0;
    }
    Embedding embedded = embedding(surface.V, mesh);
    const auto strange_weight = [&] {
        const Matrix carried = embedded.carried(of_vertices.W);
        return (W.col(1).cwiseProduct(carried.col(2)) + W.col(2).cwiseProduct(carried.col(1))).maxCoeff();
    };
    EXPECT_GT(strange_weight(), 0.1);
    carry_by_own_bones(of_points, of_vertices, embedded);
    EXPECT_EQ(strange_weight(), 0.0);
    EXPECT_LT((embedded.weights.rowwise().sum() - Vector::Ones(surface.V.rows())).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_GE(embedded.weights.minCoeff(), 0.0);
}

} // namespace
} // namespace limber
