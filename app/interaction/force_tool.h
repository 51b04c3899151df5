// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Places forces on the flesh of the selected character: Ctrl + drag pulls the arrow of a new force out of the flesh,
/// and the tip of an arrow is dragged to change its force.
namespace limber::app {

class ForceTool : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override;
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return held_.has_value();
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    Commands take_edits(const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override;
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override;

    /// The id of the force whose tip is under the mouse.
    std::optional<int> found() const {
        return found_;
    }

private:
    struct Held {
        int id = 0;
        Vec3 point;       // [m] of the body, where the arrow begins
        Vec3 plane_point; // [m] the tip moves in the plane through it that faces the camera
        Pixel start;
        bool has_moved = false;
        bool is_new = true;
    };
    Commands begin_force(const Mouse& mouse, const SurfaceHit& hit, const Touchable& scene);

    std::optional<Held> held_;
    std::optional<Vec3> tip_; // [m] since the last edit
    std::optional<int> found_;
    bool has_found_flesh_ = false; // with Ctrl
    int next_id_ = 1;
};

} // namespace limber::app
