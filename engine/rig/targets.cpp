// SPDX-License-Identifier: MIT
#include "engine/rig/targets.h"

#include "engine/core/contract.h"
#include "engine/linalg/orthonormal_basis.h"

#include <algorithm>
#include <iterator>

namespace limber {
namespace {

// Of its length, left over when the span of the other columns is projected out; the files have six digits.
constexpr double dependent_share = 1e-6;
constexpr double rank_tolerance = 1e-8; // of the bones' columns

// Its name, or else its number from 1 on.
Error bad_target(const Target& target, std::size_t index, std::string message) {
    return Error{ErrorKind::bad_input, std::move(message),
                 "target " + (target.name.empty() ? std::to_string(index + 1) : "\"" + target.name + "\"")};
}

bool moves_nothing(const Target& target) {
    return target.d.isZero(0.0);
}

std::string words_for_dependence(const Target& target) {
    return moves_nothing(target) ? "it moves no vertex of the mesh: all of its displacements are zero; remove it"
                                 : "its column of the rig depends on the others: the bones and the targets before it "
                                   "can make the same shape; remove it";
}

std::optional<Error> fault_in_target(const Target& target, std::size_t index, Index bone_count, Index vertex_count) {
    if (target.d.rows() != vertex_count) {
        return bad_target(target, index,
                          "it has displacements for " + std::to_string(target.d.rows()) + " vertices, the mesh has " +
                              std::to_string(vertex_count) + "; use the rig that belongs to this mesh");
    }
    if (!target.d.allFinite()) {
        return bad_target(target, index, "a displacement is not a finite number");
    }
    if (target.bone < 0 || target.bone >= bone_count) {
        return bad_target(target, index,
                          "it turns with bone " + std::to_string(target.bone) + ", but there are " +
                              std::to_string(bone_count));
    }
    return std::nullopt;
}

// Zero if it is zero.
Matrix of_length_one(const Points& d) {
    const double largest = d.cwiseAbs().maxCoeff(); // its square may overflow
    if (!(largest > 0.0)) {
        return d;
    }
    const Matrix scaled = d / largest;
    return scaled / scaled.norm();
}

// The displacements that the bones cannot make, one column of 3n numbers a target, each of length one at first.
Matrix beside_bones(std::span<const Target> targets, const Matrix& bone_columns) {
    const auto Q = orthonormal_basis(bone_columns, rank_tolerance);
    Matrix columns(3 * bone_columns.rows(), static_cast<Index>(targets.size()));
    for (std::size_t t = 0; t < targets.size(); ++t) {
        Matrix d = of_length_one(targets[t].d);
        if (Q) {
            project_out(*Q, d);
        }
        columns.col(static_cast<Index>(t)) = d.reshaped();
    }
    return columns;
}

// The first column with too little left beside those before it.
std::optional<std::size_t> first_dependent_column(Matrix columns) {
    for (Index t = 0; t < columns.cols(); ++t) {
        for (int pass = 0; pass < 2; ++pass) {
            const Vector along = columns.leftCols(t).transpose() * columns.col(t);
            columns.col(t) -= columns.leftCols(t) * along;
        }
        const double left = columns.col(t).norm();
        if (!(left > dependent_share)) {
            return static_cast<std::size_t>(t);
        }
        columns.col(t) /= left;
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in(std::span<const Target> targets, Index bone_count, Index vertex_count) {
    for (std::size_t t = 0; t < targets.size(); ++t) {
        if (auto fault = fault_in_target(targets[t], t, bone_count, vertex_count)) {
            return fault;
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_of_dependence(std::span<const Target> targets, const Matrix& bone_columns) {
    if (targets.empty()) {
        return std::nullopt;
    }
    const auto index = first_dependent_column(beside_bones(targets, bone_columns));
    return index ? std::optional(bad_target(targets[*index], *index, words_for_dependence(targets[*index])))
                 : std::nullopt;
}

std::vector<Target> moving_targets(std::span<const Target> targets) {
    std::vector<Target> moving;
    std::ranges::copy_if(targets, std::back_inserter(moving),
                         [](const Target& target) { return !moves_nothing(target); });
    return moving;
}

Matrix displacements_of(std::span<const Target> targets, Index vertex_count) {
    Matrix D(vertex_count, 3 * static_cast<Index>(targets.size()));
    for (std::size_t t = 0; t < targets.size(); ++t) {
        EXPECTS(targets[t].d.rows() == vertex_count);
        D.middleCols<3>(3 * static_cast<Index>(t)) = targets[t].d;
    }
    return D;
}

} // namespace limber
