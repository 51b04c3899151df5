// SPDX-License-Identifier: MIT
#include "engine/formats/skin_joints.h"

#include "engine/linalg/nearest_rotation.h"

#include <algorithm>

namespace limber {
namespace {

// How much of the map before counts: as a vertex of weight 0.03 for the place, and for the turn and the scale as one of
// weight 1 at a distance of 3e-4 of the extent, and a millionth of the vertices.
constexpr double pull_of_place = 1e-3;
constexpr double pull_of_turn = 1e-7;
constexpr double share_of_turn = 1e-6;
constexpr double least_scale = 1e-3; // a joint does not mirror

using MapRows = Eigen::Matrix<double, 4, 3>; // [A' ; t']

void add_moved(const JointMembers& joint, const Points& p, const MapRows& map, double sign, Points& x) {
    for (std::size_t a = 0; a < joint.vertices.size(); ++a) {
        const Index i = joint.vertices[a];
        x.row(i) += sign * joint.weights[a] * (p.row(i) * map.topRows<3>() + map.row(3));
    }
}

// `rest` has what the other joints leave of the positions.
MapRows best_map(const JointMembers& joint, const Points& p, const Points& rest, const MapRows& last) {
    const double pull = share_of_turn * joint.spread + pull_of_turn;
    Mat3 H = pull * last.topRows<3>().transpose();
    Eigen::RowVector3d q = pull_of_place * (joint.centre.transpose() * last.topRows<3>() + last.row(3));
    for (std::size_t a = 0; a < joint.vertices.size(); ++a) {
        const Index i = joint.vertices[a];
        const Eigen::RowVector3d left = joint.weights[a] * rest.row(i);
        q += left;
        H += left.transpose() * (p.row(i) - joint.centre.transpose());
    }
    const Mat3 R = nearest_rotation(H);
    // |R|^2 = 3.
    const double scale = std::max(R.cwiseProduct(H).sum() / (joint.spread + 3.0 * pull), least_scale);
    MapRows map;
    map.topRows<3>() = scale * R.transpose();
    map.row(3) = q / (joint.weight + pull_of_place) - joint.centre.transpose() * map.topRows<3>();
    return map;
}

} // namespace

std::vector<JointMembers> members_of(const Points& p, const std::vector<SparseWeights>& weights, Index joint_count) {
    std::vector<JointMembers> members(static_cast<std::size_t>(joint_count));
    for (std::size_t i = 0; i < weights.size(); ++i) {
        for (std::size_t a = 0; a < weights[i].joints.size(); ++a) {
            const double w = weights[i].weights[a];
            JointMembers& joint = members[static_cast<std::size_t>(weights[i].joints[a])];
            joint.vertices.push_back(static_cast<int>(i));
            joint.weights.push_back(w);
            joint.weight += w * w;
            joint.centre += w * w * p.row(static_cast<Index>(i)).transpose();
        }
    }
    for (JointMembers& joint : members) {
        joint.centre = joint.weight > 0.0 ? Vec3(joint.centre / joint.weight) : Vec3::Zero();
        for (std::size_t a = 0; a < joint.vertices.size(); ++a) {
            const double distance = (p.row(joint.vertices[a]).transpose() - joint.centre).squaredNorm();
            joint.spread += joint.weights[a] * joint.weights[a] * distance;
        }
    }
    return members;
}

Points skinned(const Points& p, const std::vector<JointMembers>& members, const AffineStack& maps) {
    Points x = Points::Zero(p.rows(), 3);
    for (std::size_t j = 0; j < members.size(); ++j) {
        add_moved(members[j], p, maps.middleRows<4>(4 * static_cast<Index>(j)), 1.0, x);
    }
    return x;
}

void improve_joints(const Points& p, const Points& x, const std::vector<JointMembers>& members, int sweeps,
                    AffineStack& maps) {
    Points rest = x - skinned(p, members, maps);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t j = 0; j < members.size(); ++j) {
            auto rows = maps.middleRows<4>(4 * static_cast<Index>(j));
            const MapRows last = rows;
            add_moved(members[j], p, last, 1.0, rest);
            const MapRows better = best_map(members[j], p, rest, last);
            add_moved(members[j], p, better, -1.0, rest);
            rows = better;
        }
    }
}

} // namespace limber
