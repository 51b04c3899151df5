// SPDX-License-Identifier: MIT
#include "app/geometry/deformed_skin.h"

#include <cmath>
#include <cstddef>

namespace limber::app {
namespace {

using Triple = std::array<float, 3>;

Triple difference(const Triple& a, const Triple& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Triple cross(const Triple& a, const Triple& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A vertex of collapsed triangles gets the normal of skinning.vert.
void normalise(Triple& normal) {
    const float length = std::hypot(normal[0], normal[1], normal[2]);
    if (length > 0.0F) {
        for (float& entry : normal) {
            entry /= length;
        }
    } else {
        normal = {0.0F, 1.0F, 0.0F};
    }
}

} // namespace

std::vector<DeformedVertex> deformed_vertices(std::span<const float> positions,
                                              std::span<const std::uint32_t> triangles) {
    std::vector<DeformedVertex> vertices(positions.size() / 3);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        vertices[i].position = {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
    }
    for (std::size_t f = 0; f + 2 < triangles.size(); f += 3) {
        const Triple& a = vertices[triangles[f]].position;
        const Triple& b = vertices[triangles[f + 1]].position;
        const Triple& c = vertices[triangles[f + 2]].position;
        const Triple area = cross(difference(b, a), difference(c, a));
        for (std::size_t corner = 0; corner < 3; ++corner) {
            Triple& normal = vertices[triangles[f + corner]].normal;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                normal[axis] += area[axis];
            }
        }
    }
    for (DeformedVertex& vertex : vertices) {
        normalise(vertex.normal);
    }
    return vertices;
}

} // namespace limber::app
