// SPDX-License-Identifier: MIT
#include "app/scenes/proposed_loads.h"

#include "app/character/character_loads.h"
#include "app/character/rig_paint.h"
#include "app/character_build/character_surroundings.h"
#include "engine/core/disjoint_sets.h"
#include "engine/loads/pockets.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <ranges>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t patches_max = 8;  // of an obstacle
constexpr double depth_of_patch = 0.05; // of the body's size: how much farther than the nearest point it reaches

std::size_t place_on(const std::vector<int>& boundary_vertices, int vertex) {
    return static_cast<std::size_t>(std::ranges::lower_bound(boundary_vertices, vertex) - boundary_vertices.begin());
}

// b x 3, in the order of the boundary's vertices: out of the body, weighted by areas.
Points normals_of(const Character& character) {
    const Points& X = character.mesh.X;
    Points normals = Points::Zero(static_cast<Index>(character.boundary_vertices.size()), 3);
    for (Index f = 0; f < character.boundary.rows(); ++f) {
        const Vec3 a = X.row(character.boundary(f, 0));
        const Vec3 b = X.row(character.boundary(f, 1));
        const Vec3 c = X.row(character.boundary(f, 2));
        for (Index corner = 0; corner < 3; ++corner) {
            const std::size_t place = place_on(character.boundary_vertices, character.boundary(f, corner));
            normals.row(static_cast<Index>(place)) += (b - a).cross(c - a).transpose();
        }
    }
    return normals;
}

/// The surface of a body at rest that is placed in the world.
class PlacedSurface {
public:
    PlacedSurface(const Character& character, const Affine& placement)
        : character_(character), normals_(normals_of(character) * placement.leftCols<3>().transpose()),
          X_((character.mesh.X(character.boundary_vertices, Eigen::all) * placement.leftCols<3>().transpose())
                 .rowwise() +
             placement.col(3).transpose()),
          size_(bounding_box(X_).diagonal()) {}

    // b, in [0, 1]: how near the parts that face the obstacle are to it; zero where it is far.
    Vector nearness(const Shape& shape) const {
        Vector distance(X_.rows()); // infinite for parts that face away
        for (Index i = 0; i < X_.rows(); ++i) {
            const Clearance gap = clearance(shape, X_.row(i));
            const bool faces = normals_.row(i).dot(gap.normal) < 0.0;
            distance(i) = faces ? gap.distance : std::numeric_limits<double>::infinity();
        }
        const double nearest = distance.minCoeff();
        if (!(nearest < size_)) {
            return Vector::Zero(X_.rows());
        }
        return (1.0 - (distance.array() - nearest) / (depth_of_patch * size_)).cwiseMax(0.0);
    }

    // The connected parts of the surface where the share is positive, those with the largest sums first, at most
    // `count`.
    std::vector<Vector> parts_of(const Vector& share, std::size_t count) const {
        DisjointSets sets(static_cast<std::size_t>(share.size()));
        for (Index f = 0; f < character_.boundary.rows(); ++f) {
            for (Index corner = 0; corner < 3; ++corner) {
                const int a = vertex_at(f, corner);
                const int b = vertex_at(f, (corner + 1) % 3);
                if (share(a) > 0.0 && share(b) > 0.0) {
                    sets.join(a, b);
                }
            }
        }
        std::map<int, double> sums; // of each root
        for (int i = 0; i < share.size(); ++i) {
            if (share(i) > 0.0) {
                sums[sets.root(i)] += share(i);
            }
        }
        std::vector<std::pair<double, int>> largest;
        for (const auto& [root, sum] : sums) {
            largest.emplace_back(sum, root);
        }
        std::ranges::stable_sort(largest, std::greater<>(), &std::pair<double, int>::first);
        std::vector<Vector> parts;
        for (const auto& [sum, root] : largest | std::views::take(count)) {
            Vector part = Vector::Zero(share.size());
            for (int i = 0; i < share.size(); ++i) {
                part(i) = share(i) > 0.0 && sets.root(i) == root ? share(i) : 0.0;
            }
            parts.push_back(std::move(part));
        }
        return parts;
    }

private:
    int vertex_at(Index triangle, Index corner) const {
        return static_cast<int>(place_on(character_.boundary_vertices, character_.boundary(triangle, corner)));
    }

    const Character& character_;
    Points normals_; // b x 3
    Points X_;       // b x 3, in the world [m]
    double size_;
};

PaintedRegion paint_of(const Vector& share) {
    PaintLevels levels;
    levels.reserve(static_cast<std::size_t>(share.size()));
    for (const double one : share) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(one, 0.0, 1.0))));
    }
    return PaintedRegion(std::move(levels));
}

} // namespace

std::vector<BodyLoad> loads_of_obstacles(const Character& character, const Obstacles& obstacles,
                                         const Affine& placement) {
    const PlacedSurface surface(character, placement);
    std::vector<BodyLoad> loads;
    for (const Obstacle& obstacle : obstacles) {
        if (!has_surface(obstacle.shape)) {
            continue;
        }
        for (const Vector& part : surface.parts_of(surface.nearness(obstacle.shape), patches_max)) {
            PaintedRegion painted = paint_of(part);
            if (!painted.is_blank()) {
                loads.push_back({{.name = "Contact", .kind = LoadKind::patch}, std::move(painted)});
            }
        }
    }
    return loads;
}

std::vector<BodyLoad> loads_of_springs(const Character& character) {
    const auto& bones = character.rig.skeleton.bones;
    Vector swung = Vector::Zero(character.rig.W.cols());
    for (const SpringBone& spring : character.springs) {
        const auto bone = std::ranges::find(bones, spring.bone, &Bone::name);
        if (bone != bones.end()) {
            swung(bone - bones.begin()) = 1.0;
        }
    }
    PaintedRegion painted;
    if (swung.size() > 0 && swung.maxCoeff() > 0.0) {
        painted = PaintedRegion(paint_of_bones(character, swung));
    }
    if (!painted.is_there() || painted.is_blank()) {
        return {};
    }
    return {{{.name = "Springs", .kind = LoadKind::field}, std::move(painted)}};
}

std::vector<BodyLoad> loads_of_pockets(const TetMesh& mesh) {
    if (pockets_of(mesh).empty()) {
        return {};
    }
    return {{{.name = "Pockets", .kind = LoadKind::pocket}}};
}

std::vector<BodyLoad> proposed_loads(LoadSource source, const Character& character, const CharacterControls& controls) {
    switch (source) {
    case LoadSource::user:
        break;
    case LoadSource::handles: {
        const auto load = load_of_handles(character.mesh.X, controls.handles);
        return load ? std::vector{*load} : std::vector<BodyLoad>();
    }
    case LoadSource::springs: {
        std::vector<BodyLoad> loads = loads_of_springs(character);
        if (const auto between_points = load_of_springs(character.mesh.X, controls.springs)) {
            loads.push_back(*between_points);
        }
        return loads;
    }
    case LoadSource::obstacles:
        return loads_of_obstacles(
            character, obstacles_around(character, character.description.contact, character.description.environment),
            controls.rig_offset);
    case LoadSource::pockets:
        return loads_of_pockets(character.mesh);
    }
    return {};
}

} // namespace limber::app
