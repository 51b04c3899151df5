// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Throws the selected character if a rigid ball carries it: a drag from it pulls an arrow over the floor, and the
/// release throws it along the arrow, rolling, the faster the longer the arrow is.
namespace limber::app {

/// The throw that rolls a ball from its place on the floor towards a point on it; nullopt: the point is on the ball.
std::optional<RigidThrow> throw_towards(const Vec3& target, const Throwable& ball);

class ThrowTool : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        is_found_ = false;
    }
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return held_.has_value();
    }
    /// The document stays as it is.
    bool is_editing() const override {
        return false;
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override {
        held_.reset();
    }
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override {
        return CursorShape::grab;
    }

    /// The throw that a release would do now; nullopt: none.
    std::optional<RigidThrow> aimed() const;

private:
    struct Held {
        Throwable ball; // where it was at the press
        Pixel start;
        bool has_moved = false;
        Vec3 target; // on the floor [m]
    };
    std::optional<Held> held_;
    bool is_found_ = false;
};

} // namespace limber::app
