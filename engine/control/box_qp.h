// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// A least-squares problem with bounds and few rows,
///
///     minimise 1/2 |J p - d|^2 + weight/2 |p - centre|^2     subject to   low <= p <= high,
///
/// by a primal active set [Nocedal and Wright 2006, Numerical Optimization, section 16.5]: the free variables move to
/// their minimum, or until the first one meets a bound, which it then keeps; at a minimum the bound whose multiplier
/// has the wrong sign by most is released. The objective falls with every move, so no set of bounds comes twice.
///
/// With F the free variables and B the others, the minimum of the free ones is
///
///     p_F = centre_F - J_F' u,     (weight I + J_F J_F') u = J_F centre_F + J_B p_B - d,
///
/// a system of as many unknowns as J has rows, which changes by one column a move.
///
/// Groups of variables may have a bound of their sums besides, sum_v a_v p_v <= 1. One that is tight, with the
/// multiplier l, is a further row of J without the weight on its diagonal: its unknown is l / weight.
namespace limber {

/// Each column has the shares a_v >= 0 of one group, and columns share no variable.
struct GroupBounds {
    Matrix share; // p x g

    /// Scales the variables of each group whose bound p exceeds, so that it is met.
    void shrink(Vector& p) const;
    /// Moves the end of a way from a point within the bounds back to where it leaves each of them.
    void shorten(const Vector& from, Vector& end) const;

private:
    double room(const Vector& from, const Vector& end, Index group) const;
};

struct BoxQp {
    Eigen::Ref<const Matrix> J;          // r x p
    Eigen::Ref<const Vector> d;          // r
    double weight = 1.0;                 // above 0
    Eigen::Ref<const Vector> centre;     // p
    Eigen::Ref<const Vector> low;        // p
    Eigen::Ref<const Vector> high;       // p, not below low
    const GroupBounds* groups = nullptr; // that `start` is within; null: none
};

/// J'(J p - d) + weight (p - centre).
Vector gradient(const BoxQp& problem, const Vector& p);

/// The largest violation of the optimality conditions at p: how far p is outside the bounds, and the part of the
/// gradient that no bound explains. Without groups.
double optimality_violation(const BoxQp& problem, const Vector& p);

/// Solves problems of one number of variables. Allocates only when a problem has more rows than any before.
class BoxQpSolver {
public:
    explicit BoxQpSolver(Index variables);

    /// Starts from `start`, moved between the bounds, which are held at first where it is at them. The largest
    /// violation of the optimality conditions of the result is below 1e-12 of |J'J p| and |J'd|.
    const Vector& minimise(const BoxQp& problem, const Vector& start);
    /// Of the last call.
    int moves() const {
        return moves_;
    }

private:
    enum class Bound { none, low, high };

    void reserve(Index rows);
    void minimise_within(const BoxQp& problem, const Vector& start);
    void set_tight(const BoxQp& problem, Index group, bool is_tight);
    bool has_free_variable(const GroupBounds& groups, Index group) const;
    double slack_of(const BoxQp& problem, double share, Index& blocking) const;
    void keep_multipliers(const BoxQp& problem);
    void loosen_held_groups(const BoxQp& problem);
    Index worst_group(const BoxQp& problem, double& most) const;
    void set_free(const BoxQp& problem, Index variable, Bound bound);
    void sum_columns(const BoxQp& problem);
    bool move_free(const BoxQp& problem);
    void solve_rows(const BoxQp& problem);
    void refine_rows(const BoxQp& problem);
    void refine_free(const BoxQp& problem);
    void compute_gradient(const BoxQp& problem);
    bool release_worst(const BoxQp& problem);

    Vector p_;
    Vector move_;     // to the minimum of the free variables, 0 for the others
    Vector gradient_; // p
    Vector image_;    // p: of the gradient's largest parts
    std::vector<Bound> bounds_;
    Matrix gram_;       // r x r: J_F J_F'
    Matrix factor_;     // r x r: lower Cholesky factor of weight I + gram
    Vector residual_;   // r
    Vector rows_;       // r: u
    Vector correction_; // r
    // Of groups, whose rows follow those of J:
    Matrix all_rows_;            // r x p: J, then the shares of tight groups, or zero
    Vector all_d_;               // r
    Vector row_weight_;          // r: the weight, or 0 of a tight group
    Vector high_;                // p: infinite where the group implies it, or both would hold the same variable
    Vector multiplier_;          // g
    std::vector<bool> is_tight_; // g
    Index first_group_ = 0;      // row
    int moves_ = 0;
};

} // namespace limber
