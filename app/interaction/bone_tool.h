// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

/// Draws the bones of the selected character, and selects one by a click.
namespace limber::app {

class BoneTool : public Tool {
public:
    std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) override;
    void clear_find() override {
        found_.reset();
    }
    Commands click(const Touchable& scene) override;
    void draw(Sketch& sketch, const Touchable& scene) const override;
    std::string hint(const SurfacesHit& hit, const Touchable& scene) const override;

private:
    std::optional<int> found_;
};

} // namespace limber::app
