// SPDX-License-Identifier: MIT
#include "app/view/obstacle_meshes.h"

#include "app/document/obstacle_placing.h"
#include "app/view/drawables.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace limber::app {
namespace {

constexpr int circle_points = 64; // vertices of a ball's and a capsule's circles
constexpr int plane_cells = 32;   // cells per side of a plane's checker pattern
constexpr Index hill_finest = 48; // approximate number of vertices per side of a height field's mesh
constexpr std::array<float, 3> light_tone{0.80F, 0.79F, 0.76F};
constexpr std::array<float, 3> dark_tone{0.71F, 0.71F, 0.69F};

/// Builds meshes whose vertices belong to one of one or two bones.
class Builder {
public:
    explicit Builder(int bones) {
        mesh_.bone_count = bones;
    }

    std::uint32_t vertex(const Vec3& x, int bone = 0) {
        for (Index axis = 0; axis < 3; ++axis) {
            mesh_.positions.push_back(static_cast<float>(x(axis)));
        }
        for (int b = 0; b < mesh_.bone_count; ++b) {
            mesh_.rig_weights.push_back(b == bone ? 1.0F : 0.0F);
        }
        return static_cast<std::uint32_t>(mesh_.vertex_count++);
    }

    /// Two triangles, counter-clockwise from outside.
    void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh_.triangles.insert(mesh_.triangles.end(), {a, b, c, a, c, d});
    }
    void quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        const std::uint32_t first = vertex(a);
        vertex(b);
        vertex(c);
        vertex(d);
        quad(first, first + 1, first + 2, first + 3);
    }

    /// Sets the colour of all vertices since the last call.
    void paint(bool dark) {
        const auto& tone = dark ? dark_tone : light_tone;
        while (mesh_.colours.size() < mesh_.positions.size()) {
            mesh_.colours.insert(mesh_.colours.end(), tone.begin(), tone.end());
        }
    }

    DrawnMesh finished() {
        return std::move(mesh_);
    }

private:
    DrawnMesh mesh_;
};

// Circles of latitude from the lower pole to the upper one.
struct Ring {
    double latitude = 0.0; // [rad]
    double centre = 0.0;   // its sphere's middle, along y
    int bone = 0;
};

DrawnMesh turned(int bones, const std::vector<Ring>& rings) {
    Builder builder(bones);
    for (const Ring& ring : rings) {
        for (int i = 0; i < circle_points; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / circle_points;
            const double out = std::cos(ring.latitude);
            builder.vertex({out * std::cos(angle), ring.centre + std::sin(ring.latitude), out * std::sin(angle)},
                           ring.bone);
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < rings.size(); ++ring) {
        for (std::uint32_t i = 0; i < circle_points; ++i) {
            const std::uint32_t next = (i + 1) % circle_points;
            builder.quad(ring * circle_points + i, (ring + 1) * circle_points + i, (ring + 1) * circle_points + next,
                         ring * circle_points + next);
        }
    }
    return builder.finished();
}

std::vector<Ring> half_of_rings(double from, double to, double centre = 0.0, int bone = 0) {
    constexpr int count = circle_points / 4;
    std::vector<Ring> rings;
    for (int i = 0; i <= count; ++i) {
        rings.push_back({from + (to - from) * i / count, centre, bone});
    }
    return rings;
}

constexpr double almost_pole =
    0.4999 * std::numbers::pi; // the last circle has an area, so that its normals have a direction

DrawnMesh mesh_of(const Ball&) {
    std::vector<Ring> rings = half_of_rings(-almost_pole, 0.0);
    const std::vector<Ring> upper = half_of_rings(0.0, almost_pole);
    rings.insert(rings.end(), upper.begin() + 1, upper.end());
    return turned(1, rings);
}

DrawnMesh mesh_of(const Capsule&) {
    std::vector<Ring> rings = half_of_rings(-almost_pole, 0.0, -1.0, 0);
    const std::vector<Ring> upper = half_of_rings(0.0, almost_pole, 1.0, 1);
    rings.insert(rings.end(), upper.begin(), upper.end());
    return turned(2, rings);
}

DrawnMesh mesh_of(const Box&) {
    Builder builder(1);
    for (Index axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            Vec3 out = Vec3::Zero();
            Vec3 u = Vec3::Zero();
            out(axis) = side;
            u((axis + 1) % 3) = 1.0;
            const Vec3 v = out.cross(u);
            builder.quad(out - u - v, out + u - v, out + u + v, out - u + v);
        }
    }
    return builder.finished();
}

DrawnMesh mesh_of(const HalfSpace&) {
    Builder builder(1);
    const auto at = [](int i, int j) {
        return Vec3(2.0 * i / plane_cells - 1.0, 0.0, 2.0 * j / plane_cells - 1.0);
    };
    for (int i = 0; i < plane_cells; ++i) {
        for (int j = 0; j < plane_cells; ++j) {
            builder.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
            builder.paint((i + j) % 2 == 0);
        }
    }
    return builder.finished();
}

/// The surface of a height field with grid spacing 1, with walls down to a base below its lowest height.
class HillBuilder {
public:
    explicit HillBuilder(const Matrix& heights)
        : heights_(heights), foot_(heights.minCoeff() - 0.1 * (heights.maxCoeff() - heights.minCoeff()) - 0.02) {}

    DrawnMesh built() {
        const Index rows = heights_.rows() - 1;
        const Index columns = heights_.cols() - 1;
        const Index parts = std::clamp<Index>(hill_finest / std::max(rows, columns), 1, 8);
        for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j) {
                cell(i, j, parts);
                builder_.paint((i + j) % 2 == 0);
            }
        }
        for (Index i = 0; i < rows; ++i) {
            wall(corner(i, 0), corner(i + 1, 0));
            wall(corner(i + 1, columns), corner(i, columns));
        }
        for (Index j = 0; j < columns; ++j) {
            wall(corner(0, j + 1), corner(0, j));
            wall(corner(rows, j), corner(rows, j + 1));
        }
        builder_.paint(true);
        return builder_.finished();
    }

private:
    Vec3 corner(Index i, Index j) const {
        return {static_cast<double>(i) - 0.5 * static_cast<double>(heights_.rows() - 1), heights_(i, j),
                static_cast<double>(j) - 0.5 * static_cast<double>(heights_.cols() - 1)};
    }

    // Bilinear, as in contact.
    void cell(Index i, Index j, Index parts) {
        const auto steps = static_cast<double>(parts);
        std::vector<std::uint32_t> grid;
        for (Index a = 0; a <= parts; ++a) {
            const double s = static_cast<double>(a) / steps;
            const Vec3 low = (1.0 - s) * corner(i, j) + s * corner(i + 1, j);
            const Vec3 high = (1.0 - s) * corner(i, j + 1) + s * corner(i + 1, j + 1);
            for (Index b = 0; b <= parts; ++b) {
                const double t = static_cast<double>(b) / steps;
                grid.push_back(builder_.vertex((1.0 - t) * low + t * high));
            }
        }
        const auto at = [&](Index a, Index b) {
            return grid[static_cast<std::size_t>(a * (parts + 1) + b)];
        };
        for (Index a = 0; a < parts; ++a) {
            for (Index b = 0; b < parts; ++b) {
                builder_.quad(at(a, b), at(a, b + 1), at(a + 1, b + 1), at(a + 1, b));
            }
        }
    }

    void wall(const Vec3& a, const Vec3& b) {
        builder_.quad(Vec3(a.x(), foot_, a.z()), a, b, Vec3(b.x(), foot_, b.z()));
    }

    const Matrix& heights_;
    double foot_;
    Builder builder_{1};
};

DrawnMesh mesh_of(const HeightField& hills) {
    return HillBuilder(hills.heights).built();
}

Affine stretched(const Affine& placement, const Vec3& size) {
    Affine map = placement;
    map.leftCols<3>() = placement.leftCols<3>() * size.asDiagonal();
    return map;
}

Affine placed(const Mat3& axes, const Vec3& at) {
    Affine map;
    map << axes, at;
    return map;
}

void append_maps(const Ball& ball, const PlanePatch&, DrawnMaps& maps) {
    append_map(placed(ball.radius * Mat3::Identity(), ball.centre), maps.bones);
}

void append_maps(const Capsule& capsule, const PlanePatch&, DrawnMaps& maps) {
    const Vec3 way = capsule.b - capsule.a;
    const Mat3 axes = way.norm() > 0.0 ? axes_with_y(way.normalized()) : Mat3(Mat3::Identity());
    const Vec3 up = capsule.radius * axes.col(1); // the unit capsule's ends lie at y = -1 and 1
    append_map(placed(capsule.radius * axes, capsule.a + up), maps.bones);
    append_map(placed(capsule.radius * axes, capsule.b - up), maps.bones);
}

void append_maps(const Box& block, const PlanePatch&, DrawnMaps& maps) {
    append_map(stretched(block.placement, block.half_size), maps.bones);
}

void append_maps(const HeightField& hills, const PlanePatch&, DrawnMaps& maps) {
    append_map(stretched(hills.placement, {hills.spacing, 1.0, hills.spacing}), maps.bones);
}

// The patch moves with the body by whole pairs of cells, so that the pattern stays in place.
void append_maps(const HalfSpace& half, const PlanePatch& patch, DrawnMaps& maps) {
    const Mat3 axes = axes_with_y(half.normal);
    const double pair = 4.0 * patch.reach / plane_cells;
    Vec3 way = axes.transpose() * (patch.centre - half.point);
    way.y() = 0.0;
    way = (way / pair).array().round() * pair;
    append_map(placed(patch.reach * axes, half.point + axes * way), maps.bones);
}

} // namespace

DrawnMesh obstacle_mesh(const Shape& shape) {
    return std::visit([](const auto& one) { return mesh_of(one); }, shape);
}

DrawnMaps obstacle_maps(const Shape& shape, const PlanePatch& patch) {
    DrawnMaps maps;
    std::visit([&](const auto& one) { append_maps(one, patch, maps); }, shape);
    return maps;
}

} // namespace limber::app
