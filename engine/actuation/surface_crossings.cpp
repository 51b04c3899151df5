// SPDX-License-Identifier: MIT
#include "engine/actuation/surface_crossings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace limber {
namespace {

// Twice the signed area of the triangle a, b, x in the plane across the axis. The same number with another sign for b,
// a.
double signed_area(const Points& V, std::pair<int, int> edge, const Vec3& x, int axis) {
    const bool turned = edge.first > edge.second;
    const auto [a, b] = turned ? std::pair(edge.second, edge.first) : edge;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double area = (V(b, u) - V(a, u)) * (x(v) - V(a, v)) - (V(b, v) - V(a, v)) * (x(u) - V(a, u));
    return turned ? -area : area;
}

// Its sign for x shifted by (e, e^2) across the axis, with e as small as can be; 0: the edge is along the axis.
int side(const Points& V, std::pair<int, int> edge, double area, int axis) {
    const auto sign = [](double number) {
        return number > 0.0 ? 1 : number < 0.0 ? -1 : 0;
    };
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    if (area != 0.0) {
        return sign(area);
    }
    const double across = V(edge.second, v) - V(edge.first, v);
    return across != 0.0 ? -sign(across) : sign(V(edge.second, u) - V(edge.first, u));
}

std::optional<SurfaceCrossing> crossing_of(const SurfaceMesh& surface, Index face, const Vec3& x, int axis) {
    SurfaceCrossing crossing;
    double sum = 0.0;
    int sides = 0;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::pair edge(surface.F(face, static_cast<Index>((corner + 1) % 3)),
                             surface.F(face, static_cast<Index>((corner + 2) % 3)));
        const double area = signed_area(surface.V, edge, x, axis);
        sides += side(surface.V, edge, area, axis);
        sum += area;
        crossing.corners[corner] = surface.F(face, static_cast<Index>(corner));
        crossing.weights[corner] = area;
    }
    if (std::abs(sides) != 3 || sum == 0.0) {
        return std::nullopt;
    }
    for (std::size_t corner = 0; corner < 3; ++corner) {
        crossing.weights[corner] /= sum;
        crossing.at += crossing.weights[corner] * surface.V(crossing.corners[corner], axis);
    }
    return crossing;
}

} // namespace

std::vector<SurfaceCrossing> crossings_of_line(const SurfaceMesh& surface, const Vec3& x, int axis) {
    std::vector<SurfaceCrossing> crossings;
    for (Index face = 0; face < surface.F.rows(); ++face) {
        if (const auto crossing = crossing_of(surface, face, x, axis)) {
            crossings.push_back(*crossing);
        }
    }
    std::ranges::stable_sort(crossings, {}, &SurfaceCrossing::at);
    return crossings;
}

const SurfaceCrossing* first_above(const std::vector<SurfaceCrossing>& crossings, double coordinate) {
    const auto found = std::ranges::upper_bound(crossings, coordinate, {}, &SurfaceCrossing::at);
    return found == crossings.end() ? nullptr : &*found;
}

const SurfaceCrossing* last_below(const std::vector<SurfaceCrossing>& crossings, double coordinate) {
    const auto above = std::ranges::upper_bound(crossings, coordinate, {}, &SurfaceCrossing::at);
    return above == crossings.begin() ? nullptr : &*(above - 1);
}

bool is_inside(const std::vector<SurfaceCrossing>& crossings, double coordinate) {
    const auto above = std::ranges::upper_bound(crossings, coordinate, {}, &SurfaceCrossing::at);
    return (crossings.end() - above) % 2 == 1;
}

bool is_closed(const SurfaceMesh& surface) {
    std::map<std::pair<int, int>, int> uses;
    for (Index face = 0; face < surface.F.rows(); ++face) {
        for (Index corner = 0; corner < 3; ++corner) {
            const int a = surface.F(face, corner);
            const int b = surface.F(face, (corner + 1) % 3);
            ++uses[std::minmax(a, b)];
        }
    }
    return !uses.empty() && std::ranges::all_of(uses, [](const auto& use) { return use.second == 2; });
}

} // namespace limber
