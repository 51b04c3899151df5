// SPDX-License-Identifier: MIT
#include "app/character/subspace_transfer.h"

#include "engine/body/body_step.h"
#include "engine/model/projection.h"

#include <algorithm>

namespace limber::app {
namespace {

bool same_rest(const Skeleton& a, const Skeleton& b) {
    return std::equal(a.bones.begin(), a.bones.end(), b.bones.begin(), b.bones.end(),
                      [](const Bone& x, const Bone& y) { return x.rest == y.rest; });
}

template <typename Array>
bool same_array(const Array& a, const Array& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

// 3k x 3k_from
Matrix displacements_across(const Body& to, const Body& from) {
    const Vector mass = to.mass.transpose().replicate(3, 1).reshaped();
    return displacement_basis(to).transpose() * (mass.asDiagonal() * displacement_basis(from));
}

} // namespace

bool same_body(const Character& one, const Character& other) {
    return same_array(one.mesh.X, other.mesh.X) && same_array(one.mesh.T, other.mesh.T) &&
           same_array(one.rig.W, other.rig.W) && one.rig.targets == other.rig.targets &&
           same_rest(one.rig.skeleton, other.rig.skeleton);
}

std::shared_ptr<const SubspaceTransfer> transfer(const CharacterPtr& from, const Character& to) {
    if (!same_body(*from, to)) {
        return nullptr;
    }
    SubspaceTransfer transfer{from, {}};
    if (from->linear || to.linear) {
        if (from->linear != to.linear) {
            transfer.across = displacements_across(to, *from);
        }
    } else if (from->modes != to.modes || from->model.coordinate_count() != to.model.coordinate_count()) {
        transfer.across = projection_between(to.model, to.modes->W, from->model, from->modes->W, to.mesh.X, to.mass);
    }
    return std::make_shared<const SubspaceTransfer>(std::move(transfer));
}

std::shared_ptr<const SubspaceTransfer> known_transfer(const CharacterPtr& from, const Character& to) {
    return to.transfer && to.transfer->from.lock() == from ? to.transfer : transfer(from, to);
}

AffineStack carried(const SubspaceTransfer& transfer, const AffineStack& Z) {
    if (transfer.across.cols() == Z.rows()) {
        return transfer.across * Z;
    }
    const Points rows = Z;
    const Vector numbers = transfer.across * Eigen::Map<const Vector>(rows.data(), rows.size());
    return Eigen::Map<const Points>(numbers.data(), numbers.size() / 3, 3);
}

bool follows(const Character& to, const CharacterPtr& from) {
    return (to.transfer && to.transfer->from.lock() == from) || same_body(*from, to);
}

} // namespace limber::app
