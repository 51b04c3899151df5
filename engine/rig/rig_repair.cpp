// SPDX-License-Identifier: MIT
#include "engine/rig/rig_draft.h"

#include "engine/rig/rig_file.h"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace limber {
namespace {

using Warnings = std::vector<std::string>;

Error located(Error fault, const std::string& where) {
    fault.where = fault.where.empty() ? where : where + ": " + fault.where;
    return fault;
}

/// Three digits are enough for a message.
std::string short_text(double number) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, 3);
    return std::string(buffer.data(), end.ptr);
}

std::string counted(Index count, const std::string& thing) {
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

void repair_parents(Skeleton& skeleton, Warnings& warnings) {
    Index count = 0;
    for (Bone& bone : skeleton.bones) {
        if (bone.parent < -1 || bone.parent >= skeleton.bone_count()) {
            bone.parent = -1;
            ++count;
        }
    }
    if (count > 0) {
        warnings.push_back(counted(count, "bone") + " named a parent that does not exist and became " +
                           (count == 1 ? "a root" : "roots"));
    }
}

/// A uniform scale does not affect the skin, which moves by pose * rest^-1, but it does affect posing by hand.
void remove_scale(Skeleton& skeleton, Warnings& warnings) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (Bone& bone : skeleton.bones) {
        const double scale = std::cbrt(std::abs(bone.rest.leftCols<3>().determinant()));
        if (!(scale > 0.0) || !std::isfinite(scale) || std::abs(scale - 1.0) < 1e-3) {
            continue;
        }
        bone.rest.leftCols<3>() /= scale;
        bone.length *= scale;
        bone.file_scale *= scale;
        least = std::min(least, scale);
        most = std::max(most, scale);
    }
    if (most > 0.0) {
        const bool is_one = most - least < 1e-3 * most;
        warnings.push_back("the file scales its bones by " + short_text(least) +
                           (is_one ? "" : " to " + short_text(most)) +
                           "; the scale was removed from them, and the shape stays as it is");
    }
}

Index nearest_joint(const Skeleton& skeleton, const Vec3& x) {
    Index nearest = 0;
    double nearest_distance = std::numeric_limits<double>::infinity();
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        const double distance = (skeleton.bones[b].rest.col(3) - x).squaredNorm();
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = static_cast<Index>(b);
        }
    }
    return nearest;
}

void repair_weights(Matrix& W, const Points& V, const Skeleton& skeleton, Warnings& warnings) {
    Index off_count = 0;
    Index free_count = 0;
    Index negative_count = 0;
    double least = 1.0;
    double most = 1.0;
    for (Index i = 0; i < W.rows(); ++i) {
        negative_count += W.row(i).minCoeff() < -1e-6 ? 1 : 0;
        W.row(i) = W.row(i).cwiseMax(0.0);
        const double sum = W.row(i).sum();
        if (!(sum > 1e-9) || !std::isfinite(sum)) {
            W.row(i).setZero();
            W(i, nearest_joint(skeleton, V.row(i))) = 1.0;
            ++free_count;
        } else if (std::abs(sum - 1.0) > 1e-12) {
            W.row(i) /= sum;
            off_count += std::abs(sum - 1.0) > 1e-3 ? 1 : 0;
            least = std::min(least, sum);
            most = std::max(most, sum);
        }
    }
    if (negative_count > 0) {
        warnings.push_back("negative weights at " + counted(negative_count, "point") + " were set to zero");
    }
    if (off_count > 0) {
        warnings.push_back("the weights of " + counted(off_count, "point") + " summed to " + short_text(least) +
                           " to " + short_text(most) + " and were divided by their sum");
    }
    if (free_count > 0) {
        warnings.push_back(counted(free_count, "point") + " had no weights and went to the nearest bone");
    }
}

bool are_the_same_points(const Points& V, const Points& X) {
    return V.rows() == X.rows() && (V - X).rowwise().norm().maxCoeff() <= 1e-5 * bounding_box(X).diagonal();
}

Error wrong_weight_count(const RigDraft& draft, Index vertex_count) {
    return Error{ErrorKind::bad_input,
                 "it holds weights for " + counted(draft.W.rows(), "point") + " and " +
                     counted(draft.W.cols(), "bone") + ", where there are " + std::to_string(vertex_count) + " and " +
                     std::to_string(draft.skeleton.bone_count()) + "; use the rig that belongs to this mesh",
                 "weights"};
}

Result<Matrix> weights_on_mesh(const RigDraft& draft, const TetMesh& mesh, const FieldTransfer& transfer,
                               Warnings& warnings) {
    if (draft.domain == WeightDomain::mesh) {
        return draft.W;
    }
    if (draft.domain == WeightDomain::volume) {
        if (are_the_same_points(draft.surface.V, mesh.X)) {
            return draft.W;
        }
        warnings.push_back("the rig belongs to other tets of the same shape; its surface weights were carried over");
    }
    auto field = transfer(draft.surface, draft.W, mesh, draft.fit);
    return field ? Result<Matrix>(convex_weights(std::move(field).value())) : field.error();
}

Result<std::vector<Target>> targets_on_mesh(const RigDraft& draft, const TetMesh& mesh, const FieldTransfer& transfer) {
    const bool has_mesh_points = draft.domain == WeightDomain::mesh || are_the_same_points(draft.surface.V, mesh.X);
    if (draft.targets.empty() || (has_mesh_points && draft.domain != WeightDomain::surface)) {
        return draft.targets;
    }
    const auto D = transfer(draft.surface, displacements_of(draft.targets, draft.surface.V.rows()), mesh, draft.fit);
    if (!D) {
        return D.error();
    }
    std::vector<Target> targets = draft.targets;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        targets[t].d = D.value().middleCols<3>(3 * static_cast<Index>(t));
    }
    return targets;
}

// Targets of parts that are far from all tets. The surface of another file is not drawn, and a target of zeros moves
// nothing at all.
void report_targets_of_the_surface(const RigDraft& draft, const Rig& rig, Warnings& warnings) {
    if (draft.fit != SurfaceFit::known) {
        return;
    }
    Index count = 0;
    for (std::size_t t = 0; t < rig.targets.size(); ++t) {
        count += rig.targets[t].d.isZero(0.0) && !draft.targets[t].d.isZero(0.0) ? 1 : 0;
    }
    if (count > 0) {
        warnings.push_back(counted(count, "morph target") + (count == 1 ? " moves" : " move") +
                           " the drawn surface alone: no tets fill the parts that " +
                           (count == 1 ? "it changes" : "they change") + ", so nothing wobbles with " +
                           (count == 1 ? "it" : "them"));
    }
}

double extent_of(const Skeleton& skeleton) {
    double extent = 1e-12;
    for (const Bone& bone : skeleton.bones) {
        extent = std::max({extent, bone.length, (bone.rest.col(3) - skeleton.bones.front().rest.col(3)).norm()});
    }
    return extent;
}

/// The difference of two poses: the largest rotation or stretch, or translation relative to the size of the skeleton.
double difference(const Pose& a, const Pose& b, double extent) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Affine change = a[i] - b[i];
        most = std::max({most, change.leftCols<3>().norm(), change.col(3).norm() / extent});
    }
    return most;
}

constexpr double coordinate_max = 1e9; // [unit of the file] along each axis
constexpr double stretch_max = 1e6;
constexpr double weight_max = 1e6; // of a target

std::optional<Error> fault_in_extent(const Skeleton& skeleton) {
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        const Bone& bone = skeleton.bones[b];
        if (!(bone.rest.col(3).cwiseAbs().maxCoeff() <= coordinate_max) || !(bone.length <= coordinate_max)) {
            return Error{ErrorKind::bad_input, "it lies or ends more than 1e9 units away; export the rig again",
                         "bone " + std::to_string(b)};
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in_extent(const std::vector<Target>& targets) {
    for (std::size_t t = 0; t < targets.size(); ++t) {
        const Points& d = targets[t].d;
        if (d.size() > 0 && !(d.cwiseAbs().maxCoeff() <= coordinate_max)) {
            return Error{ErrorKind::bad_input, "it moves a point by more than 1e9 units; export the rig again",
                         "target \"" + targets[t].name + "\""};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in_extent(const Clip& clip) {
    for (std::size_t frame = 0; frame < clip.keys.size(); ++frame) {
        for (const Affine& matrix : clip.keys[frame]) {
            if (!(matrix.col(3).cwiseAbs().maxCoeff() <= coordinate_max) ||
                !(matrix.leftCols<3>().cwiseAbs().maxCoeff() <= stretch_max)) {
                return Error{ErrorKind::bad_input,
                             "a matrix moves a bone by more than 1e9 units or stretches it more than 1e6 times; export "
                             "the clip again",
                             "frame " + std::to_string(frame)};
            }
        }
        for (const double weight : clip.weights_of_frame(frame)) {
            if (!(std::abs(weight) <= weight_max)) {
                return Error{ErrorKind::bad_input, "a weight of a target is beyond 1e6; export the clip again",
                             "frame " + std::to_string(frame)};
            }
        }
    }
    return std::nullopt;
}

Result<Repaired<Rig>> repair(RigDraft draft, const TetMesh& mesh, const std::string& where,
                             const FieldTransfer& given_transfer) {
    const FieldTransfer transfer = given_transfer ? given_transfer : transferred_field;
    Repaired<Rig> rig;
    repair_parents(draft.skeleton, rig.warnings);
    remove_scale(draft.skeleton, rig.warnings);
    for (auto fault : {fault_in(draft.skeleton), fault_in_extent(draft.skeleton), fault_in_extent(draft.targets)}) {
        if (fault) {
            return located(*fault, where);
        }
    }
    const Points& points = draft.domain == WeightDomain::mesh ? mesh.X : draft.surface.V;
    if (draft.W.rows() != points.rows() || draft.W.cols() != draft.skeleton.bone_count()) {
        return located(wrong_weight_count(draft, points.rows()), where);
    }
    repair_weights(draft.W, points, draft.skeleton, rig.warnings);
    auto W = weights_on_mesh(draft, mesh, transfer, rig.warnings);
    if (!W) {
        return located(W.error(), where);
    }
    auto targets = targets_on_mesh(draft, mesh, transfer);
    if (!targets) {
        return located(targets.error(), where);
    }
    rig.value = {std::move(draft.skeleton), std::move(W).value(), std::move(targets).value()};
    if (auto fault = fault_in(rig.value, mesh)) {
        return located(*fault, where);
    }
    if (draft.may_have_dependent_targets) {
        report_targets_of_the_surface(draft, rig.value, rig.warnings);
    } else if (auto fault = fault_of_dependence(rig.value, mesh)) {
        return located(*fault, where);
    }
    return rig;
}

Rig at_own_points(RigDraft draft, const Rig& repaired) {
    EXPECTS(draft.domain == WeightDomain::surface && draft.W.cols() == repaired.skeleton.bone_count() &&
            std::ranges::equal(draft.targets, repaired.targets, {}, &Target::name, &Target::name));
    Warnings said_before;
    repair_weights(draft.W, draft.surface.V, draft.skeleton, said_before);
    return {repaired.skeleton, std::move(draft.W), std::move(draft.targets)};
}

Result<Repaired<Clip>> repair(Clip clip, const Skeleton& skeleton, const std::string& where) {
    if (auto fault = fault_in(clip, skeleton.bone_count())) {
        return located(*fault, where);
    }
    for (Pose& pose : clip.keys) {
        for (std::size_t b = 0; b < pose.size(); ++b) {
            pose[b].leftCols<3>() /= skeleton.bones[b].file_scale;
        }
    }
    for (auto fault : {fault_in(clip, skeleton.bone_count()), fault_in_extent(clip)}) {
        if (fault) {
            return located(*fault, where);
        }
    }
    return Repaired<Clip>{std::move(clip), {}};
}

void detect_looping(Repaired<Clip>& clip, const Skeleton& skeleton) {
    std::vector<Pose>& keys = clip.value.keys;
    const double extent = extent_of(skeleton);
    if (difference(keys.front(), rest_pose(skeleton), extent) > 1e-3) {
        clip.warnings.push_back("the first frame is not the rest pose, so the character starts in the clip's pose");
    }
    std::vector<double> steps;
    for (std::size_t frame = 1; frame < keys.size(); ++frame) {
        steps.push_back(difference(keys[frame], keys[frame - 1], extent));
    }
    const double gap = difference(keys.back(), keys.front(), extent);
    clip.value.looping = gap <= std::max(1.5 * usual_step(std::move(steps)), 1e-6);
    if (keys.size() > 1 && gap <= 1e-6) {
        keys.pop_back();
    }
    if (!clip.value.looping) {
        clip.warnings.push_back("the clip ends far from where it starts, so it does not loop");
    }
}

} // namespace limber
