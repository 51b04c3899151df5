#include "app/cli/off_screen.h"

#include "app/window/offscreen_context.h"

namespace limber::app {

Result<int> draw_off_screen(const std::function<Result<Image>(Renderer&)>& drawn, const std::filesystem::path& out) {
    const auto context = OffscreenContext::create();
    if (!context) {
        return context.error();
    }
    auto renderer = Renderer::create();
    if (!renderer) {
        return renderer.error();
    }
    Renderer studio = std::move(renderer).value();
    const auto image = drawn(studio);
    if (!image) {
        return image.error();
    }
    const auto written = write_png(image.value(), out);
    return written ? Result<int>(studio.draw_calls()) : Result<int>(written.error());
}

} // namespace limber::app
