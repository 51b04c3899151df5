// SPDX-License-Identifier: MIT
#include "tests/support/surfaces.h"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace limber::testing {
namespace {

struct Soup {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> faces;
};

Soup icosahedron() {
    const double g = 0.5 * (1.0 + std::sqrt(5.0));
    Soup soup;
    soup.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                     {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    soup.faces = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                  {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                  {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    return soup;
}

int middle_of(Soup& soup, std::map<std::pair<int, int>, int>& middles, int a, int b) {
    const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(soup.vertices.size()));
    if (is_new) {
        soup.vertices.push_back(
            0.5 * (soup.vertices[static_cast<std::size_t>(a)] + soup.vertices[static_cast<std::size_t>(b)]));
    }
    return entry->second;
}

Soup cut_in_four(Soup soup) {
    std::map<std::pair<int, int>, int> middles;
    std::vector<std::array<int, 3>> faces;
    for (const auto& [a, b, c] : std::vector<std::array<int, 3>>(soup.faces)) {
        const int ab = middle_of(soup, middles, a, b);
        const int bc = middle_of(soup, middles, b, c);
        const int ca = middle_of(soup, middles, c, a);
        for (const auto& face :
             {std::array{a, ab, ca}, std::array{b, bc, ab}, std::array{c, ca, bc}, std::array{ab, bc, ca}}) {
            faces.push_back(face);
        }
    }
    soup.faces = std::move(faces);
    return soup;
}

SurfaceMesh surface_of(const Soup& soup) {
    SurfaceMesh surface;
    surface.V.resize(static_cast<Index>(soup.vertices.size()), 3);
    surface.F.resize(static_cast<Index>(soup.faces.size()), 3);
    for (std::size_t v = 0; v < soup.vertices.size(); ++v) {
        surface.V.row(static_cast<Index>(v)) = soup.vertices[v].transpose();
    }
    for (std::size_t f = 0; f < soup.faces.size(); ++f) {
        surface.F.row(static_cast<Index>(f)) << soup.faces[f][0], soup.faces[f][1], soup.faces[f][2];
    }
    return surface;
}

} // namespace

SurfaceMesh sphere_surface(int levels, const Vec3& centre, double radius) {
    Soup soup = icosahedron();
    for (int level = 0; level < levels; ++level) {
        soup = cut_in_four(std::move(soup));
    }
    for (auto& vertex : soup.vertices) {
        vertex = centre + radius * vertex.normalized();
    }
    return surface_of(soup);
}

SurfaceMesh box_surface(const Vec3& size) {
    Soup soup;
    for (int corner = 0; corner < 8; ++corner) {
        soup.vertices.emplace_back(corner & 1 ? size.x() : 0, corner & 2 ? size.y() : 0, corner & 4 ? size.z() : 0);
    }
    soup.faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return surface_of(soup);
}

SurfaceMesh fork_surface(double gap) {
    constexpr double plate = 0.3;
    constexpr double base = 0.4;
    constexpr double top = 2.4;
    constexpr double depth = 0.5;
    const double width = 2.0 * plate + gap;
    const std::vector<std::array<double, 2>> outline{
        {0, 0},        {width, 0},   {width, top}, {width - plate, top}, {width - plate, base},
        {plate, base}, {plate, top}, {0, top}};
    const int count = static_cast<int>(outline.size());
    SurfaceMesh fork{Points(2 * count, 3), Triangles(12 + 2 * count, 3)};
    for (int v = 0; v < count; ++v) {
        const auto& [x, y] = outline[static_cast<std::size_t>(v)];
        fork.V.row(v) << x, y, 0.0;
        fork.V.row(v + count) << x, y, depth;
    }
    Index row = 0;
    for (const auto& [a, b, c, d] : {std::array{0, 1, 4, 5}, std::array{1, 2, 3, 4}, std::array{0, 5, 6, 7}}) {
        fork.F.row(row++) << a, c, b;
        fork.F.row(row++) << a, d, c;
        fork.F.row(row++) << a + count, b + count, c + count;
        fork.F.row(row++) << a + count, c + count, d + count;
    }
    for (int v = 0; v < count; ++v) {
        const int next = (v + 1) % count;
        fork.F.row(row++) << v, next, next + count;
        fork.F.row(row++) << v, next + count, v + count;
    }
    return fork;
}

double enclosed_volume(const SurfaceMesh& surface) {
    double volume = 0.0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 a = surface.V.row(surface.F(f, 0));
        const Vec3 b = surface.V.row(surface.F(f, 1));
        const Vec3 c = surface.V.row(surface.F(f, 2));
        volume += a.dot(b.cross(c)) / 6.0;
    }
    return volume;
}

SurfaceMesh merged(const SurfaceMesh& first, const SurfaceMesh& second) {
    SurfaceMesh both;
    both.V.resize(first.V.rows() + second.V.rows(), 3);
    both.V << first.V, second.V;
    both.F.resize(first.F.rows() + second.F.rows(), 3);
    both.F << first.F, (second.F.array() + static_cast<int>(first.V.rows())).matrix();
    return both;
}

SurfaceMesh turned_inside_out(SurfaceMesh surface) {
    surface.F.col(1).swap(surface.F.col(2));
    return surface;
}

SurfaceMesh with_flipped_faces(SurfaceMesh surface, double share, Rng& rng) {
    for (Index f = 0; f < surface.F.rows(); ++f) {
        if (rng.uniform() < share) {
            std::swap(surface.F(f, 1), surface.F(f, 2));
        }
    }
    return surface;
}

SurfaceMesh where(const SurfaceMesh& surface, const std::function<bool(const Vec3&)>& wants) {
    SurfaceMesh part{surface.V, Triangles(surface.F.rows(), 3)};
    Index kept = 0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 middle =
            (surface.V.row(surface.F(f, 0)) + surface.V.row(surface.F(f, 1)) + surface.V.row(surface.F(f, 2))) / 3.0;
        if (wants(middle)) {
            part.F.row(kept++) = surface.F.row(f);
        }
    }
    part.F.conservativeResize(kept, 3);
    return part;
}

SurfaceMesh random_triangles(Index points, Index faces, Rng& rng) {
    SurfaceMesh surface{Points(points, 3), Triangles(faces, 3)};
    for (Index k = 0; k < surface.V.size(); ++k) {
        surface.V.data()[k] = rng.uniform();
    }
    for (Index k = 0; k < surface.F.size(); ++k) {
        surface.F.data()[k] = static_cast<int>(rng.uniform() * static_cast<double>(points));
    }
    return surface;
}

SurfaceMesh unwelded(const SurfaceMesh& surface) {
    SurfaceMesh soup{Points(3 * surface.F.rows(), 3), Triangles(surface.F.rows(), 3)};
    for (Index k = 0; k < 3 * surface.F.rows(); ++k) {
        soup.V.row(k) = surface.V.row(surface.F.data()[k]);
        soup.F.data()[k] = static_cast<int>(k);
    }
    return soup;
}

} // namespace limber::testing
