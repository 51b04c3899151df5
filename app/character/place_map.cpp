// SPDX-License-Identifier: MIT
#include "app/character/place_map.h"

#include <Eigen/LU>

namespace limber::app {
namespace {

constexpr double held_by_matches = 0.5; // the least share of a place's weights that bones of the same name must have

} // namespace

PlaceMap::PlaceMap(const Character& from, const Character& to)
    : from_box_(bounding_box(from.mesh.X)), to_box_(bounding_box(to.mesh.X)), W_(from.rig.W),
      matches_(matching_bones(to.rig.skeleton, from.rig.skeleton)) {
    for (const BoneMatch& match : matches_) {
        const Affine& there = to.rig.skeleton.bones[static_cast<std::size_t>(match.source)].rest;
        const Affine& here = from.rig.skeleton.bones[static_cast<std::size_t>(match.target)].rest;
        const Mat3 A = scale() * there.leftCols<3>() * here.leftCols<3>().inverse();
        Affine map;
        map << A, there.col(3) - A * here.col(3);
        maps_.push_back(map);
    }
}

Vec3 PlaceMap::operator()(Index vertex, const Vec3& x) const {
    Vec3 sum = Vec3::Zero();
    double weight = 0.0;
    for (std::size_t k = 0; k < maps_.size(); ++k) {
        const double w = W_(vertex, matches_[k].target);
        sum += w * (maps_[k].leftCols<3>() * x + maps_[k].col(3));
        weight += w;
    }
    return weight > held_by_matches ? Vec3(sum / weight) : in_the_box(x);
}

Vec3 PlaceMap::in_the_box(const Vec3& x) const {
    const Vec3 size = (from_box_.high - from_box_.low).cwiseMax(1e-12 * from_box_.diagonal());
    return to_box_.low + (x - from_box_.low).cwiseQuotient(size).cwiseProduct(to_box_.high - to_box_.low);
}

bool have_same_places(const Character& one, const Character& other) {
    return one.mesh.X.rows() == other.mesh.X.rows() && one.mesh.X == other.mesh.X;
}

} // namespace limber::app
