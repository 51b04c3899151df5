// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/cut_view.h"
#include "app/interaction/tool.h"
#include "app/view/mean_map.h"

#include <array>

/// Moves the cut through the selected character along its axis.
namespace limber::app {

/// The cut as it is drawn: the rectangle in which its plane meets the body's box, moved as the body is on average.
struct CutMark {
    std::array<Vec3, 4> corners; // [m]
    Vec3 low = Vec3::Zero();     // the rectangle's centre at place 0 [m]
    Vec3 high = Vec3::Zero();    // at place 1
    double place = 0.0;

    Vec3 centre() const {
        return low + place * (high - low);
    }
};

/// `box`: of the body at rest. `map`: 3 x 4, from there to the world.
CutMark cut_mark(const CutView& cut, const BoundingBox& box, const Affine& map);

/// The place along the mark's axis that is nearest to the mouse; nullopt when the axis points at the eye.
std::optional<double> place_at(const CutMark& mark, const MouseRay& ray);

class CutTool : public Tool {
public:
    /// nullopt: no cut is shown.
    void set_mark(const std::optional<CutMark>& mark) {
        mark_ = mark;
    }

    /// The dot that is dragged; nullopt: it is not shown.
    std::optional<Pixel> dot_at(const Touchable& scene) const {
        return mark_ ? pixel_of(scene.camera, scene.area, mark_->centre()) : std::nullopt;
    }

    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        is_found_ = false;
    }
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return held_.has_value();
    }
    bool is_editing() const override {
        return false; // the view is no part of the document
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    Commands take_edits(const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override;
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override {
        return held_ ? CursorShape::move : CursorShape::hand;
    }

private:
    struct Held {
        double start = 0.0; // place at the press
        double grip = 0.0;  // from the pressed place to that
    };
    std::optional<CutMark> mark_;
    std::optional<Held> held_;
    std::optional<double> moved_; // the place since the last edit
    bool is_found_ = false;
};

} // namespace limber::app
