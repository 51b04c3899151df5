// SPDX-License-Identifier: MIT
#include "engine/actuation/element_muscles.h"

#include "engine/actuation/rest_shapes.h"
#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/model/vertex_columns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// Calls visit(element, first difference of it) for each element.
template <typename Visit>
void for_each_element(const std::vector<CorotatedElement>& elements, const Visit& visit) {
    Index first = 0;
    for (std::size_t e = 0; e < elements.size(); ++e) {
        visit(e, first);
        first += elements[e].D.rows();
    }
}

// Q x 3
Points differences_of(const std::vector<CorotatedElement>& elements, const Points& x) {
    Points differences(difference_count(elements), 3);
    for_each_element(elements, [&](std::size_t e, Index first) {
        const CorotatedElement& element = elements[e];
        differences.middleRows(first, element.D.rows()) = element.D * x(element.vertices, Eigen::all);
    });
    return differences;
}

// Q
Vector weights_of(const std::vector<CorotatedElement>& elements) {
    Vector weights(difference_count(elements));
    for_each_element(elements, [&](std::size_t e, Index first) {
        weights.segment(first, elements[e].weight.size()) = elements[e].weight;
    });
    return weights;
}

// 3Q, one weight an axis
Vector weights_of_axes(const ElementBody& body) {
    return weights_of(body.elements).transpose().replicate(3, 1).reshaped();
}

Eigen::Map<const Points> rows_of(const Matrix& stacked, Index column) {
    return {stacked.col(column).data(), stacked.rows() / 3, 3};
}

Vector stacked(const Points& rows) {
    return Eigen::Map<const Vector>(rows.data(), rows.size());
}

int group_count(const std::vector<int>& groups) {
    return groups.empty() ? 0 : 1 + *std::ranges::max_element(groups);
}

// 3n x 3: the displacements of a rotation about each axis, to first order.
Matrix rotations_of(const Points& X) {
    Matrix rotations(X.size(), 3);
    for (int axis = 0; axis < 3; ++axis) {
        for (Index i = 0; i < X.rows(); ++i) {
            rotations.col(axis).segment<3>(3 * i) = Vec3::Unit(axis).cross(Vec3(X.row(i).transpose()));
        }
    }
    return rotations;
}

// a' diag(w) b
Matrix weighted_products(const Matrix& a, const Vector& w, const Matrix& b) {
    return a.transpose() * (w.asDiagonal() * b);
}

// D without the part that rotates the whole body, in the metric of the differences. A body on a line has only two
// rotations.
Matrix without_rotations(const ElementBody& body, const Matrix& D, const Vector& w) {
    const Matrix rotations = rotations_of(body.X);
    const Matrix turned = displaced_differences(body.elements, rotations);
    const Eigen::SelfAdjointEigenSolver<Matrix> solved(weighted_products(turned, w, turned));
    Vector inverse = solved.eigenvalues();
    for (double& value : inverse) {
        value = value > 1e-12 * solved.eigenvalues()(2) ? 1.0 / value : 0.0;
    }
    const Matrix along = solved.eigenvectors() * inverse.asDiagonal() * solved.eigenvectors().transpose();
    return D - rotations * (along * weighted_products(turned, w, displaced_differences(body.elements, D)));
}

// The rows of G of each group (ClusterSet): F_g = sum w d t' / w_g for these targets t (Q x 3). 3g x s.
Matrix rows_of_groups(const ElementBody& body, const std::vector<int>& groups, const Points& targets,
                      const Matrix& basis) {
    Matrix rows = Matrix::Zero(3 * group_count(groups), basis.cols());
    for_each_element(body.elements, [&](std::size_t e, Index first) {
        const CorotatedElement& element = body.elements[e];
        const auto of_element = targets.middleRows(first, element.D.rows());
        rows.middleRows(3 * groups[e], 3) +=
            of_element.transpose() * element.weight.asDiagonal() * element.D * basis(element.vertices, Eigen::all);
    });
    return rows;
}

// w_g
Vector weights_of_groups(const ElementBody& body, const std::vector<int>& groups) {
    Vector weights = Vector::Zero(group_count(groups));
    for (std::size_t e = 0; e < groups.size(); ++e) {
        weights(groups[e]) += element_gradient(body.elements[e], body.X).weight;
    }
    return weights;
}

// Whether every number from zero to the largest is the group of an element.
bool are_numbered(const std::vector<int>& groups) {
    if (!std::ranges::all_of(groups, [](int group) { return group >= 0; })) {
        return false;
    }
    std::vector<bool> is_used(static_cast<std::size_t>(group_count(groups)), false);
    for (const int group : groups) {
        is_used[static_cast<std::size_t>(group)] = true;
    }
    return std::ranges::find(is_used, false) == is_used.end();
}

std::optional<Error> fault_in(const ElementBody& body, const Matrix& W, const ReducedModel& model,
                              const std::vector<int>& groups, const Matrix& targets) {
    EXPECTS(W.rows() == body.X.rows() && model.mode_count() == W.cols());
    if (groups.size() != body.elements.size() || targets.rows() != 3 * difference_count(body.elements)) {
        return Error{ErrorKind::bad_input, "the muscles belong to another body", "muscles"};
    }
    if (!are_numbered(groups)) {
        return Error{ErrorKind::bad_input, "groups of elements are not numbered from zero without a gap", "muscles"};
    }
    if (!targets.allFinite()) {
        return Error{ErrorKind::bad_input, "a muscle's target is not a finite number", "muscles"};
    }
    return std::nullopt;
}

} // namespace

Index difference_count(const std::vector<CorotatedElement>& elements) {
    Index count = 0;
    for (const CorotatedElement& element : elements) {
        count += element.D.rows();
    }
    return count;
}

Matrix displaced_differences(const std::vector<CorotatedElement>& elements, const Matrix& D) {
    Matrix targets(3 * difference_count(elements), D.cols());
    for (Index v = 0; v < D.cols(); ++v) {
        targets.col(v) = stacked(differences_of(elements, rows_of(D, v)));
    }
    return targets;
}

std::vector<int> one_group(const ElementBody& body) {
    return std::vector<int>(body.elements.size(), 0);
}

std::vector<int> group_of_each(const ElementBody& body) {
    std::vector<int> groups(body.elements.size());
    for (std::size_t e = 0; e < groups.size(); ++e) {
        groups[e] = static_cast<int>(e);
    }
    return groups;
}

Matrix example_differences(const ElementBody& body, const std::vector<int>& groups,
                           const std::vector<Points>& examples) {
    EXPECTS(groups.size() == body.elements.size());
    const Points at_rest = differences_of(body.elements, body.X);
    const Vector w = weights_of(body.elements);
    Matrix targets(3 * at_rest.rows(), static_cast<Index>(examples.size()));
    for (std::size_t k = 0; k < examples.size(); ++k) {
        EXPECTS(examples[k].rows() == body.X.rows() && examples[k].allFinite());
        Points d = differences_of(body.elements, examples[k]);
        std::vector<Mat3> F(static_cast<std::size_t>(group_count(groups)), Mat3::Zero());
        for_each_element(body.elements, [&](std::size_t e, Index first) {
            const Index count = body.elements[e].D.rows();
            F[static_cast<std::size_t>(groups[e])] += d.middleRows(first, count).transpose() *
                                                      w.segment(first, count).asDiagonal() *
                                                      at_rest.middleRows(first, count);
        });
        for_each_element(body.elements, [&](std::size_t e, Index first) {
            auto rows = d.middleRows(first, body.elements[e].D.rows());
            rows = Points(rows * nearest_rotation(F[static_cast<std::size_t>(groups[e])]));
        });
        targets.col(static_cast<Index>(k)) = stacked(d - at_rest);
    }
    return targets;
}

Vector sizes_of_targets(const ElementBody& body, const Matrix& targets) {
    EXPECTS(targets.rows() == 3 * difference_count(body.elements));
    const Vector w = weights_of_axes(body);
    const Vector at_rest = stacked(differences_of(body.elements, body.X));
    const double whole = w.dot(at_rest.cwiseAbs2());
    Vector sizes(targets.cols());
    for (Index v = 0; v < targets.cols(); ++v) {
        sizes(v) = std::sqrt(w.dot(targets.col(v).cwiseAbs2()) / whole);
    }
    return sizes;
}

Matrix whitened_element_shapes(const ElementBody& body, const Matrix& D, double drop) {
    EXPECTS(D.rows() == body.X.size() && D.cols() > 0 && D.allFinite());
    const Vector w = weights_of_axes(body);
    const Matrix unturned = without_rotations(body, D, w);
    const Matrix targets = displaced_differences(body.elements, unturned);
    const double whole = w.dot(stacked(differences_of(body.elements, body.X)).cwiseAbs2());
    return whitened(unturned, weighted_products(targets, w, targets) / whole, drop);
}

Result<ActuationSet> element_actuation(const ElementBody& body, const Rig& rig, const Matrix& W,
                                       const ReducedModel& model, const std::vector<int>& groups,
                                       const Matrix& targets) {
    if (auto fault = fault_in(body, W, model, groups, targets)) {
        return *fault;
    }
    const Matrix B = coordinate_columns(W, model);
    const Matrix J = rig_jacobian(body.X, rig);
    const Vector weights = weights_of_groups(body, groups);
    const Vector inverse = weights.cwiseInverse().transpose().replicate(3, 1).reshaped();
    const auto part_of = [&](const Points& differences) {
        return cluster_set(inverse.asDiagonal() * rows_of_groups(body, groups, differences, B),
                           inverse.asDiagonal() * rows_of_groups(body, groups, differences, J), weights,
                           Vector::Zero(weights.size()));
    };
    const Points at_rest = differences_of(body.elements, body.X);
    const Vector w = weights_of_axes(body);
    ActuationSet set;
    set.rest = part_of(at_rest);
    set.w_sum = weights.sum();
    set.linear = targets.transpose() * w.cwiseProduct(stacked(at_rest));
    set.quadratic = weighted_products(targets, w, targets);
    for (Index v = 0; v < targets.cols(); ++v) {
        set.muscles.push_back(part_of(rows_of(targets, v)));
    }
    return set;
}

} // namespace limber
