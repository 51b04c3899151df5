// SPDX-License-Identifier: MIT
#include "engine/formats/skin_fit.h"

#include "engine/core/contract.h"
#include "engine/formats/skin_joints.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr double good_enough = 1e-6;     // of the extent: a joint of this error is not split
constexpr double least_gain = 1e-3;      // of the squared error, in an iteration
constexpr Index positions_max = 5000000; // vertices times frames that weights are fitted to
constexpr Index frames_min = 12;         // of them
constexpr std::size_t vertex_block = 128;
constexpr int rounds_a_split = 3; // of joints and vertices that choose them
constexpr int sweeps_a_frame = 8; // over the joints, at the end

// Lengths as shares of the extent, rest and frames about their means.
class UnitFrames {
public:
    explicit UnitFrames(const BakedSurface& surface) : surface_(surface) {
        const double size = extent(surface);
        unit_ = size > 0.0 ? size : 1.0;
        middle_ = surface.rest.cast<double>().colwise().mean();
        for (const FloatPoints& frame : surface.frames) {
            middles_.emplace_back(frame.cast<double>().colwise().mean());
        }
    }

    Points rest() const {
        return (surface_.rest.cast<double>().rowwise() - middle_) / unit_;
    }
    Points frame(Index f) const {
        const auto at = static_cast<std::size_t>(f);
        return (surface_.frames[at].cast<double>().rowwise() - middles_[at]) / unit_;
    }
    Vec3 vertex(Index f, Index i) const {
        const auto at = static_cast<std::size_t>(f);
        return (surface_.frames[at].row(i).cast<double>() - middles_[at]).transpose() / unit_;
    }
    // In metres.
    Vec3 rest_place(const Vec3& p) const {
        return unit_ * p + middle_.transpose();
    }
    Vec3 place(Index f, const Vec3& x) const {
        return unit_ * x + middles_[static_cast<std::size_t>(f)].transpose();
    }

private:
    const BakedSurface& surface_;
    double unit_ = 1.0;
    Eigen::RowVector3d middle_;
    std::vector<Eigen::RowVector3d> middles_;
};

AffineStack identity_maps(Index count) {
    AffineStack maps = AffineStack::Zero(4 * count, 3);
    for (Index j = 0; j < count; ++j) {
        maps.block<3, 3>(4 * j, 0).setIdentity();
    }
    return maps;
}

std::vector<Index> spread_frames(Index frame_count, Index vertex_count, Index most) {
    const Index affordable = std::max(positions_max / std::max(vertex_count, Index{1}), frames_min);
    const Index count = std::min({frame_count, most, affordable});
    std::vector<Index> frames;
    for (Index k = 0; k < count; ++k) {
        frames.push_back(count == 1 ? 0 : k * (frame_count - 1) / (count - 1));
    }
    return frames;
}

// For a block of vertices: what weights and errors of single joints need (skin_weights.h).
struct JointProducts {
    Matrix y;  // 4J x block: sum over the frames of the maps times the positions
    Vector xx; // block: of the positions with themselves
};

class SkinSolver {
public:
    SkinSolver(const BakedSurface& surface, const SkinFitOptions& options, Progress* progress)
        : surface_(surface), options_(options), progress_(progress), unit_(surface), p_(unit_.rest()),
          frames_(spread_frames(static_cast<Index>(surface.frames.size()), p_.rows(), options.frames_max)) {}

    Result<SkinFit> solve() {
        begin_with_parts();
        if (!split_until_enough() || !alternate() || !fit_all_frames()) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        SkinFit fit = as_floats();
        measure(fit);
        return fit;
    }

private:
    Index vertex_count() const {
        return p_.rows();
    }

    void begin_with_parts() {
        const std::vector<int>& parts = surface_.part_of;
        std::vector<Index> count_of;
        for (const int part : parts) {
            count_of.resize(std::max(count_of.size(), static_cast<std::size_t>(part) + 1), 0);
            ++count_of[static_cast<std::size_t>(part)];
        }
        std::vector<std::size_t> largest(count_of.size());
        std::iota(largest.begin(), largest.end(), std::size_t{0});
        std::ranges::stable_sort(largest, [&](std::size_t a, std::size_t b) { return count_of[a] > count_of[b]; });
        std::vector<Index> joint_of(count_of.size(), 0); // those of small parts choose another in the first round
        for (std::size_t k = 0; k < largest.size() && static_cast<Index>(k) < options_.joints; ++k) {
            joint_of[largest[k]] = static_cast<Index>(k);
        }
        weights_.resize(static_cast<std::size_t>(vertex_count()));
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            weights_[i] = {{parts.empty() ? 0 : joint_of[static_cast<std::size_t>(parts[i])]}, {1.0}, 0.0};
        }
        joint_count_ = std::clamp(static_cast<Index>(largest.size()), Index{1}, options_.joints);
        maps_.assign(frames_.size(), identity_maps(joint_count_));
    }

    bool split_until_enough() {
        double share = 0.0; // joints that no vertex needs are removed in between
        do {
            for (int round = 0; round < rounds_a_split; ++round) {
                fit_frames(1);
                share = std::max(share, share_of_joints());
                if (!keep_going(progress_, "fitting joints", 0.3 * share)) {
                    return false;
                }
                choose_joints();
            }
            remove_unused();
        } while (split());
        fit_frames(1);
        return true;
    }

    double share_of_joints() const {
        return static_cast<double>(joint_count_) / static_cast<double>(options_.joints);
    }

    bool alternate() {
        double before = std::numeric_limits<double>::infinity();
        for (int iteration = 0; iteration < options_.iterations; ++iteration) {
            const double share = static_cast<double>(iteration) / options_.iterations;
            if (!keep_going(progress_, "fitting weights", 0.3 + 0.5 * share)) {
                return false;
            }
            const double error = fit_weights();
            fit_frames(2);
            if (!(error < (1.0 - least_gain) * before)) {
                return true;
            }
            before = error;
        }
        return true;
    }

    void fit_frames(int sweeps) {
        members_ = members_of(p_, weights_, joint_count_);
        parallel_for(frames_.size(), 1, options_.threads, [&](std::size_t begin, std::size_t end, std::size_t) {
            for (std::size_t f = begin; f < end; ++f) {
                improve_joints(p_, unit_.frame(frames_[f]), members_, sweeps, maps_[f]);
            }
        });
    }

    // D 4J x 3F: the maps of all frames side by side; S = D D'.
    std::pair<Matrix, Matrix> stacked_maps() const {
        Matrix D(4 * joint_count_, 3 * static_cast<Index>(frames_.size()));
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            D.middleCols<3>(3 * static_cast<Index>(f)) = maps_[f];
        }
        Matrix S = D * D.transpose();
        return {std::move(D), std::move(S)};
    }

    JointProducts products_of(const Matrix& D, std::size_t begin, std::size_t end) const {
        Matrix X(D.cols(), static_cast<Index>(end - begin));
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            for (std::size_t i = begin; i < end; ++i) {
                X.block<3, 1>(3 * static_cast<Index>(f), static_cast<Index>(i - begin)) =
                    unit_.vertex(frames_[f], static_cast<Index>(i));
            }
        }
        return {D * X, X.colwise().squaredNorm().transpose()};
    }

    // Calls what(vertex, a_j . x for each joint j, x . x, the vertex with a 1 behind it) for every vertex.
    template <typename What>
    void for_each_vertex(const Matrix& D, const What& what) const {
        parallel_for(weights_.size(), vertex_block, options_.threads,
                     [&](std::size_t begin, std::size_t end, std::size_t) {
                         const JointProducts products = products_of(D, begin, end);
                         for (std::size_t i = begin; i < end; ++i) {
                             const auto column = static_cast<Index>(i - begin);
                             const Eigen::Vector4d p(p_.row(static_cast<Index>(i)).homogeneous().transpose());
                             const Vector ax = products.y.col(column).reshaped(4, joint_count_).transpose() * p;
                             what(i, ax, products.xx(column), p);
                         }
                     });
    }

    // G_jj of skin_weights.h.
    Vector squared_errors(const Matrix& S, const Vector& ax, double xx, const Eigen::Vector4d& p) const {
        Vector errors(joint_count_);
        for (Index j = 0; j < joint_count_; ++j) {
            errors(j) = std::max(p.dot(S.block<4, 4>(4 * j, 4 * j) * p) - 2.0 * ax(j) + xx, 0.0);
        }
        return errors;
    }

    // Each vertex takes the one joint that moves it best.
    void choose_joints() {
        const auto [D, S] = stacked_maps();
        for_each_vertex(D, [&](std::size_t i, const Vector& ax, double xx, const Eigen::Vector4d& p) {
            const Vector errors = squared_errors(S, ax, xx, p);
            Index best = 0;
            const double error = errors.minCoeff(&best);
            weights_[i] = {{best}, {1.0}, error};
        });
    }

    void remove_unused() {
        std::vector<Index> used(static_cast<std::size_t>(joint_count_), -1);
        for (const SparseWeights& weights : weights_) {
            used[static_cast<std::size_t>(weights.joints.front())] = 0;
        }
        Index count = 0;
        for (Index j = 0; j < joint_count_; ++j) {
            if (used[static_cast<std::size_t>(j)] < 0) {
                continue;
            }
            for (AffineStack& maps : maps_) {
                maps.middleRows<4>(4 * count) = maps.middleRows<4>(4 * j).eval();
            }
            used[static_cast<std::size_t>(j)] = count++;
        }
        for (SparseWeights& weights : weights_) {
            weights.joints.front() = used[static_cast<std::size_t>(weights.joints.front())];
        }
        resize(count);
    }

    void resize(Index count) {
        for (AffineStack& maps : maps_) {
            maps.conservativeResize(4 * count, 3);
        }
        joint_count_ = count;
    }

    // The joints with the largest errors, at most as many as there is room for, give those of their vertices that are
    // nearer to the worst one than to their centre to a new joint. Returns false if there is none to split.
    bool split() {
        members_ = members_of(p_, weights_, joint_count_);
        std::vector<std::pair<double, Index>> errors;
        for (Index j = 0; j < joint_count_; ++j) {
            const std::vector<int>& vertices = members_[static_cast<std::size_t>(j)].vertices;
            double sum = 0.0;
            for (const int i : vertices) {
                sum += weights_[static_cast<std::size_t>(i)].error;
            }
            const double enough = good_enough * good_enough * static_cast<double>(vertices.size() * frames_.size());
            if (sum > enough && vertices.size() > 1) {
                errors.emplace_back(-sum, j);
            }
        }
        std::ranges::sort(errors);
        const Index before = joint_count_;
        for (const auto& [error, joint] : errors) {
            if (joint_count_ == options_.joints) {
                break;
            }
            split(joint);
        }
        return joint_count_ > before;
    }

    void split(Index joint) {
        const JointMembers& members = members_[static_cast<std::size_t>(joint)];
        const int worst = *std::ranges::max_element(members.vertices, {},
                                                    [&](int i) { return weights_[static_cast<std::size_t>(i)].error; });
        std::vector<int> moved;
        for (const int i : members.vertices) {
            const double to_worst = (p_.row(i) - p_.row(worst)).squaredNorm();
            if (to_worst < (p_.row(i).transpose() - members.centre).squaredNorm()) {
                moved.push_back(i);
            }
        }
        if (moved.empty() || moved.size() == members.vertices.size()) {
            return;
        }
        for (const int i : moved) {
            weights_[static_cast<std::size_t>(i)].joints.front() = joint_count_;
        }
        resize(joint_count_ + 1);
        for (AffineStack& maps : maps_) {
            maps.bottomRows<4>() = maps.middleRows<4>(4 * joint).eval();
        }
    }

    // Returns the sum of squares.
    double fit_weights() {
        const auto stacked = stacked_maps();
        const Matrix& S = stacked.second;
        for_each_vertex(stacked.first, [&](std::size_t i, const Vector& ax, double xx, const Eigen::Vector4d& p) {
            const auto column = [&](Index k) -> Vector {
                const Vector Sp = S.middleCols<4>(4 * k) * p;
                const Vector products = Sp.reshaped(4, joint_count_).transpose() * p;
                return (products - ax).array() - ax(k) + xx;
            };
            weights_[i] = weights_on_simplex(squared_errors(S, ax, xx, p), column, influences_max, weights_[i]);
        });
        double sum = 0.0;
        for (const SparseWeights& weights : weights_) {
            sum += weights.error;
        }
        return sum;
    }

    // From the maps of the frame before, or its own where it had some.
    bool fit_all_frames() {
        std::vector<AffineStack> all(surface_.frames.size());
        std::size_t known = 0;
        for (std::size_t f = 0; f < all.size(); ++f) {
            const double share = static_cast<double>(f) / static_cast<double>(all.size());
            if (!keep_going(progress_, "fitting frames", 0.8 + 0.2 * share)) {
                return false;
            }
            if (known + 1 < frames_.size() && frames_[known + 1] == static_cast<Index>(f)) {
                ++known;
            }
            const bool is_own = frames_[known] == static_cast<Index>(f);
            all[f] = is_own || f == 0 ? maps_[known] : all[f - 1];
            improve_joints(p_, unit_.frame(static_cast<Index>(f)), members_, sweeps_a_frame, all[f]);
        }
        maps_ = std::move(all);
        return true;
    }

    SkinFit as_floats() const {
        SkinFit fit;
        for (Index j = 0; j < joint_count_; ++j) {
            fit.joints.push_back(joint(j));
        }
        fit.J.setZero(vertex_count(), influences_max);
        fit.w.setZero(vertex_count(), influences_max);
        for (Index i = 0; i < vertex_count(); ++i) {
            const SparseWeights& weights = weights_[static_cast<std::size_t>(i)];
            std::vector<std::pair<double, Index>> sorted;
            for (std::size_t a = 0; a < weights.joints.size(); ++a) {
                sorted.emplace_back(-weights.weights[a], weights.joints[a]);
            }
            std::ranges::sort(sorted);
            for (std::size_t a = 0; a < sorted.size(); ++a) {
                fit.J(i, static_cast<Index>(a)) = static_cast<int>(sorted[a].second);
                fit.w(i, static_cast<Index>(a)) = static_cast<float>(-sorted[a].first);
            }
            fit.w(i, 0) = 1.0F - fit.w.row(i).tail<influences_max - 1>().sum(); // they sum to one as floats
        }
        return fit;
    }

    SkinJoint joint(Index j) const {
        const Vec3& centre = members_[static_cast<std::size_t>(j)].centre;
        const auto frame_count = static_cast<Index>(maps_.size());
        SkinJoint joint{unit_.rest_place(centre).cast<float>(), FloatPoints(frame_count, 3), {}, {}};
        joint.rotations.resize(frame_count, 4);
        joint.scales.resize(frame_count);
        for (Index f = 0; f < frame_count; ++f) {
            const auto map = maps_[static_cast<std::size_t>(f)].middleRows<4>(4 * j);
            const Mat3 A = map.topRows<3>().transpose();
            const double scale = std::cbrt(A.determinant());
            Eigen::Vector4f turn = Eigen::Quaterniond(Mat3(A / scale)).normalized().coeffs().cast<float>();
            if (f > 0 && joint.rotations.row(f - 1).dot(turn.transpose()) < 0.0F) {
                turn = -turn;
            }
            joint.places.row(f) = unit_.place(f, A * centre + map.row(3).transpose()).cast<float>().transpose();
            joint.rotations.row(f) = turn.transpose();
            joint.scales(f) = static_cast<float>(scale);
        }
        return joint;
    }

    void measure(SkinFit& fit) const {
        double squares = 0.0;
        double worst = 0.0;
        for (std::size_t f = 0; f < surface_.frames.size(); ++f) {
            const Points x = positions_of(fit, surface_.rest, static_cast<Index>(f));
            const Vector distances = (x - surface_.frames[f].cast<double>()).rowwise().squaredNorm();
            squares += distances.sum();
            worst = std::max(worst, distances.maxCoeff());
        }
        const auto count = static_cast<double>(surface_.frames.size() * weights_.size());
        fit.error = std::sqrt(worst);
        fit.error_rms = std::sqrt(squares / count);
    }

    const BakedSurface& surface_;
    const SkinFitOptions& options_;
    Progress* progress_;
    UnitFrames unit_;
    Points p_;                           // n x 3 at rest
    std::vector<Index> frames_;          // that weights are fitted to
    Index joint_count_ = 1;              // J
    std::vector<SparseWeights> weights_; // n
    std::vector<JointMembers> members_;  // J
    std::vector<AffineStack> maps_;      // 4J x 3, one a frame
};

} // namespace

Result<SkinFit> fit_skin(const BakedSurface& surface, const SkinFitOptions& options, Progress* progress) {
    EXPECTS(options.joints > 0 && options.joints <= skin_joints_max);
    return SkinSolver(surface, options, progress).solve();
}

Points positions_of(const SkinFit& fit, const FloatPoints& rest, Index frame) {
    std::vector<Affine> maps;
    for (const SkinJoint& joint : fit.joints) {
        const Eigen::Vector4d turn = joint.rotations.row(frame).cast<double>().transpose();
        const Mat3 R = Eigen::Quaterniond(turn).normalized().toRotationMatrix();
        Affine map;
        map.leftCols<3>() = static_cast<double>(joint.scales(frame)) * R;
        map.col(3) =
            joint.places.row(frame).cast<double>().transpose() - map.leftCols<3>() * joint.centre.cast<double>();
        maps.push_back(map);
    }
    Points x = Points::Zero(rest.rows(), 3);
    for (Index i = 0; i < rest.rows(); ++i) {
        const Vec3 p = rest.row(i).cast<double>();
        for (Index a = 0; a < influences_max; ++a) {
            const double w = static_cast<double>(fit.w(i, a));
            if (w > 0.0) {
                x.row(i) += w * apply(maps[static_cast<std::size_t>(fit.J(i, a))], p).transpose();
            }
        }
    }
    return x;
}

} // namespace limber
