// SPDX-License-Identifier: MIT
#include "engine/formats/exact_morph.h"

#include "engine/core/contract.h"
#include "engine/formats/sparse_points.h"

#include <algorithm>
#include <map>
#include <utility>

namespace limber {
namespace {

using WeightRow = std::vector<float>; // of one target, a frame each

constexpr double still = 1e-9; // of the largest way of any coordinate: below it a coordinate does not change

Vector coordinate(const LinearMotion& motion, Index column, Index axis) {
    Vector values(static_cast<Index>(motion.P.size()));
    for (Index f = 0; f < values.size(); ++f) {
        values(f) = motion.P[static_cast<std::size_t>(f)](column, axis);
    }
    return values;
}

// k x 3
struct Bounds {
    AffineStack least;
    AffineStack range;
};

Bounds bounds_of(const std::vector<AffineStack>& P) {
    AffineStack least = P.front();
    AffineStack most = P.front();
    for (const AffineStack& of_frame : P) {
        least = least.cwiseMin(of_frame);
        most = most.cwiseMax(of_frame);
    }
    return {least, most - least};
}

WeightRow weights_of(const Vector& values, double least, double range) {
    const Eigen::VectorXf weights = ((values.array() - least) / range).cast<float>().cwiseMin(1.0F);
    return {weights.data(), weights.data() + weights.size()};
}

// Rows of n: whether the target moves a vertex.
Index moved_count(const std::vector<ExactMorph::Term>& target, const Matrix& J) {
    Eigen::Array<bool, Eigen::Dynamic, 1> moves = Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(J.rows(), false);
    for (const ExactMorph::Term& term : target) {
        moves = moves || J.col(term.column).array() != 0.0;
    }
    return moves.count();
}

FloatPoints displacements(const std::vector<ExactMorph::Term>& target, const Matrix& J) {
    FloatPoints moved = FloatPoints::Zero(J.rows(), 3);
    for (const ExactMorph::Term& term : target) {
        moved.col(term.axis) += (term.range * J.col(term.column)).cast<float>();
    }
    return moved;
}

std::size_t bytes_of_weights(const Eigen::MatrixXf& weights) {
    return sizeof(float) * static_cast<std::size_t>(weights.size());
}

} // namespace

ExactMorph exact_morph(const LinearMotion& motion) {
    EXPECTS(motion.is_known() && !motion.P.empty());
    const Bounds bounds = bounds_of(motion.P);
    const Vector size = motion.J.cwiseAbs().colwise().maxCoeff().transpose();
    const double largest = (size.asDiagonal() * bounds.range).maxCoeff();
    ExactMorph morph{bounds.least, {}, {}};
    std::map<WeightRow, std::size_t> known;
    std::vector<WeightRow> rows;
    for (Index column = 0; column < motion.J.cols(); ++column) {
        for (Index axis = 0; axis < 3; ++axis) {
            const double range = bounds.range(column, axis);
            if (!(size(column) * range > still * largest)) {
                continue;
            }
            WeightRow row = weights_of(coordinate(motion, column, axis), bounds.least(column, axis), range);
            const auto [place, is_new] = known.try_emplace(row, rows.size());
            if (is_new) {
                rows.push_back(std::move(row));
                morph.targets.emplace_back();
            }
            morph.targets[place->second].push_back({column, axis, range});
        }
    }
    morph.weights.resize(static_cast<Index>(rows.size()), static_cast<Index>(motion.P.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) {
        morph.weights.row(static_cast<Index>(k)) =
            Eigen::Map<const Eigen::RowVectorXf>(rows[k].data(), morph.weights.cols());
    }
    return morph;
}

std::size_t bytes_of(const ExactMorph& morph, const Matrix& J) {
    std::size_t bytes = bytes_of_weights(morph.weights);
    for (const std::vector<ExactMorph::Term>& target : morph.targets) {
        bytes += 2 * stored_bytes(J.rows(), moved_count(target, J));
    }
    return bytes;
}

std::size_t bytes_of(const MorphFit& fit) {
    std::size_t bytes = bytes_of_weights(fit.weights);
    for (const FloatPoints& target : fit.targets) {
        bytes += 2 * stored_bytes(target.rows(), static_cast<Index>(rows_not_zero(target).size()));
    }
    return bytes;
}

double memory_of(const ExactMorph& morph, Index vertices) {
    return 2.0 * static_cast<double>(morph.targets.size()) * static_cast<double>(dense_bytes(vertices));
}

MorphFit exact_fit(const ExactMorph& morph, const BakedSurface& surface, const Progress* progress) {
    const Matrix& J = surface.linear.J;
    MorphFit fit;
    fit.base = (J * morph.least).cast<float>();
    for (const std::vector<ExactMorph::Term>& target : morph.targets) {
        fit.targets.push_back(displacements(target, J));
    }
    fit.weights = morph.weights;
    fit.error = farthest(fit, surface.frames, progress);
    return fit;
}

} // namespace limber
