// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/box_qp.h"
#include "engine/control/contact_subset.h"
#include "engine/control/goals.h"
#include "engine/stepper/step_derivative.h"

/// Control by looking one step ahead [Coros et al. 2012, Deformable Objects Alive!, sections 3 and 5]: before each
/// step, the activation p of the muscles (parameters of the rest shape, actuation/rest_shapes.h) is chosen to
///
///     minimise over p   1/2 |A'z(p) - b|^2  +  reg/2 |p|^2  +  rate/2 |p - p_last|^2
///     subject to        low_v <= p_v <= high_v,     |p_v - p_last,v| <= rate_bound h
///
/// Parameters have the limits of the walker, and lie between -bound and bound where it has none. Example poses have 0
/// and their strain: 0 <= w_k <= 1 in the paper's weights, with the rest pose free of charge. The weights of each group
/// of local examples are convex besides, sum w_k <= 1.
///
/// z(p) is the result of the step with its contacts (step.h). A Gauss-Newton iteration takes the step at the current p,
/// its derivative dz/dp (step_derivative.h), solves the quadratic problem with bounds (box_qp.h), and accepts the first
/// of the shares 1, 0.4, 0.4^2, ... of the change under which the true cost falls. It begins at the last p or, if that
/// is nearer to the goals, where the last change of p leads: a contact that opens in the step at the last p is missing
/// from the derivative. In most steps one or two iterations are enough. Where contacts open or close, the derivative is
/// that of other contacts, and a controller that stops early lets the feet chatter and slide: it goes on while the cost
/// falls. At an activation where a contact is about to open, close or slide, the derivative is that of one side, and
/// the change may lead to the other, where no share of it lowers the cost. If the linear problem has promised to halve
/// the cost, the derivative beyond, at the shortest share, is tried once an iteration.
///
/// With a look-ahead, the step ahead is one of 2h, in which p changes linearly: backward Euler reads p at its end, so
/// that the bound of the change is 2 rate_bound h, and the body's own step of h has half of the change. The whole of it
/// at once would move a stiff body twice as far as is wanted. The goals are those of the end of the step ahead.
///
/// A pose pulls p towards given activations instead of zero, by pose_weight/2 |p - pose|^2: those of a gait or of a
/// held shape, for the style in which goals are met.
///
/// The controller does not move the body: the step that the caller takes with `activation` is the ordinary one, and a
/// body without a controller is the passive body, bit for bit.
namespace limber {

struct OneStepOptions {
    double regularisation = 3e-3; // of p; the goals are in body lengths a second
    double rate = 3e-3;           // of the change of p
    double bound = 0.6;           // of each parameter without limits of its own
    double rate_bound = 8.0;      // [1/s] of each parameter's change
    int iterations = 6;           // at most
    double tolerance = 1e-3;      // there is another one while the last lowered the cost by more than this share
    bool looks_ahead = false;     // by one step of twice the time step
    bool operator==(const OneStepOptions&) const = default;
};

std::optional<Error> fault_in(const OneStepOptions& options);

struct OneStepReport {
    double cost_before = 0.0; // at the last activation
    double cost = 0.0;        // at the chosen one, at the end of the step ahead; never larger
    int steps = 0;            // that were taken ahead
    bool is_derived = true;   // false: the derivative could not be computed, the activation stays
};

class OneStepController {
public:
    /// The walker's model has muscles, and must outlive the controller. The steps ahead have the walker's contact
    /// points, at most `handle_capacity` handles, and the walker's springs.
    OneStepController(const Walker& walker, const OneStepOptions& options, Index handle_capacity = 8);

    /// Chooses the activation of the step of these controls from `state`. `rest_weight` is added to the regularisation,
    /// and pulls the body back to its rest shape. Their own activation is not read, but has one
    /// entry a muscle. Does not allocate if the controls have as many handles and forces as at the last call, an
    /// earlier call had as many contact points, and one had as many goals.
    ///
    /// `contacts` are those that steps ahead have; null: all. Without the points that are to leave the ground, a step
    /// ahead does not stand on them: while they stick, its derivative says that nothing can lift them.
    OneStepReport choose(const Controls& controls, const State& state, const std::vector<Goal>& goals,
                         double rest_weight = 0.0, const ContactSubset* contacts = nullptr);

    /// For the next choices.
    void set_looks_ahead(bool looks_ahead) {
        options_.looks_ahead = looks_ahead;
    }
    /// For the next choices; m, and a weight of at least 0. With the weight 0 there is none.
    void set_pose(const Vector& pose, double weight);

    /// m, within the bounds; zero at first.
    const Vector& activation() const {
        return activation_;
    }
    /// As if the last activation had been this one.
    void set_activation(const Vector& activation);
    /// The same as after a call of `choose` that chose it when the activation was `before`; m each, within the bounds.
    void set_activation(const Vector& activation, const Vector& before);
    /// The activation before the last choice; m.
    const Vector& activation_before() const {
        return last_;
    }
    /// Moves the activation towards rest, as fast as its bound allows, for a step without goals.
    void relax(double time_step);

private:
    // The step with an activation from the start; false if it is not finite.
    bool step_ahead(const Vector& activation);
    void exchange_steps_ahead();
    void set_time_step_ahead();
    void begin_from(const State& state, const ContactSubset* contacts);
    double cost_of(const Vector& activation) const;
    double steps_ahead() const {
        return options_.looks_ahead ? 2.0 : 1.0;
    }
    void extrapolate(OneStepReport& report);
    bool solve_linear();
    double cost_of_parameters(const Vector& activation) const;
    double promised_cost();
    bool shorten(OneStepReport& report);
    bool cross_kink(OneStepReport& report);
    void search(OneStepReport& report);

    OneStepOptions options_;
    double regularisation_ = 0.0; // of this step
    const ReducedModel* model_;
    StepDerivative derivative_;
    Workspace workspace_;       // of the last step ahead
    Workspace other_workspace_; // of the one at the last activation, while another is tried
    StepDerivative::Result derived_;
    GoalRows goals_;
    BoxQpSolver solver_;
    Controls controls_;
    State start_; // of this step, with the forces of the contacts that steps ahead have
    State ahead_;
    bool is_finite_ahead_ = true;
    State other_ahead_;                   // as other_workspace_
    std::vector<Points> forces_of_start_; // of other numbers of contact points than now
    std::vector<Points> forces_of_ahead_; // likewise
    std::vector<Points> forces_of_other_ahead_;
    Vector activation_;
    Vector last_; // of the step before
    Vector before_last_;
    ActivationLimits limits_;
    Vector low_;  // bounds of this step
    Vector high_; //
    Vector pose_;
    double pose_weight_ = 0.0;
    Vector centre_; // of the regularisation
    Vector move_;
    Vector trial_;
    Vector best_; // before a kink is crossed
    Vector d_;    // right-hand side; at least one entry a goal
};

} // namespace limber
