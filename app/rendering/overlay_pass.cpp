// SPDX-License-Identifier: MIT
#include "app/rendering/overlay_pass.h"

#include "app/rendering/view_block.h"

#include <glad/gl.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// One instance of overlay.vert.
struct Capsule {
    glm::vec3 from;
    glm::vec3 to;
    glm::vec4 colour;
    float width;      // [pixel x pixel_scale]
    float round_ends; // 1 or 0
    float hollow;     // inner diameter of a disc, as a share
};

constexpr int ring_segments = 96; // enough that the gaps between straight segments are invisible

void append_ring(const OverlayRing& ring, std::vector<Capsule>& capsules) {
    const GroundAxes axes = ground_axes(glm::normalize(ring.normal));
    const auto at = [&](int i) {
        const float angle = 6.28318531F * static_cast<float>(i) / static_cast<float>(ring_segments);
        return ring.centre + ring.radius * (std::cos(angle) * axes.side + std::sin(angle) * axes.front);
    };
    for (int i = 0; i < ring_segments; ++i) {
        capsules.push_back({at(i), at(i + 1), ring.colour, ring.width, 0.0F, 0.0F});
    }
}

std::vector<Capsule> capsules_of(const Overlay& overlay) {
    std::vector<Capsule> capsules;
    for (const OverlayLine& line : overlay.lines) {
        capsules.push_back({line.from, line.to, line.colour, line.width, 1.0F, 0.0F});
    }
    for (const OverlayRing& ring : overlay.rings) {
        append_ring(ring, capsules);
    }
    for (const OverlayPoint& point : overlay.points) {
        capsules.push_back({point.position, point.position, point.colour, point.diameter, 1.0F, point.hollow});
    }
    return capsules;
}

} // namespace

OverlayPass::OverlayPass(ShaderProgram program)
    : program_(std::move(program)), array_(make_vertex_array()), capsules_(make_buffer()) {}

Result<OverlayPass> OverlayPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load(shader_folder, "overlay", "overlay");
    if (!program) {
        return program.error();
    }
    OverlayPass pass(std::move(program).value());
    pass.describe_capsules();
    return pass;
}

void OverlayPass::describe_capsules() const {
    constexpr std::size_t stride = sizeof(Capsule);
    add_attribute(array_, capsules_, {0, 3, stride, offsetof(Capsule, from), true});
    add_attribute(array_, capsules_, {1, 3, stride, offsetof(Capsule, to), true});
    add_attribute(array_, capsules_, {2, 4, stride, offsetof(Capsule, colour), true});
    add_attribute(array_, capsules_, {3, 3, stride, offsetof(Capsule, width), true});
    glBindVertexArray(0);
}

void OverlayPass::draw(const Overlay& overlay) const {
    const std::vector<Capsule> capsules = capsules_of(overlay);
    if (capsules.empty()) {
        return;
    }
    fill(capsules_, std::span<const Capsule>(capsules), true);
    program_.use();
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(array_.name());
    draw_vertices(Primitive::strip, 4, static_cast<int>(capsules.size()));
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glEnable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
}

} // namespace limber::app
