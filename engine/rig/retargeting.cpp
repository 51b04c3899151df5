// SPDX-License-Identifier: MIT
#include "engine/rig/retargeting.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/rig/leg_bending.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr std::size_t matches_min = 6; // the hips and five more
constexpr double stands_below = 0.06;  // of the hips' height, over a foot's lowest place
constexpr double stands_still = 0.25;  // of the hips' height, in a second
constexpr double stride_min = 0.2;     // feet that glide along with the hips slide least where nothing moves
constexpr double on_ground = 1e-6;     // of the hips' height: round-off of a foot that stands
constexpr double foot_lift_max = 0.6;  // [rad]
constexpr double toe_lift_max = 1.1;   // [rad] so far toes of a person bend

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool is_limb(BodyPart part) {
    return part == BodyPart::upper_arm || part == BodyPart::forearm || part == BodyPart::thigh ||
           part == BodyPart::shin;
}

BodyPart part_below(BodyPart part) {
    return part == BodyPart::upper_arm ? BodyPart::forearm
           : part == BodyPart::forearm ? BodyPart::hand
           : part == BodyPart::thigh   ? BodyPart::shin
                                       : BodyPart::foot;
}

// Bones of parts with a single bone each; in the order of the skeleton, the first counts.
int find_part(const std::vector<NamedPart>& parts, BodyPart part, BodySide side) {
    const auto found =
        std::ranges::find_if(parts, [&](const NamedPart& one) { return one.part == part && one.side == side; });
    return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

std::vector<int> spine_of(const Skeleton& skeleton, const std::vector<NamedPart>& parts) {
    std::vector<int> spine;
    for (const int bone : root_first_order(skeleton)) {
        if (parts[at(bone)].part == BodyPart::spine) {
            spine.push_back(bone);
        }
    }
    return spine;
}

std::vector<BoneMatch> matching(const Skeleton& source, const std::vector<NamedPart>& source_parts,
                                const Skeleton& target, const std::vector<NamedPart>& target_parts) {
    std::vector<int> of_target(target_parts.size(), -1);
    for (std::size_t b = 0; b < target_parts.size(); ++b) {
        const NamedPart& named = target_parts[b];
        if (named.part == BodyPart::other) {
            const auto same = std::ranges::find(source_parts, named);
            const bool is_known = same != source_parts.end() && !named.plain.empty();
            const int exact = bone_named(source, target.bones[b].name);
            of_target[b] = exact >= 0 || !is_known ? exact : static_cast<int>(same - source_parts.begin());
        } else if (named.part != BodyPart::spine &&
                   find_part(target_parts, named.part, named.side) == static_cast<int>(b)) {
            of_target[b] = find_part(source_parts, named.part, named.side);
        }
    }
    // Along the spine by proportion, from its first bone to its last.
    const std::vector<int> from = spine_of(source, source_parts);
    const std::vector<int> to = spine_of(target, target_parts);
    for (std::size_t i = 0; i < to.size() && !from.empty(); ++i) {
        const double share = to.size() < 2 ? 1.0 : static_cast<double>(i) / static_cast<double>(to.size() - 1);
        of_target[at(to[i])] =
            from[static_cast<std::size_t>(std::lround(share * static_cast<double>(from.size() - 1)))];
    }
    std::vector<BoneMatch> matches;
    for (std::size_t b = 0; b < of_target.size(); ++b) {
        of_target[b] = of_target[b] >= 0 ? of_target[b] : bone_named(source, target.bones[b].name);
        if (of_target[b] >= 0) {
            matches.push_back({of_target[b], static_cast<int>(b)});
        }
    }
    return matches;
}

Vec3 joint(const Skeleton& skeleton, int bone) {
    return skeleton.bones[at(bone)].rest.col(3);
}

// The nearest rotation; rest matrices may stretch.
Mat3 rotation_in(const Affine& map) {
    const Eigen::JacobiSVD<Mat3> svd(map.leftCols<3>(), Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 U = svd.matrixU();
    if ((U * svd.matrixV().transpose()).determinant() < 0.0) {
        U.col(2) *= -1.0;
    }
    return U * svd.matrixV().transpose();
}

// Of the box around some joints at rest.
double size_of(const Skeleton& skeleton, const std::vector<BoneMatch>& matches, int BoneMatch::*bone) {
    Eigen::AlignedBox3d box;
    for (const BoneMatch& match : matches) {
        box.extend(joint(skeleton, match.*bone));
    }
    return box.isEmpty() ? 0.0 : box.diagonal().norm();
}

// Whether `above` is the bone itself or on the way up from it.
bool is_at_or_above(int above, int bone, const std::vector<int>& parents) {
    while (bone >= 0 && bone != above) {
        bone = parents[at(bone)];
    }
    return bone >= 0;
}

// The bone from whose place that of another follows, at their distance at rest.
struct Carrier {
    int bone = -1;         // -1: none, as its place is known
    bool is_below = false; // then the distance turns with the bone that is carried
};

// What carries each bone while the place of one of them, the root of the motion, is given. The bones below it hang on
// their parents, and so do all others but those on the way up from it, which hang on the bone below. So the whole
// skeleton moves along, whatever its topmost bone is. Legs that hang on another bone than the hips, or feet beside
// their legs, hang where those of the source do.
class Carriers {
public:
    Carriers(const Skeleton& source, const Skeleton& target, const std::vector<BoneMatch>& matches, int root)
        : source_(source), matches_(matches) {
        for (const Bone& bone : target.bones) {
            parents_.push_back(bone.parent);
        }
        const std::vector<int> own = parents_;
        parents_[at(root)] = -1;
        for (const int bone : root_first_order(target)) {
            if (!is_at_or_above(root, bone, own) && !is_at_or_above(bone, root, own)) {
                hang_as_in_source(bone);
            }
        }
        carriers_.resize(own.size());
        for (std::size_t b = 0; b < own.size(); ++b) {
            carriers_[b] = parents_[b] < 0 ? Carrier{root, true} : Carrier{parents_[b], false};
        }
        for (int below = root, bone = own[at(root)]; bone >= 0; below = bone, bone = own[at(bone)]) {
            carriers_[at(bone)] = {below, true};
        }
        carriers_[at(root)] = {};
    }

    const std::vector<Carrier>& all() const {
        return carriers_;
    }

    // Carriers before what they carry.
    std::vector<int> order() const {
        Skeleton hung;
        for (const Carrier& carrier : carriers_) {
            hung.bones.emplace_back().parent = carrier.bone;
        }
        return root_first_order(hung);
    }

private:
    void hang_as_in_source(int bone) {
        const auto match = std::ranges::find(matches_, bone, &BoneMatch::target);
        const int above = match == matches_.end() ? -1 : above_in_source(*match);
        if (above >= 0 && !is_at_or_above(bone, above, parents_)) {
            parents_[at(bone)] = above;
        }
    }

    // The bone that follows the nearest joint above the match's; -1: none does, or the bone is below it already.
    int above_in_source(const BoneMatch& match) const {
        int found = -1;
        for (int s = parent_in_source(match.source); s >= 0 && found < 0; s = parent_in_source(s)) {
            for (const BoneMatch& one : matches_) {
                if (one.source == s && is_at_or_above(one.target, match.target, parents_)) {
                    return -1;
                }
                found = one.source == s ? one.target : found;
            }
        }
        return found;
    }
    int parent_in_source(int joint) const {
        return source_.bones[at(joint)].parent;
    }

    const Skeleton& source_;
    const std::vector<BoneMatch>& matches_;
    std::vector<int> parents_; // before the way up from the root is turned round
    std::vector<Carrier> carriers_;
};

// A part without a known name is what the other one of a given match is.
void share_part(NamedPart& one, NamedPart& other) {
    if (one.part == BodyPart::other) {
        one = other;
    } else {
        other = one;
    }
}

// Replaces matches by name of the same joint or bone, in the order of the target's bones.
std::vector<BoneMatch> with_given(std::vector<BoneMatch> matches, const std::vector<BoneMatch>& given) {
    std::erase_if(matches, [&](const BoneMatch& match) {
        return std::ranges::any_of(
            given, [&](const BoneMatch& one) { return one.source == match.source || one.target == match.target; });
    });
    matches.insert(matches.end(), given.begin(), given.end());
    std::ranges::sort(matches, {}, &BoneMatch::target);
    return matches;
}

// A leg of the target whose thigh, shin and foot have matches, with the bones that each of its parts carries along.
struct Leg {
    enum Part { thigh, shin, foot, toe };
    std::array<int, 4> bones = {-1, -1, -1, -1}; // -1: it has no toe
    std::array<std::vector<int>, 4> carried;     // with the bone itself, without those of the next part
    bool has_own_toe = false;                    // that the source does not have
    Vec3 tip = Vec3::Zero();                     // of that toe, at rest

    int operator[](Part part) const {
        return bones[part];
    }
};

// Turns one part of the leg, and what it carries, by a rotation in the world.
void turn_part(const Leg& leg, Leg::Part part, const Mat3& rotation, std::vector<Mat3>& turned) {
    for (const int bone : leg.carried[part]) {
        turned[at(bone)] = rotation * turned[at(bone)];
    }
}

// Along the floor, while a foot of the source stands [m].
struct StandingStep {
    Vec3 foot;
    Vec3 hips;
};

class Retargeter {
public:
    Retargeter(const MotionSource& source, const Skeleton& target, const Vec3& up, const RetargetingOptions& options)
        : source_(source), target_(target), up_(up), options_(options), source_parts_(body_parts(source.skeleton)),
          target_parts_(body_parts(target)) {
        for (const BoneMatch& match : options.matches) {
            share_part(target_parts_[at(match.target)], source_parts_[at(match.source)]);
        }
        made_.matches = with_given(matching(source.skeleton, source_parts_, target, target_parts_), options.matches);
        of_target_.assign(target_parts_.size(), -1);
        for (const BoneMatch& match : made_.matches) {
            of_target_[at(match.target)] = match.source;
        }
    }

    Result<Retargeting> retargeted() {
        root_ = find_matched(BodyPart::hips, BodySide::middle);
        made_.has_hips = root_ >= 0;
        if (!made_.has_hips) {
            root_ = topmost_match();
        }
        if (options_.matches.empty() && !names_fit()) {
            return refusal_of_names(source_.skeleton, target_);
        }
        turn_ = turn_to_target();
        align_limbs();
        measure_heights();
        move();
        note_unmatched();
        made_.slide = foot_slide();
        return std::move(made_);
    }

    bool names_fit() const {
        const bool has_hips = find_matched(BodyPart::hips, BodySide::middle) >= 0;
        return (has_hips && made_.matches.size() >= matches_min) || names_agree();
    }

private:
    int source_of(int target) const {
        return of_target_[at(target)];
    }

    // The first bone of a part that has a match, or -1. Of two with the same part, as "hip" and "pelvis", a given match
    // may leave only the second one a joint.
    int find_matched(BodyPart part, BodySide side) const {
        for (std::size_t b = 0; b < target_parts_.size(); ++b) {
            if (target_parts_[b].part == part && target_parts_[b].side == side && of_target_[b] >= 0) {
                return static_cast<int>(b);
            }
        }
        return -1;
    }

    // The bone nearest to the root that has a match, or -1.
    int topmost_match() const {
        for (const int bone : root_first_order(target_)) {
            if (source_of(bone) >= 0) {
                return bone;
            }
        }
        return -1;
    }

    // Whether most bones of the smaller skeleton, or all of the source, have the same names in both.
    bool names_agree() const {
        const auto count = std::ranges::count_if(made_.matches, [&](const BoneMatch& match) {
            return source_.skeleton.bones[at(match.source)].name == target_.bones[at(match.target)].name ||
                   source_parts_[at(match.source)] == target_parts_[at(match.target)];
        });
        const int all = source_.skeleton.bone_count();
        return count > 0 && (count == all || (count > 1 && 2 * count > std::min(all, target_.bone_count())));
    }

    // Rotates the y axis to `up` and then left to left.
    Mat3 turn_to_target() const {
        const Mat3 upright = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), up_).toRotationMatrix();
        for (const BodyPart part : {BodyPart::thigh, BodyPart::upper_arm}) {
            const int left = find_matched(part, BodySide::left);
            const int right = find_matched(part, BodySide::right);
            if (left < 0 || right < 0) {
                continue;
            }
            const Vec3 across = flat(joint(target_, left) - joint(target_, right));
            const Vec3 of_source =
                flat(upright * (joint(source_.skeleton, source_of(left)) - joint(source_.skeleton, source_of(right))));
            if (across.norm() > 0.0 && of_source.norm() > 0.0) {
                const double angle = std::atan2(of_source.cross(across).dot(up_), of_source.dot(across));
                return Eigen::AngleAxisd(angle, up_).toRotationMatrix() * upright;
            }
        }
        return upright;
    }
    Vec3 flat(const Vec3& v) const {
        return v - v.dot(up_) * up_;
    }

    void align_limbs() {
        alignment_.assign(target_parts_.size(), Mat3::Identity());
        for (const BoneMatch& match : made_.matches) {
            const NamedPart& named = target_parts_[at(match.target)];
            const int below = is_limb(named.part) ? find_matched(part_below(named.part), named.side) : -1;
            if (below < 0) {
                continue;
            }
            const Vec3 there = joint(target_, below) - joint(target_, match.target);
            const Vec3 here =
                turn_ * (joint(source_.skeleton, source_of(below)) - joint(source_.skeleton, match.source));
            if (there.norm() > 0.0 && here.norm() > 0.0) {
                alignment_[at(match.target)] = Eigen::Quaterniond::FromTwoVectors(here, there).toRotationMatrix();
            }
        }
    }

    // The lowest place of a foot in the whole motion; of the skeleton's lowest joint where no foot is known.
    void measure_heights() {
        if (!made_.has_hips) {
            height_ = size_of(target_, made_.matches, &BoneMatch::target);
            const double of_source = size_of(source_.skeleton, made_.matches, &BoneMatch::source);
            made_.scale = height_ > 0.0 && of_source > 0.0 ? height_ / of_source : 1.0;
            return;
        }
        const int hips = source_of(root_);
        double lowest_source = std::numeric_limits<double>::infinity();
        double lowest_target = std::numeric_limits<double>::infinity();
        double lowest_at_rest = std::numeric_limits<double>::infinity();
        const auto include_source = [&](int bone) {
            lowest_at_rest = std::min(lowest_at_rest, joint(source_.skeleton, bone).y());
            for (const Pose& pose : source_.clip.keys) {
                lowest_source = std::min(lowest_source, pose[at(bone)].col(3).y());
            }
        };
        const auto include_target = [&](int bone) {
            lowest_target = std::min(lowest_target, joint(target_, bone).dot(up_));
        };
        for (const BodySide side : {BodySide::left, BodySide::right}) {
            const int foot = find_matched(BodyPart::foot, side);
            if (foot >= 0) {
                include_source(source_of(foot));
                include_target(foot);
            }
        }
        if (!std::isfinite(lowest_target)) {
            for (int bone = 0; bone < source_.skeleton.bone_count(); ++bone) {
                include_source(bone);
            }
            for (int bone = 0; bone < target_.bone_count(); ++bone) {
                include_target(bone);
            }
        }
        const double height = joint(target_, root_).dot(up_) - lowest_target;
        const double of_source = joint(source_.skeleton, hips).y() - lowest_at_rest;
        made_.scale = height > 0.0 && of_source > 0.0 ? height / of_source : 1.0;
        floor_ = {lowest_source, lowest_target};
        height_ = height;
    }

    void move() {
        made_.clip.name = source_.clip.name;
        made_.clip.frame_rate = source_.clip.frame_rate;
        made_.clip.looping = source_.clip.looping;
        made_.clip.is_straight = true;
        carriers_.emplace(source_.skeleton, target_, made_.matches, root_);
        placing_order_ = carriers_->order();
        find_legs();
        const std::vector<int> turning_order = root_first_order(target_);
        for (const Pose& source : source_.clip.keys) {
            std::vector<Mat3> turned = turned_bones(source, turning_order);
            Pose pose = placed(turned, source);
            include_heights(pose, made_.heights_of_turns);
            if (options_.keeps_foot_heights && !legs_.empty()) {
                bend_legs(source, pose, turned);
                pose = placed(turned, source);
                lift_toes(source, pose, turned);
            }
            include_heights(pose, made_.heights);
            made_.clip.keys.push_back(std::move(pose));
        }
    }

    Pose placed(const std::vector<Mat3>& turned, const Pose& source) const {
        Pose pose = rest_pose(target_);
        for (const int b : placing_order_) {
            const Carrier& carrier = carriers_->all()[at(b)];
            pose[at(b)].leftCols<3>() = turned[at(b)] * pose[at(b)].leftCols<3>();
            pose[at(b)].col(3) =
                carrier.bone < 0
                    ? place_of_root(source)
                    : Vec3(pose[at(carrier.bone)].col(3) + turned[at(carrier.is_below ? b : carrier.bone)] *
                                                               (joint(target_, b) - joint(target_, carrier.bone)));
        }
        return pose;
    }

    // Both legs of a body with hips, or none.
    void find_legs() {
        for (const BodySide side : {BodySide::left, BodySide::right}) {
            Leg leg;
            leg.bones = {find_matched(BodyPart::thigh, side), find_matched(BodyPart::shin, side),
                         find_matched(BodyPart::foot, side), find_toe(side)};
            if (made_.has_hips && leg[Leg::thigh] >= 0 && leg[Leg::shin] >= 0 && leg[Leg::foot] >= 0) {
                find_carried(leg);
                find_own_toe(leg);
                legs_.push_back(std::move(leg));
            }
        }
        if (legs_.size() != 2) {
            legs_.clear();
            return;
        }
        const Vec3 across = joint(target_, legs_[0][Leg::thigh]) - joint(target_, legs_[1][Leg::thigh]);
        left_ = across.norm() > 0.0 ? across.normalized() : Vec3::Zero();
    }
    // The toe nearest to the root, or -1.
    int find_toe(BodySide side) const {
        for (const int bone : root_first_order(target_)) {
            if (target_parts_[at(bone)].part == BodyPart::toe && target_parts_[at(bone)].side == side) {
                return bone;
            }
        }
        return -1;
    }
    void find_carried(Leg& leg) const {
        for (int b = 0; b < target_.bone_count(); ++b) {
            for (int above = b; above >= 0; above = carriers_->all()[at(above)].bone) {
                const auto found = std::ranges::find(leg.bones, above);
                if (found != leg.bones.end()) {
                    leg.carried[at(static_cast<int>(found - leg.bones.begin()))].push_back(b);
                    break;
                }
            }
        }
    }
    // Its tip is the bone that hangs on it, or else as far from it as it is from the ankle, along the floor.
    void find_own_toe(Leg& leg) const {
        const int toe = leg[Leg::toe];
        const bool is_of_foot =
            toe >= 0 && std::ranges::count(leg.carried[Leg::foot], carriers_->all()[at(toe)].bone) > 0;
        if (!is_of_foot || source_of(toe) >= 0) {
            return;
        }
        const Vec3 forward = flat(joint(target_, toe) - joint(target_, leg[Leg::foot]));
        const auto below = std::ranges::find(target_.bones, toe, &Bone::parent);
        leg.tip = below == target_.bones.end() ? Vec3(joint(target_, toe) + forward) : Vec3(below->rest.col(3));
        leg.has_own_toe = forward.norm() > 0.0;
    }

    // Until each ankle is as high over the ground as that of the source.
    void bend_legs(const Pose& source, const Pose& pose, std::vector<Mat3>& turned) const {
        for (const Leg& leg : legs_) {
            const auto place = [&](Leg::Part part) {
                return Vec3(pose[at(leg[part])].col(3));
            };
            const double of_source = source[at(source_of(leg[Leg::foot]))].col(3).y();
            const double height = floor_[1] + made_.scale * (of_source - floor_[0]);
            const Vec3 ankle = place(Leg::foot) + (height - place(Leg::foot).dot(up_)) * up_;
            const LegTurns turns = leg_turns({place(Leg::thigh), place(Leg::shin), place(Leg::foot)}, ankle,
                                             turned[at(leg[Leg::thigh])] * left_);
            turn_part(leg, Leg::thigh, turns.thigh, turned);
            turn_part(leg, Leg::shin, turns.shin, turned);
        }
    }

    // Of feet whose toes the source does not have: first the ball, with the foot, then the tip.
    void lift_toes(const Pose& source, Pose& pose, std::vector<Mat3>& turned) const {
        for (const Leg& leg : legs_) {
            if (!leg.has_own_toe) {
                continue;
            }
            const int foot = leg[Leg::foot];
            const int toe = leg[Leg::toe];
            const Vec3 ball = joint(target_, toe);
            const Vec3 axis = turned[at(foot)] * flat(ball - joint(target_, foot)).cross(up_).normalized();
            const auto lifted = [&](int bone, const Vec3& end, double most) {
                const Vec3 v = turned[at(bone)] * (end - joint(target_, bone));
                const double height = end.dot(up_) - pose[at(bone)].col(3).dot(up_);
                return Eigen::AngleAxisd(lifting_angle(v, axis, up_, height, most), axis).toRotationMatrix();
            };
            const Mat3 of_foot = lifted(foot, ball, foot_lift_max);
            turn_part(leg, Leg::foot, of_foot, turned);
            turn_part(leg, Leg::toe, of_foot, turned);
            pose = placed(turned, source);
            turn_part(leg, Leg::toe, lifted(toe, leg.tip, toe_lift_max), turned);
            pose = placed(turned, source);
        }
    }

    void include_heights(const Pose& pose, std::optional<FootHeights>& heights) const {
        if (legs_.empty()) {
            return;
        }
        double lowest = std::numeric_limits<double>::infinity();
        for (const Leg& leg : legs_) {
            const auto include = [&](int bone, const Vec3& at_rest) {
                const Vec3 now = pose[at(bone)] * (target_.bones[at(bone)].rest.leftCols<3>().inverse() *
                                                   (at_rest - joint(target_, bone)))
                                                      .homogeneous();
                lowest = std::min(lowest, (now - at_rest).dot(up_));
            };
            include(leg[Leg::foot], joint(target_, leg[Leg::foot]));
            if (leg.has_own_toe) {
                include(leg[Leg::toe], joint(target_, leg[Leg::toe]));
                include(leg[Leg::toe], leg.tip);
            }
        }
        lowest = std::abs(lowest) < on_ground * std::abs(height_) ? 0.0 : lowest;
        heights = heights ? FootHeights{std::min(heights->lowest, lowest), std::max(heights->highest, lowest)}
                          : FootHeights{lowest, lowest};
    }

    // Rotations since rest, in the world. Bones without a match turn with their parents, and those that have none
    // either with the heading of the hips. The whole rest matrix is turned, so that stretches stay.
    std::vector<Mat3> turned_bones(const Pose& source, const std::vector<int>& order) const {
        std::vector<Mat3> turned(target_.bones.size(), Mat3::Identity());
        for (const int b : order) {
            const int parent = target_.bones[at(b)].parent;
            if (source_of(b) >= 0) {
                turned[at(b)] = turn_of_match(b, source);
            } else if (parent >= 0) {
                turned[at(b)] = turned[at(parent)];
            } else if (made_.has_hips) {
                turned[at(b)] = heading(turn_of_match(root_, source));
            }
        }
        return turned;
    }
    Mat3 turn_of_match(int b, const Pose& source) const {
        const std::size_t s = at(source_of(b));
        const Mat3 D = rotation_in(source[s]) * rotation_in(source_.skeleton.bones[s].rest).transpose();
        return turn_ * D * turn_.transpose() * alignment_[at(b)].transpose();
    }
    // The part of a rotation that is about the upright axis; none for a half turn about a level one.
    Mat3 heading(const Mat3& rotation) const {
        const Eigen::Quaterniond q(rotation);
        const Vec3 about = q.vec().dot(up_) * up_;
        return Eigen::Quaterniond(q.w(), about.x(), about.y(), about.z()).normalized().toRotationMatrix();
    }

    Vec3 place_of_root(const Pose& source) const {
        const int s = source_of(root_);
        const Vec3 now = source[at(s)].col(3);
        const Vec3 begin = source_.clip.keys.front()[at(s)].col(3);
        if (!made_.has_hips) {
            return joint(target_, root_) + made_.scale * (turn_ * (now - begin));
        }
        const Vec3 along = options_.stride * flat(turn_ * (now - begin));
        const double height = floor_[1] + made_.scale * (now.y() - floor_[0]);
        return flat(joint(target_, root_)) + made_.scale * along + height * up_;
    }

    void note_unmatched() {
        for (int s = 0; s < source_.skeleton.bone_count(); ++s) {
            if (std::ranges::find(made_.matches, s, &BoneMatch::source) == made_.matches.end()) {
                made_.unmatched.push_back(s);
            }
        }
    }

    FootSlide foot_slide() {
        FootSlide slide;
        slide.hip_height = height_;
        for (const BodySide side : {BodySide::left, BodySide::right}) {
            const int foot = find_matched(BodyPart::foot, side);
            if (foot >= 0) {
                add_slides(foot, slide);
            }
        }
        if (slide.stances > 0) {
            slide.mean /= slide.stances;
            slide.mean_of_source /= slide.stances;
            slide.best_stride = best_stride();
            slide.mean_then = length_with(slide.best_stride) / slide.stances;
        }
        return slide;
    }

    // 1 where the hips stay in their place, or would have to.
    double best_stride() const {
        double along = 0.0;
        double squares = 0.0;
        for (const StandingStep& step : standing_) {
            along += step.hips.dot(step.hips - step.foot);
            squares += step.hips.squaredNorm();
        }
        return made_.has_hips && along > stride_min * squares ? along / squares : 1.0;
    }
    // How far standing feet slide in all, with another way of the hips.
    double length_with(double stride) const {
        double length = 0.0;
        for (const StandingStep& step : standing_) {
            length += (step.foot + (stride - 1.0) * step.hips).norm();
        }
        return length;
    }

    // Of a bone between two frames of the motion that was made.
    Vec3 step_along_floor(int bone, std::size_t frame) const {
        const auto& keys = made_.clip.keys;
        return flat(keys[frame][at(bone)].col(3) - keys[frame - 1][at(bone)].col(3));
    }

    void add_slides(int foot, FootSlide& slide) {
        const int s = source_of(foot);
        const auto& keys = source_.clip.keys;
        double here = 0.0;
        double there = 0.0;
        bool stood = false;
        const auto end_stance = [&] {
            slide.stances += stood ? 1 : 0;
            slide.mean += here;
            slide.mean_of_source += there;
            slide.most = std::max(slide.most, here);
            here = there = 0.0;
            stood = false;
        };
        for (std::size_t frame = 1; frame < keys.size(); ++frame) {
            const Vec3 step = made_.scale * (keys[frame][at(s)].col(3) - keys[frame - 1][at(s)].col(3));
            const double height = made_.scale * (keys[frame][at(s)].col(3).y() - floor_[0]);
            const bool stands =
                height < stands_below * height_ && step.norm() * source_.clip.frame_rate < stands_still * height_;
            if (stands) {
                standing_.push_back({step_along_floor(foot, frame), step_along_floor(root_, frame)});
                there += Vec3(step.x(), 0.0, step.z()).norm();
                here += standing_.back().foot.norm();
                stood = true;
            } else {
                end_stance();
            }
        }
        end_stance();
    }

    const MotionSource& source_;
    const Skeleton& target_;
    Vec3 up_;
    const RetargetingOptions& options_;
    std::vector<NamedPart> source_parts_;
    std::vector<NamedPart> target_parts_;
    std::vector<int> of_target_; // the source's bone of each target's bone, or -1
    int root_ = -1;              // of the target: the hips, or else the topmost bone that has a match
    Mat3 turn_ = Mat3::Identity();
    std::vector<Mat3> alignment_;
    std::array<double, 2> floor_{}; // of source and target, at the height of the ankles
    double height_ = 1.0;           // of the target's hips over its ankles, or its size where it has no hips [m]
    std::optional<Carriers> carriers_;
    std::vector<int> placing_order_; // carriers before what they carry
    std::vector<Leg> legs_;          // left and right, or none
    Vec3 left_ = Vec3::Zero();       // of the target at rest
    std::vector<StandingStep> standing_;
    Retargeting made_;
};

} // namespace

int bone_named(const Skeleton& skeleton, const std::string& name) {
    const auto found = std::ranges::find(skeleton.bones, name, &Bone::name);
    return found == skeleton.bones.end() || name.empty() ? -1 : static_cast<int>(found - skeleton.bones.begin());
}

std::string first_names_of(const Skeleton& skeleton) {
    constexpr std::size_t long_enough = 120;
    std::string names;
    for (const Bone& bone : skeleton.bones) {
        if (names.size() > long_enough) {
            return names + ", ...";
        }
        names += (names.empty() ? "" : ", ") + bone.name;
    }
    return names;
}

std::vector<BoneMatch> matching_bones(const Skeleton& source, const Skeleton& target) {
    return matching(source, body_parts(source), target, body_parts(target));
}

Error refusal_of_names(const Skeleton& source, const Skeleton& target) {
    return {ErrorKind::bad_input,
            "is a motion of another kind of body: its joints are " + first_names_of(source) +
                ", and the bones of this one " + first_names_of(target) +
                "; rename the bones, or use a motion of such a body",
            ""};
}

bool names_fit(const Skeleton& source, const Skeleton& target) {
    const Clip no_clip;
    const MotionSource motion{source, no_clip};
    const RetargetingOptions options;
    return Retargeter(motion, target, Vec3::UnitY(), options).names_fit();
}

Result<Retargeting> retargeted(const MotionSource& source, const Skeleton& target, const Vec3& up,
                               const RetargetingOptions& options) {
    EXPECTS(!source.clip.keys.empty() && std::abs(up.norm() - 1.0) < 1e-9);
    return Retargeter(source, target, up, options).retargeted();
}

} // namespace limber
