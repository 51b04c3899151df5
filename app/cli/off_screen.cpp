#include "app/cli/off_screen.h"

#include "app/rendering/data_folder.h"
#include "app/window/offscreen_context.h"

namespace limber::app {

Result<Done> draw_off_screen(const std::function<Result<Image>(Renderer&)>& drawn, const std::filesystem::path& out) {
    const auto context = OffscreenContext::create();
    if (!context) {
        return context.error();
    }
    const auto shaders = data_folder("shaders");
    if (!shaders) {
        return shaders.error();
    }
    auto renderer = Renderer::create(shaders.value());
    if (!renderer) {
        return renderer.error();
    }
    Renderer studio = std::move(renderer).value();
    const auto image = drawn(studio);
    return image ? write_png(image.value(), out) : Result<Done>(image.error());
}

} // namespace limber::app
