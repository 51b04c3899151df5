// SPDX-License-Identifier: MIT
#include "engine/formats/morph_fit.h"

#include "engine/formats/cancelling.h"
#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace limber {
namespace {

using FlatFrames = Matrix; // 3n x frames, a frame a column

Vector flat(const FloatPoints& x) {
    return Eigen::Map<const Eigen::VectorXf>(x.data(), x.size()).cast<double>();
}

FloatPoints unflattened(const Vector& x) {
    FloatPoints points(x.size() / 3, 3);
    Eigen::Map<Eigen::VectorXf>(points.data(), points.size()) = x.cast<float>();
    return points;
}

FlatFrames flattened(const std::vector<FloatPoints>& frames) {
    FlatFrames all(frames.front().size(), static_cast<Index>(frames.size()));
    for (Index f = 0; f < all.cols(); ++f) {
        all.col(f) = flat(frames[static_cast<std::size_t>(f)]);
    }
    return all;
}

constexpr Index rows_a_block = 512; // vertices whose frames are computed together

// Principal components of the columns of `centred`, largest first: centred = components * coordinates.
struct Components {
    Matrix directions;  // 3n x r, orthonormal
    Matrix coordinates; // r x frames
};

// From the Gram matrix of the frames, which is small. It squares the singular values: those below 1e-8 of the largest
// are lost, which is below a float's rounding.
Components components_of(const FlatFrames& centred, Index count_max) {
    const Matrix gram = centred.transpose() * centred;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
    const Index frames = gram.rows();
    const double least = 1e-15 * std::max(eigen.eigenvalues()(frames - 1), std::numeric_limits<double>::min());
    Index rank = 0;
    while (rank < std::min(frames, count_max) && eigen.eigenvalues()(frames - 1 - rank) > least) {
        ++rank;
    }
    const Matrix right = eigen.eigenvectors().rightCols(rank).rowwise().reverse();
    const Vector singular = eigen.eigenvalues().tail(rank).reverse().cwiseSqrt();
    return {centred * right * singular.cwiseInverse().asDiagonal(), singular.asDiagonal() * right.transpose()};
}

// With the weights in [0, 1]: the least coordinate of each component goes into the base.
MorphFit fit_of(const Vector& mean, const Components& components, Index count) {
    MorphFit fit;
    fit.weights.resize(count, components.coordinates.cols());
    Vector base = mean;
    for (Index k = 0; k < count; ++k) {
        const double low = components.coordinates.row(k).minCoeff();
        const double range = components.coordinates.row(k).maxCoeff() - low;
        base += low * components.directions.col(k);
        fit.targets.push_back(unflattened(range * components.directions.col(k)));
        fit.weights.row(k) = ((components.coordinates.row(k).array() - low) / range).cast<float>().cwiseMin(1.0F);
    }
    fit.base = unflattened(base);
    return fit;
}

// The vertices that the same targets move, ascending, by these targets.
std::map<std::vector<Index>, std::vector<Index>> vertices_by_targets(const MorphFit& fit) {
    std::map<std::vector<Index>, std::vector<Index>> groups;
    for (Index i = 0; i < fit.base.rows(); ++i) {
        std::vector<Index> targets;
        for (std::size_t k = 0; k < fit.targets.size(); ++k) {
            if (!fit.targets[k].row(i).isZero(0.0F)) {
                targets.push_back(static_cast<Index>(k));
            }
        }
        groups[std::move(targets)].push_back(i);
    }
    return groups;
}

// Rows of targets, then a row of ones: k + 1 x frames.
Matrix with_constant(const Eigen::MatrixXf& weights, const std::vector<Index>& targets) {
    Matrix w(static_cast<Index>(targets.size()) + 1, weights.cols());
    w.topRows(w.rows() - 1) = weights(targets, Eigen::all).cast<double>();
    w.bottomRows<1>().setOnes();
    return w;
}

// Normal equations of vertices that the same targets move.
struct DirectionEquations {
    Matrix w; // with_constant
    Eigen::LDLT<Matrix> gram;
};

DirectionEquations direction_equations(Matrix w) {
    Matrix gram = w * w.transpose();
    gram.diagonal().array() += 1e-9 * gram.diagonal().maxCoeff(); // weights of a short clip may be dependent
    return {std::move(w), Eigen::LDLT<Matrix>(gram)};
}

// Least squares: n x 3 a target, then the constant.
std::vector<Points> fit_vertices(const std::vector<FloatPoints>& frames, const std::vector<Index>& vertices,
                                 const DirectionEquations& equations) {
    Matrix all(3 * static_cast<Index>(vertices.size()), equations.w.cols());
    for (Index f = 0; f < all.cols(); ++f) {
        all.col(f) = flat(frames[static_cast<std::size_t>(f)](vertices, Eigen::all));
    }
    const Matrix solved = equations.gram.solve(Matrix(equations.w * all.transpose())).transpose();
    std::vector<Points> fitted;
    for (Index k = 0; k < solved.cols(); ++k) {
        fitted.emplace_back(Eigen::Map<const Points>(solved.col(k).data(), solved.rows() / 3, 3));
    }
    return fitted;
}

std::vector<std::vector<Index>> blocks_of(const std::vector<Index>& vertices) {
    std::vector<std::vector<Index>> blocks;
    for (const Index vertex : vertices) {
        if (blocks.empty() || blocks.back().size() == static_cast<std::size_t>(rows_a_block)) {
            blocks.emplace_back();
        }
        blocks.back().push_back(vertex);
    }
    return blocks;
}

// Scales each vertex such that its constant is a unit vector.
void make_base_unit(std::vector<Points>& fitted) {
    constexpr double least = 1e-3; // of the constant, which else would make the others too large for floats
    Points& base = fitted.back();
    for (Index i = 0; i < base.rows(); ++i) {
        const double length = base.row(i).norm();
        for (Points& target : fitted) {
            target.row(i) /= std::max(length, least);
        }
        base.row(i) = length > 0.0 ? Eigen::RowVector3d(base.row(i).normalized()) : Eigen::RowVector3d(0.0, 1.0, 0.0);
    }
}

} // namespace

MorphFit fit_morph_targets(const BakedSurface& surface, const MorphFitOptions& options, Progress* progress) {
    FlatFrames frames = flattened(surface.frames);
    const Vector mean = frames.rowwise().mean();
    frames.colwise() -= mean;
    const Components components = components_of(frames, options.targets_max);
    const double tolerance = options.tolerance * extent(surface);
    const auto fit_with = [&](Index count) {
        MorphFit fit = fit_of(mean, components, count);
        fit.error = farthest(fit, surface.frames, progress);
        return fit;
    };
    // The error falls with the count, up to rounding: a binary search for the least that is good enough.
    Index low = 0;
    Index high = components.directions.cols();
    MorphFit best = fit_with(high);
    if (best.error > tolerance) {
        return best;
    }
    while (low < high && !is_cancelled(progress)) {
        const Index middle = (low + high) / 2;
        MorphFit fit = fit_with(middle);
        if (fit.error <= tolerance) {
            high = middle;
            best = std::move(fit);
        } else {
            low = middle + 1;
        }
    }
    return best;
}

double farthest(const MorphFit& fit, const std::vector<FloatPoints>& frames, const Progress* progress) {
    const Matrix weights = fit.weights.cast<double>();
    const auto target_count = static_cast<Index>(fit.targets.size());
    double worst = 0.0;
    for (Index begin = 0; begin < fit.base.rows() && !is_cancelled(progress); begin += rows_a_block) {
        const Index count = std::min(rows_a_block, fit.base.rows() - begin);
        Matrix targets(3 * count, target_count);
        for (Index k = 0; k < target_count; ++k) {
            const FloatPoints& target = fit.targets[static_cast<std::size_t>(k)];
            targets.col(k) = Eigen::Map<const Eigen::VectorXf>(target.data() + 3 * begin, 3 * count).cast<double>();
        }
        const Matrix moved = targets * weights; // 3 count x frames
        const Points base = fit.base.middleRows(begin, count).cast<double>();
        for (std::size_t f = 0; f < frames.size(); ++f) {
            const Eigen::Map<const Points> by(moved.col(static_cast<Index>(f)).data(), count, 3);
            const Points off = base + by - frames[f].middleRows(begin, count).cast<double>();
            worst = std::max(worst, std::sqrt(off.rowwise().squaredNorm().maxCoeff()));
        }
    }
    return worst;
}

Result<FittedDirections> fit_directions(const std::vector<FloatPoints>& frames, const MorphFit& fit,
                                        const Progress* progress) {
    const FloatPoints none = FloatPoints::Zero(fit.base.rows(), 3);
    FittedDirections directions{none, std::vector<FloatPoints>(fit.targets.size(), none)};
    for (const auto& [targets, vertices] : vertices_by_targets(fit)) {
        const DirectionEquations equations = direction_equations(with_constant(fit.weights, targets));
        for (const std::vector<Index>& block : blocks_of(vertices)) {
            if (is_cancelled(progress)) {
                return cancelled();
            }
            std::vector<Points> fitted = fit_vertices(frames, block, equations);
            make_base_unit(fitted);
            directions.base(block, Eigen::all) = fitted.back().cast<float>();
            for (std::size_t k = 0; k < targets.size(); ++k) {
                directions.targets[static_cast<std::size_t>(targets[k])](block, Eigen::all) = fitted[k].cast<float>();
            }
        }
    }
    return directions;
}

} // namespace limber
