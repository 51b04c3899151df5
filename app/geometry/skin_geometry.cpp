// SPDX-License-Identifier: MIT
#include "app/geometry/skin_geometry.h"

#include "engine/core/contract.h"
#include "engine/core/parallel_for.h"

#include <glm/glm.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace limber::app {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

constexpr std::size_t vertices_a_block = 2048;

glm::dvec3 point(const std::vector<float>& xyz, std::size_t i) {
    return {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
}

std::array<float, 3> to_floats(glm::dvec3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::uint32_t welded(const DrawnMesh& mesh, std::uint32_t vertex) {
    return mesh.welded.empty() ? vertex : mesh.welded[vertex];
}

// Both directions of every edge between welded vertices, each once, sorted by the first vertex.
std::vector<Edge> directed_edges(const DrawnMesh& mesh) {
    std::vector<Edge> edges;
    edges.reserve(2 * mesh.triangles.size());
    for (std::size_t f = 0; f + 2 < mesh.triangles.size(); f += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = welded(mesh, mesh.triangles[f + k]);
            const std::uint32_t b = welded(mesh, mesh.triangles[f + (k + 1) % 3]);
            edges.emplace_back(a, b);
            edges.emplace_back(b, a);
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

std::vector<glm::dvec3> normals_of_triangles(const std::vector<float>& positions,
                                             const std::vector<std::uint32_t>& triangles) {
    std::vector<glm::dvec3> normals(positions.size() / 3, glm::dvec3(0.0));
    for (std::size_t f = 0; f + 2 < triangles.size(); f += 3) {
        const glm::dvec3 a = point(positions, triangles[f]);
        const glm::dvec3 area =
            glm::cross(point(positions, triangles[f + 1]) - a, point(positions, triangles[f + 2]) - a);
        for (std::size_t k = 0; k < 3; ++k) {
            normals[triangles[f + k]] += area;
        }
    }
    for (glm::dvec3& normal : normals) {
        const double length = glm::length(normal);
        normal = length > 0.0 ? normal / length : glm::dvec3(0.0, 1.0, 0.0);
    }
    return normals;
}

std::vector<glm::dvec3> normals_of(const DrawnMesh& mesh) {
    std::vector<glm::dvec3> normals = normals_of_triangles(mesh.positions, mesh.triangles);
    for (std::size_t v = 0; v < normals.size() && !mesh.normals.empty(); ++v) {
        const double length = glm::length(point(mesh.normals, v));
        normals[v] = length > 0.0 ? point(mesh.normals, v) / length : normals[v];
    }
    return normals;
}

// Two unit tangents whose cross product is the normal.
std::pair<glm::dvec3, glm::dvec3> tangents_at(glm::dvec3 normal) {
    const glm::dvec3 axis = std::abs(normal.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    const glm::dvec3 s = glm::normalize(axis - glm::dot(axis, normal) * normal);
    return {s, glm::cross(normal, s)};
}

// The edges at one vertex in its tangent plane, and the inverse of their 2 x 2 normal matrix.
struct OneRing {
    std::vector<std::uint32_t> neighbours;
    std::vector<glm::dvec2> steps; // [m]
    glm::dmat2 inverse = glm::dmat2(0.0);
};

constexpr double flat_ratio =
    1e-12; // the ring is degenerate when the determinant is below this share of the squared trace

void invert_normal_matrix(OneRing& ring) {
    double ss = 0.0;
    double st = 0.0;
    double tt = 0.0;
    for (const glm::dvec2& step : ring.steps) {
        const double weight = 1.0 / glm::dot(step, step);
        ss += weight * step.x * step.x;
        st += weight * step.x * step.y;
        tt += weight * step.y * step.y;
    }
    const double determinant = ss * tt - st * st;
    if (determinant > flat_ratio * (ss + tt) * (ss + tt)) {
        ring.inverse = glm::dmat2(tt, -st, -st, ss) / determinant;
    }
}

// `first`: the first of the edges that leave the vertex, or where they would be.
OneRing one_ring(const DrawnMesh& mesh, const std::vector<Edge>& edges, std::size_t first, std::size_t v,
                 const SkinVertex& vertex) {
    const glm::dvec3 s(vertex.tangent_s[0], vertex.tangent_s[1], vertex.tangent_s[2]);
    const glm::dvec3 t(vertex.tangent_t[0], vertex.tangent_t[1], vertex.tangent_t[2]);
    const std::uint32_t centre = welded(mesh, static_cast<std::uint32_t>(v));
    OneRing ring;
    for (std::size_t e = first; e < edges.size() && edges[e].first == centre; ++e) {
        const glm::dvec3 step = point(mesh.positions, edges[e].second) - point(mesh.positions, centre);
        const glm::dvec2 in_plane(glm::dot(step, s), glm::dot(step, t));
        if (glm::dot(in_plane, in_plane) > 0.0) {
            ring.neighbours.push_back(edges[e].second);
            ring.steps.push_back(in_plane);
        }
    }
    invert_normal_matrix(ring);
    return ring;
}

// Column k of vertex v: weights of bones, then of modes, then the coordinates of targets.
double weight_of(const DrawnMesh& mesh, std::size_t v, std::size_t k) {
    const auto bones = static_cast<std::size_t>(mesh.bone_count);
    const auto modes = static_cast<std::size_t>(mesh.mode_count);
    const std::size_t coordinates = 3 * static_cast<std::size_t>(mesh.target_count);
    if (k < bones) {
        return static_cast<double>(mesh.rig_weights[v * bones + k]);
    }
    return k < bones + modes ? static_cast<double>(mesh.mode_weights[v * modes + (k - bones)])
                             : static_cast<double>(mesh.targets[v * coordinates + (k - bones - modes)]);
}

glm::dvec2 derivative(const DrawnMesh& mesh, const OneRing& ring, std::size_t v, std::size_t k) {
    const double here = weight_of(mesh, v, k);
    glm::dvec2 sum(0.0);
    for (std::size_t j = 0; j < ring.steps.size(); ++j) {
        const double change = weight_of(mesh, ring.neighbours[j], k) - here;
        sum += ring.steps[j] * (change / glm::dot(ring.steps[j], ring.steps[j]));
    }
    return ring.inverse * sum;
}

std::size_t as_size(int count) {
    return static_cast<std::size_t>(count);
}

void expect_sizes(const DrawnMesh& mesh) {
    EXPECTS(mesh.vertex_count >= 0 && mesh.bone_count >= 0 && mesh.mode_count >= 0);
    EXPECTS(mesh.positions.size() == 3 * as_size(mesh.vertex_count));
    EXPECTS(mesh.triangles.size() % 3 == 0);
    EXPECTS(mesh.rig_weights.size() == as_size(mesh.vertex_count) * as_size(mesh.bone_count));
    EXPECTS(mesh.mode_weights.size() == as_size(mesh.vertex_count) * as_size(mesh.mode_count));
    EXPECTS(mesh.targets.size() == 3 * as_size(mesh.vertex_count) * as_size(mesh.target_count));
    EXPECTS(mesh.colours.empty() || mesh.colours.size() == mesh.positions.size());
    EXPECTS(mesh.has_colour.empty() || mesh.has_colour.size() == as_size(mesh.vertex_count));
    EXPECTS(mesh.normals.empty() || mesh.normals.size() == mesh.positions.size());
    EXPECTS(mesh.welded.empty() || mesh.welded.size() == as_size(mesh.vertex_count));
    EXPECTS(std::all_of(mesh.triangles.begin(), mesh.triangles.end(),
                        [&mesh](std::uint32_t v) { return v < static_cast<std::uint32_t>(mesh.vertex_count); }));
}

std::vector<SkinVertex> skin_vertices(const DrawnMesh& mesh) {
    const std::vector<glm::dvec3> normals = normals_of(mesh);
    std::vector<SkinVertex> vertices(normals.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const auto [s, t] = tangents_at(normals[v]);
        vertices[v].position = to_floats(point(mesh.positions, v));
        vertices[v].tangent_s = to_floats(s);
        vertices[v].tangent_t = to_floats(t);
        if (!mesh.colours.empty()) {
            vertices[v].colour = to_floats(point(mesh.colours, v));
            vertices[v].has_colour = mesh.has_colour.empty() ? 1.0F : mesh.has_colour[v];
        }
    }
    return vertices;
}

// The weights of a vertex and their derivatives.
void write_weights(const DrawnMesh& mesh, const std::vector<Edge>& edges, std::size_t v, SkinGeometry& skin) {
    const auto columns = static_cast<std::size_t>(skin.column_count());
    for (std::size_t k = 0; k < columns; ++k) {
        skin.weights[3 * (v * columns + k)] = static_cast<float>(weight_of(mesh, v, k));
    }
    const auto first = std::ranges::lower_bound(edges, Edge(welded(mesh, static_cast<std::uint32_t>(v)), 0U));
    if (first == edges.end()) {
        return;
    }
    const OneRing ring = one_ring(mesh, edges, static_cast<std::size_t>(first - edges.begin()), v, skin.vertices[v]);
    for (std::size_t k = 0; k < columns; ++k) {
        const glm::dvec2 slope = derivative(mesh, ring, v, k);
        skin.weights[3 * (v * columns + k) + 1] = static_cast<float>(slope.x);
        skin.weights[3 * (v * columns + k) + 2] = static_cast<float>(slope.y);
    }
}

} // namespace

SkinGeometry skin_geometry(const DrawnMesh& mesh) {
    expect_sizes(mesh);
    SkinGeometry skin;
    skin.vertices = skin_vertices(mesh);
    skin.triangles = mesh.triangles;
    skin.bone_count = mesh.bone_count;
    skin.mode_count = mesh.mode_count;
    skin.target_count = mesh.target_count;
    skin.morphs_first = mesh.morphs_first;
    skin.weights.assign(3 * static_cast<std::size_t>(skin.column_count()) * skin.vertices.size(), 0.0F);
    const std::vector<Edge> edges = directed_edges(mesh);
    parallel_for(skin.vertices.size(), vertices_a_block, {}, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t v = begin; v < end; ++v) {
            write_weights(mesh, edges, v, skin);
        }
    });
    return skin;
}

} // namespace limber::app
