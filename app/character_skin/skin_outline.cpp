// SPDX-License-Identifier: MIT
#include "app/character_skin/skin_outline.h"

#include "app/character_files/file_surface.h"
#include "app/character_skin/standing_height.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t vertices_about = 500;
constexpr std::size_t keys_about = 40;
constexpr double low_share = 0.03;       // of the height at rest
constexpr double travelling_share = 2.2; // a clip with an extent above this share of a pose's size counts as travelling

// About that many of some vertices.
std::vector<int> some_of(const std::vector<int>& vertices, std::size_t about) {
    std::vector<int> some;
    for (std::size_t i = 0; i < vertices.size(); i += 1 + vertices.size() / about) {
        some.push_back(vertices[i]);
    }
    return some;
}

// The vertices near the lowest one at rest: the soles of what stands.
std::vector<int> low_vertices(const Points& X, const std::vector<int>& vertices, const Vec3& up) {
    if (vertices.empty()) {
        return {};
    }
    const Vector heights = X * up;
    const auto [least, most] = std::ranges::minmax(vertices, {}, [&](int v) { return heights(v); });
    const double limit = heights(least) + low_share * (heights(most) - heights(least));
    std::vector<int> low;
    std::ranges::copy_if(vertices, std::back_inserter(low), [&](int v) { return heights(v) <= limit; });
    return low;
}

Matrix jacobian_of(const Points& X, const Rig& rig, const std::vector<int>& vertices) {
    Matrix J(static_cast<Index>(vertices.size()), 4 * rig.map_count());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        J.row(static_cast<Index>(i)) = rig_row(X, rig, vertices[i]).transpose();
    }
    return J;
}

// The rows of what may be the lowest point of a pose: of all parts, and more of the soles.
Matrix jacobian_for_heights(const Points& X, const Rig& rig, const std::vector<int>& vertices, const Vec3& up) {
    std::vector<int> some = some_of(vertices, vertices_about);
    const std::vector<int> soles = some_of(low_vertices(X, vertices, up), vertices_about);
    some.insert(some.end(), soles.begin(), soles.end());
    return jacobian_of(X, rig, some);
}

std::vector<int> all_vertices(const Points& X) {
    std::vector<int> all(static_cast<std::size_t>(X.rows()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

} // namespace

SkinOutline::SkinOutline(const Character& character, const Vec3& up, const FileSurface* surface)
    : J_(jacobian_of(character.mesh.X, character.rig, some_of(character.boundary_vertices, vertices_about))) {
    const Matrix low = surface ? jacobian_for_heights(surface->X, surface->rig, all_vertices(surface->X), up)
                               : jacobian_for_heights(character.mesh.X, character.rig, character.boundary_vertices, up);
    Clip rest;
    rest.keys = {rest_pose(character.rig.skeleton)};
    motions_.push_back(motion_through(character.rig, rest, up, low));
    for (const Clip& clip : character.clips) {
        motions_.push_back(motion_through(character.rig, clip, up, low));
    }
    for (Motion& motion : motions_) {
        motion.floor -= character.thin ? character.thin->radius : 0.0; // the skin reaches below its middle
    }
}

// `low`: the rows of the points whose heights count, l x 4(b + s).
SkinOutline::Motion SkinOutline::motion_through(const Rig& rig, const Clip& clip, const Vec3& up,
                                                const Matrix& low) const {
    Motion motion;
    std::vector<double> lowest;
    for (std::size_t key = 0; key < clip.keys.size(); key += 1 + clip.keys.size() / keys_about) {
        const AffineStack P = rig_maps(rig, clip.keys[key], clip.weights_of_frame(key));
        const BoundingBox here = box(P);
        lowest.push_back((low * (P * up)).minCoeff());
        motion.reach = key == 0 ? here : united(motion.reach, here);
        motion.size = key == 0 ? here.diagonal() : motion.size;
    }
    motion.floor = standing_height(std::move(lowest), motion.size);
    return motion;
}

BoundingBox SkinOutline::box(const AffineStack& P) const {
    const Points x = J_ * P;
    return {x.colwise().minCoeff(), x.colwise().maxCoeff()};
}

const SkinOutline::Motion& SkinOutline::motion(int clip) const {
    const auto index = static_cast<std::size_t>(clip + 1);
    return motions_[index < motions_.size() ? index : 0];
}

const BoundingBox& SkinOutline::reach(int clip) const {
    return motion(clip).reach;
}

double SkinOutline::floor(int clip) const {
    return motion(clip).floor;
}

bool SkinOutline::travels(int clip) const {
    return motion(clip).reach.diagonal() > travelling_share * motion(clip).size;
}

BoundingBox SkinOutline::framed(int clip, const AffineStack& P) const {
    return travels(clip) ? box(P) : reach(clip);
}

} // namespace limber::app
