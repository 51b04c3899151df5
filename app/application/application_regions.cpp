#include "app/application/application_parts.h"

#include <algorithm>

// What the brush paints, and the shape that a muscle pulls towards, on the character.
namespace limber::app {

std::vector<InputEvent> Application::painted(const std::vector<InputEvent>& events) {
    if (!view_.brush.is_held || opening_ || hand_.is_holding()) {
        return events;
    }
    auto [others, commands] = painting_.take(events, view_.brush, {editor_, touchable(), hand_.camera.now()});
    carry_out(commands);
    return std::move(others);
}

// While the brush is held, the paint shows what it paints.
void Application::show_paint() {
    const BrushOptions& brush = view_.brush;
    ViewOptions shown = view_;
    shown.paint = brush.is_held ? PaintKind::regions : view_.paint;
    if (brush.paints_density()) {
        display_.show_regions({density_region(editor_.description(), snapshot_.character.get())}, 0);
    } else {
        display_.show_regions(editor_.description().muscles.regions, brush.is_held ? brush.region : -1);
    }
    display_.update(renderer_, snapshot_, shown);
}

// Only while time stands still: whoever plays sees what the muscles do instead.
void Application::show_target() {
    if (playback_.is_playing() || opening_) {
        view_.target = {};
    }
    if (const auto done = target_.show(renderer_, snapshot_, view_.target); !done) {
        view_.target = {};
        say(Message::Kind::error, sentence(done.error()) + ".");
    }
}

std::size_t Application::place_of_selected() const {
    const auto actor = std::ranges::find(actors_, editor_.selected(), &Snapshot::actor);
    return static_cast<std::size_t>(actor - actors_.begin());
}

void Application::draw_caption(Sketch& sketch) const {
    const std::string caption = snapshot_.character ? caption_of(*snapshot_.character, view_.target) : "";
    if (!caption.empty()) {
        const ViewArea& area = layout_.dynamics;
        sketch.labels.push_back({Pixel(area.centre().x(), area.y + area.height - 50.0 * content_scale_), caption});
    }
}

} // namespace limber::app
