// SPDX-License-Identifier: MIT
#include "app/motion/rig_jump.h"

#include <algorithm>
#include <optional>

namespace limber::app {
namespace {

constexpr double share_of_body = 0.2;
constexpr double times_as_fast = 4.0;
constexpr double weight_that_moves = 0.5;

// Of the vertices that the bone moves more than all others; nullopt: none.
std::optional<BoundingBox> box_moved_by(Index bone, const Matrix& W, const Points& X) {
    std::optional<BoundingBox> box;
    for (Index i = 0; i < W.rows(); ++i) {
        if (W(i, bone) >= weight_that_moves) {
            const Vec3 x = X.row(i);
            box = box ? BoundingBox{box->low.cwiseMin(x), box->high.cwiseMax(x)} : BoundingBox{x, x};
        }
    }
    return box;
}

} // namespace

RigJumps::RigJumps(const Character& character) {
    if (character.description.rig_kind == RigKind::none) {
        return;
    }
    limit_ = share_of_body * bounding_box(character.mesh.X).diagonal();
    const Rig& rig = character.rig;
    for (Index bone = 0; bone < rig.W.cols(); ++bone) {
        const auto box = box_moved_by(bone, rig.W, character.mesh.X);
        for (int corner = 0; corner < 8 && box; ++corner) {
            Eigen::RowVector4d X(0, 0, 0, 1);
            for (int axis = 0; axis < 3; ++axis) {
                X(axis) = ((corner >> axis) & 1) != 0 ? box->high(axis) : box->low(axis);
            }
            samples_.push_back({bone, X});
        }
    }
    for (int t = 0; t < rig.target_count(); ++t) {
        const Points& d = rig.targets[static_cast<std::size_t>(t)].d;
        Index farthest = 0;
        d.rowwise().squaredNorm().maxCoeff(&farthest);
        samples_.push_back({rig.W.cols() + t, {d(farthest, 0), d(farthest, 1), d(farthest, 2), 0.0}});
    }
}

bool RigJumps::is_jump(const AffineStack& P, const State& state, double time_step) const {
    double moved = 0.0;
    double expected = 0.0;
    for (const Sample& sample : samples_) {
        const Index row = 4 * sample.map;
        moved = std::max(moved, (sample.X * (P.middleRows<4>(row) - state.P.middleRows<4>(row))).norm());
        expected = std::max(expected, (sample.X * state.Pdot.middleRows<4>(row)).norm());
    }
    return moved > limit_ && moved > times_as_fast * time_step * expected;
}

} // namespace limber::app
