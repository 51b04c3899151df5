// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/gizmo_tool.h"

/// Selects obstacles by a click and moves them by a gizmo.
namespace limber::app {

class ObstacleTool : public GizmoTool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override;
    Commands click(const Touchable& scene) override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;

private:
    std::optional<GizmoFrame> frame(const Touchable& scene) const override;
    void begin(const Touchable& scene) override;
    Commands moved(const Affine& change, const Touchable& scene) override;

    std::optional<int> found_obstacle_;
    int held_ = 0;
    Shape start_;
};

} // namespace limber::app
