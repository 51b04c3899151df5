// SPDX-License-Identifier: MIT
#include "app/character/skin_outline.h"

#include "engine/mesh/boxes.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr std::size_t vertices_about = 500;
constexpr std::size_t keys_about = 40;
constexpr double travelling_share = 2.2; // a clip with an extent above this share of a pose's size counts as travelling

Matrix sampled_jacobian(const Character& character) {
    const auto& boundary = character.boundary_vertices;
    std::vector<int> some;
    for (std::size_t i = 0; i < boundary.size(); i += 1 + boundary.size() / vertices_about) {
        some.push_back(boundary[i]);
    }
    Matrix J(static_cast<Index>(some.size()), 4 * character.rig.map_count());
    for (std::size_t i = 0; i < some.size(); ++i) {
        J.row(static_cast<Index>(i)) = rig_row(character.mesh.X, character.rig, some[i]).transpose();
    }
    return J;
}

} // namespace

SkinOutline::SkinOutline(const Character& character, const Vec3& up) : J_(sampled_jacobian(character)) {
    Clip rest;
    rest.keys = {rest_pose(character.rig.skeleton)};
    motions_.push_back(motion_through(character.rig, rest, up));
    for (const Clip& clip : character.clips) {
        motions_.push_back(motion_through(character.rig, clip, up));
    }
}

SkinOutline::Motion SkinOutline::motion_through(const Rig& rig, const Clip& clip, const Vec3& up) const {
    Motion motion;
    for (std::size_t key = 0; key < clip.keys.size(); key += 1 + clip.keys.size() / keys_about) {
        const AffineStack P = rig_maps(rig, clip.keys[key], clip.weights_of_frame(key));
        const BoundingBox here = box(P);
        const double lowest = (J_ * (P * up)).minCoeff();
        motion.reach = key == 0 ? here : united(motion.reach, here);
        motion.floor = key == 0 ? lowest : std::min(motion.floor, lowest);
        motion.size = key == 0 ? here.diagonal() : motion.size;
    }
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
