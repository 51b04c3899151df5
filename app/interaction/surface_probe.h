// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

namespace limber::app {

/// Keeps the triangle of the selected character under the mouse. It takes no clicks and no drags.
class SurfaceProbe : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        triangle_.reset();
    }
    /// A row of the drawn surface's triangles.
    std::optional<int> triangle() const {
        return triangle_;
    }

private:
    std::optional<int> triangle_;
};

} // namespace limber::app
