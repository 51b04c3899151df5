// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Orbits, pans and zooms the camera: a drag beside everything else, or with the right or middle button or Alt
/// anywhere. A double click on the body makes that point the centre of the orbit.
namespace limber::app {

class CameraTool : public Tool {
public:
    GlidingCamera camera;

    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {}
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return drag_ != Drag::none;
    }
    bool is_editing() const override {
        return false;
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    bool scroll(double steps, const Mouse& mouse, const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override {
        drag_ = Drag::none;
    }
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override {
        return drag_ == Drag::pan ? CursorShape::move : CursorShape::arrow;
    }

private:
    enum class Drag { none, orbit, pan };
    Drag drag_ = Drag::none;
    bool may_be_click_ = false;
    Pixel start_ = Pixel::Zero();
    Pixel last_ = Pixel::Zero();
};

} // namespace limber::app
