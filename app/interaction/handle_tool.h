// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Pulls the flesh of the selected character by handles, which disappear at the release or stay when they are pinned.
namespace limber::app {

class HandleTool : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override;
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return held_.has_value();
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    bool scroll(double steps, const Mouse& mouse, const Touchable& scene) override;
    Commands take_edits(const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override;
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;
    CursorShape cursor() const override;

    /// The handle that is pulled stays after the release.
    void pin();
    /// The id of the handle under the mouse.
    std::optional<int> found() const {
        return found_;
    }
    /// The number of handles that stay after the release: all but one that is being pulled.
    int pinned_count(const CharacterControls& controls) const;

private:
    struct Held {
        int id = 0;
        Vec3 plane_point; // [m] the target moves in the plane through it that faces the camera
        Pixel start;
        bool has_moved = false;
        bool is_pinned = false;
        bool is_new = true;
    };
    Commands pull_flesh(const Mouse& mouse, const SurfaceHit& hit, const Touchable& scene);
    void pull_to(const Pixel& to, const Touchable& scene);

    std::optional<Held> held_;
    std::optional<Vec3> moved_; // [m] the target since the last edit
    std::optional<int> found_;
    bool has_found_flesh_ = false;
    int next_id_ = 1;
};

} // namespace limber::app
