// SPDX-License-Identifier: MIT
#include "app/geometry/skin_geometry.h"
#include "app/platform_paths/data_folder.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/render_target.h"
#include "app/rendering/skinning_pass.h"
#include "app/window/offscreen_context.h"
#include "tests/gui/drawn_bodies.h"

#include <glad/gl.h>
#include <glm/glm.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

/// Compares the skinning shader, run by the window's pass, with the same sums in double precision.
namespace limber::testing {
namespace {

using namespace limber::app;

GpuMesh sent(const DrawnMesh& mesh) {
    GpuMesh gpu = make_gpu_mesh(std::make_shared<const SkinGeometry>(skin_geometry(mesh))).value();
    send_more(gpu, std::numeric_limits<std::size_t>::max());
    return gpu;
}

class Skinning : public ::testing::Test {
protected:
    void SetUp() override {
        auto made = OffscreenContext::create();
        ASSERT_TRUE(made) << sentence(made.error());
        context_ = std::make_unique<OffscreenContext>(std::move(made).value());
    }

    std::vector<DeformedVertex> run(const DrawnMesh& mesh, const DrawnMaps& maps, glm::vec3 offset = glm::vec3(0.0F),
                                    const DrawnMesh* fading = nullptr) {
        const auto pass = SkinningPass::create(data_folder("shaders").value());
        EXPECT_TRUE(pass) << sentence(pass.error());
        RenderTarget target(1); // drawing needs a framebuffer even without rasterisation
        EXPECT_TRUE(target.resize(1, 1));
        target.bind();
        const GpuMesh gpu = sent(mesh);
        const GpuMesh old = fading ? sent(*fading) : GpuMesh{};
        const SkinnedMesh skinned = make_skinned_mesh();
        const DrawItem item{.maps = maps, .offset = offset};
        pass.value().run(gpu, fading ? &old : nullptr, {&item}, skinned);
        std::vector<DeformedVertex> vertices(static_cast<std::size_t>(mesh.vertex_count));
        glBindBuffer(GL_COPY_READ_BUFFER, skinned.vertices.buffer.name());
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(vertices.size() * sizeof(DeformedVertex)),
                           vertices.data());
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        return vertices;
    }

    std::unique_ptr<OffscreenContext> context_;
};

double largest_position_error(const std::vector<DeformedVertex>& got, const std::vector<double>& expected) {
    double error = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        error = std::max(error, std::abs(double{got[i / 3].position[i % 3]} - expected[i]));
    }
    return error;
}

glm::dvec3 point(const std::vector<double>& positions, std::uint32_t vertex) {
    return {positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]};
}

// Area-weighted, of length one.
std::vector<glm::dvec3> vertex_normals(const std::vector<double>& positions,
                                       const std::vector<std::uint32_t>& triangles) {
    std::vector<glm::dvec3> normals(positions.size() / 3, glm::dvec3(0.0));
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const glm::dvec3 corner = point(positions, triangles[i]);
        const glm::dvec3 area =
            glm::cross(point(positions, triangles[i + 1]) - corner, point(positions, triangles[i + 2]) - corner);
        for (std::size_t k = i; k < i + 3; ++k) {
            normals[triangles[k]] += area;
        }
    }
    for (glm::dvec3& normal : normals) {
        normal = glm::normalize(normal);
    }
    return normals;
}

// [degree] between the shader's normals and the area-weighted normals of the deformed triangles.
std::vector<double> normal_angles(const std::vector<DeformedVertex>& got, const std::vector<double>& positions,
                                  const std::vector<std::uint32_t>& triangles) {
    const std::vector<glm::dvec3> expected = vertex_normals(positions, triangles);
    std::vector<double> angles;
    for (std::size_t v = 0; v < got.size(); ++v) {
        const glm::dvec3 normal(got[v].normal[0], got[v].normal[1], got[v].normal[2]);
        const double cosine = glm::dot(normal, expected[v]);
        angles.push_back(std::acos(std::clamp(cosine, -1.0, 1.0)) * 57.29577951);
    }
    std::sort(angles.begin(), angles.end());
    return angles;
}

TEST_F(Skinning, MatchesTheCpuForRandomMaps) {
    for (const auto& [bones, modes] : {std::pair(1, 0), std::pair(3, 10), std::pair(20, 40), std::pair(0, 7)}) {
        const DrawnMesh mesh = torus(60, 24, bones, modes);
        const DrawnMaps maps = random_maps(mesh, 0.5, 7);
        EXPECT_LT(largest_position_error(run(mesh, maps), deformed_positions(mesh, maps)), 1e-5 * (1 + modes));
    }
}

TEST_F(Skinning, AddsTheTargetsInUse) {
    for (const int used : {0, 1, 3}) {
        const DrawnMesh mesh = torus(60, 24, 2, 5, 3);
        DrawnMaps maps = random_maps(mesh, 0.5, 8);
        std::fill(maps.targets.begin(), maps.targets.end() - 12 * used, 0.0F);
        std::fill(maps.target_weights.begin(), maps.target_weights.end() - used, 0.0F);
        EXPECT_LT(largest_position_error(run(mesh, maps), deformed_positions(mesh, maps)), 1e-5) << used;
    }
}

TEST_F(Skinning, NormalsOfTargetsMatchTheDeformedSurface) {
    const DrawnMesh mesh = torus(240, 120, 2, 0, 3);
    for (const unsigned int seed : {4U, 5U}) {
        DrawnMaps maps = random_maps(mesh, 0.6, seed);
        const DrawnMaps rest = rest_maps(mesh);
        maps.bones = rest.bones; // the targets alone
        const auto angles = normal_angles(run(mesh, maps), deformed_positions(mesh, maps), mesh.triangles);
        EXPECT_LT(angles[angles.size() / 2], 0.2) << "median";
        EXPECT_LT(angles[angles.size() * 99 / 100], 1.0) << "99th of 100";
    }
}

TEST_F(Skinning, DisplacesByTargetsThatComeFirstBeforeTheBonesMoveTheSurface) {
    for (const int used : {0, 1, 3}) {
        DrawnMesh mesh = torus(60, 24, 3, 5, 3);
        mesh.morphs_first = true;
        DrawnMaps maps = random_maps(mesh, 0.5, 8);
        std::fill(maps.target_weights.begin(), maps.target_weights.end() - used, 0.0F);
        EXPECT_LT(largest_position_error(run(mesh, maps), deformed_positions(mesh, maps)), 1e-5) << used;
    }
}

TEST_F(Skinning, NormalsOfTargetsThatComeFirstMatchTheDeformedSurface) {
    DrawnMesh mesh = torus(240, 120, 3, 0, 3);
    mesh.morphs_first = true;
    for (const unsigned int seed : {4U, 5U}) {
        const DrawnMaps maps = random_maps(mesh, 0.3, seed);
        const auto angles = normal_angles(run(mesh, maps), deformed_positions(mesh, maps), mesh.triangles);
        EXPECT_LT(angles[angles.size() / 2], 0.2) << "median";
        EXPECT_LT(angles[angles.size() * 99 / 100], 1.0) << "99th of 100";
    }
}

TEST_F(Skinning, AddsTheItemsOffset) {
    const DrawnMesh mesh = torus(12, 8, 2, 2);
    const auto here = run(mesh, rest_maps(mesh));
    const auto there = run(mesh, rest_maps(mesh), {1.0F, 2.0F, 3.0F});
    EXPECT_NEAR(there[5].position[1] - here[5].position[1], 2.0F, 1e-5F);
}

TEST_F(Skinning, AddsTheModesOfAFadingMesh) {
    const DrawnMesh mesh = torus(40, 16, 2, 3);
    const DrawnMesh old = torus(40, 16, 5, 6);
    DrawnMaps maps = random_maps(mesh, 0.3, 3);
    DrawnMaps its = random_maps(old, 0.3, 4);
    std::vector<double> expected = deformed_positions(mesh, maps);
    std::fill(its.bones.begin(), its.bones.end(), 0.0F);
    const std::vector<double> besides = deformed_positions(old, its);
    std::transform(expected.begin(), expected.end(), besides.begin(), expected.begin(), std::plus<>());
    maps.fading = its.modes;
    EXPECT_LT(largest_position_error(run(mesh, maps, glm::vec3(0.0F), &old), expected), 1e-4);
}

TEST_F(Skinning, RotatesNormalsExactlyUnderARigidMap) {
    const DrawnMesh mesh = torus(40, 16, 4, 6);
    const auto rest = run(mesh, rest_maps(mesh));
    // A quarter turn about x, then a shift: (x, y, z) -> (x, -z, y).
    const auto turned = run(mesh, one_map(mesh, {1, 0, 0, 2, 0, 0, -1, -1, 0, 1, 0, 5}));
    for (std::size_t v = 0; v < rest.size(); ++v) {
        EXPECT_NEAR(turned[v].normal[0], rest[v].normal[0], 2e-4F);
        EXPECT_NEAR(turned[v].normal[1], -rest[v].normal[2], 2e-4F);
        EXPECT_NEAR(turned[v].normal[2], rest[v].normal[1], 2e-4F);
    }
}

TEST_F(Skinning, NormalsAtRestAreTheRestNormals) {
    const DrawnMesh mesh = torus(40, 16, 4, 6);
    const auto rest = run(mesh, rest_maps(mesh));
    EXPECT_LT(normal_angles(rest, deformed_positions(mesh, rest_maps(mesh)), mesh.triangles).back(), 0.05);
}

TEST_F(Skinning, NormalsMatchTheDeformedSurface) {
    const DrawnMesh mesh = torus(120, 60, 3, 8);
    for (const unsigned int seed : {1U, 2U, 3U}) {
        const DrawnMaps maps = random_maps(mesh, 0.15, seed);
        const auto angles = normal_angles(run(mesh, maps), deformed_positions(mesh, maps), mesh.triangles);
        EXPECT_LT(angles[angles.size() / 2], 0.5) << "median";
        EXPECT_LT(angles[angles.size() * 99 / 100], 2.0) << "99th of 100";
    }
}

// Displacement modes are maps that only translate: their weights' derivatives alone turn the normals.
TEST_F(Skinning, NormalsOfDisplacementsAreWithinADegree) {
    const DrawnMesh mesh = torus(240, 120, 2, 9);
    for (const unsigned int seed : {6U, 7U, 8U}) {
        DrawnMaps maps = random_maps(mesh, 0.3, seed);
        maps.bones = rest_maps(mesh).bones;
        for (std::size_t i = 0; i < maps.modes.size(); ++i) {
            maps.modes[i] = i % 12 == 4 * (i / 12 % 3) + 3 ? maps.modes[i] : 0.0F; // along one axis each
        }
        const std::vector<double> expected = deformed_positions(mesh, maps);
        EXPECT_GT(normal_angles(run(mesh, rest_maps(mesh)), expected, mesh.triangles).back(), 10.0) << "they turn";
        const auto angles = normal_angles(run(mesh, maps), expected, mesh.triangles);
        EXPECT_LT(angles[angles.size() / 2], 0.2) << "median";
        EXPECT_LT(angles[angles.size() * 99 / 100], 1.0) << "99th of 100";
    }
}

TEST_F(Skinning, NormalsImproveOnAFinerSurface) {
    const auto worst = [this](int fineness) {
        const DrawnMesh mesh = torus(2 * fineness, fineness, 3, 8);
        const DrawnMaps maps = random_maps(mesh, 0.1, 5);
        const auto angles = normal_angles(run(mesh, maps), deformed_positions(mesh, maps), mesh.triangles);
        return angles[angles.size() * 9 / 10];
    };
    EXPECT_LT(worst(80), 0.6 * worst(30));
}

TEST_F(Skinning, SupportsMoreWeightsThanTheMinimumBufferTextureSize) {
    const DrawnMesh mesh = torus(160, 80, 4, 20); // 307200 texels; OpenGL promises 65536
    const DrawnMaps maps = random_maps(mesh, 0.2, 11);
    EXPECT_LT(largest_position_error(run(mesh, maps), deformed_positions(mesh, maps)), 2e-4);
}

} // namespace
} // namespace limber::testing
