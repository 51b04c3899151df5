// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/gizmo.h"
#include "app/interaction/tool.h"

/// Moves and turns what is selected by a gizmo. What has a gizmo derives from GizmoTool; RigGizmoTool poses bones and
/// places the whole rig.
namespace limber::app {

class GizmoTool : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        found_ = GizmoPart::none;
    }
    Commands press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    bool is_holding() const override {
        return drag_.has_value();
    }
    void drag(const Mouse& mouse, const Touchable& scene) override;
    Commands take_edits(const Touchable& scene) override;
    Release release(const Mouse& mouse, const Touchable& scene) override;
    void cancel() override;
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;

protected:
    /// Where the gizmo of the selection is; nullopt: nothing that is selected belongs to the tool.
    virtual std::optional<GizmoFrame> frame(const Touchable& scene) const = 0;
    /// Keeps the placement at the press.
    virtual void begin(const Touchable& scene) = 0;
    /// `change`: the world map from the placement at the press to the current one.
    virtual Commands moved(const Affine& change, const Touchable& scene) = 0;
    GizmoPart found() const {
        return found_;
    }

private:
    std::optional<GizmoDrag> drag_;
    std::optional<Affine> change_; // since the last edit
    GizmoPart found_ = GizmoPart::none;
};

class RigGizmoTool : public GizmoTool {
private:
    std::optional<GizmoFrame> frame(const Touchable& scene) const override;
    void begin(const Touchable& scene) override;
    Commands moved(const Affine& change, const Touchable& scene) override;

    Selection what_;
    Affine bone_ = identity_affine();  // the bone's world matrix at the press
    Affine start_ = identity_affine(); // offset of the bone or the rig at the press
};

} // namespace limber::app
