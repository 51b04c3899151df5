// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Drags the target point of a gait search along its floor.
namespace limber::app {

/// The target point on the floor (goal_marks.h).
struct Goal {
    Vec3 at = Vec3::Zero(); // [m]
    Vec3 up = Vec3::UnitY();
    double radius = 0.1; // [m] of the ring that is drawn around it
};

class GoalTool : public Tool {
public:
    /// The goal that can be moved; nullopt: it is not shown, or a running search uses it.
    void set_goal(const std::optional<Goal>& goal) {
        goal_ = goal;
    }
    /// Whether the goal is under the mouse or being dragged.
    bool is_highlighted() const {
        return is_found_ || held_;
    }

    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        is_found_ = false;
    }
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return held_.has_value();
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    Commands take_edits(const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override {
        return held_ ? CursorShape::move : CursorShape::hand;
    }

private:
    struct Held {
        Goal start;
        Vec3 grip; // offset from the pressed point of the floor to the goal [m]
    };
    std::optional<Goal> goal_;
    std::optional<Held> held_;
    std::optional<Vec3> moved_; // [m] since the last edit
    bool is_found_ = false;
};

} // namespace limber::app
