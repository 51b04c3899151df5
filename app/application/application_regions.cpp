#include "app/application/application_parts.h"

#include "app/document/region_edits.h"

#include <algorithm>

// Muscle regions that are painted by hand: a stroke edits the description, and the worker grows muscles for it. So with
// where the body touches. And what a muscle pulls towards, while time stands still.
namespace limber::app {
namespace {

// [s] that the brush must have rested: strokes follow each other, and what is begun for one cannot always be stopped.
constexpr double seconds_after_stroke = 0.6;

} // namespace

Canvas Application::canvas(const Touchable& scene, CharacterDraft& draft) const {
    return {scene, hand_.camera.now(), draft.description.muscles, draft.description.contact};
}

// What the brush leaves over.
std::vector<InputEvent> Application::painted(const std::vector<InputEvent>& events) {
    if (!view_.brush.is_held || opening_ || hand_.is_holding()) {
        return events;
    }
    const Touchable scene = touchable();
    CharacterDraft draft = editor_.draft();
    std::vector<InputEvent> others = brush_.take(events, view_.brush, canvas(scene, draft));
    editor_.apply(draft);
    poll_stroke();
    return others;
}

// One that erased the last of its region takes the region away: none can be without a vertex.
void Application::poll_stroke() {
    if (brush_.has_ended_on_density()) {
        poll_density();
    }
    const auto region = brush_.ended();
    const MuscleDescription& muscles = editor_.description().muscles;
    if (!region || *region >= muscles.regions.size()) {
        return;
    }
    since_stroke_ = 0.0;
    if (muscles.regions[*region].painted.is_blank()) {
        say(Message::Kind::notice,
            muscles.regions[*region].name + " was erased to the last vertex, and is gone; Ctrl+Z brings it back.",
            Message::Topic::undo);
        remove_erased_region(*region);
        view_.brush.region = -1;
    }
}

void Application::remove_erased_region(std::size_t region) {
    const MuscleExchange muscles = remove_region(editor_.edit_description().muscles, region);
    exchange(editor_.edit_controls().muscles, muscles);
    exchange_muscles(muscles);
}

// Of the other characters of the selected one's model.
void Application::exchange_muscles(const MuscleExchange& muscles) {
    const int model = editor_.instance()->model;
    editor_.edit([&, id = editor_.selected()](Document& document) {
        app::exchange_muscles(document.scene, model, id, muscles);
    });
}

// Where nothing is left to touch, there would be no contact at all.
void Application::poll_density() {
    if (editor_.description().contact.painted.is_blank()) {
        editor_.edit_description().contact.painted = {};
        say(Message::Kind::notice,
            "All of the body was erased, and touches everywhere alike again; Ctrl+Z brings back what was painted.",
            Message::Topic::undo);
    }
}

// As a region, with what was not painted in its own paler shade.
std::vector<MuscleRegion> Application::density_shown() const {
    PaintedRegion painted = editor_.description().contact.painted;
    if (!painted.is_there() && snapshot_.character) {
        painted = PaintedRegion(PaintLevels(snapshot_.character->boundary_vertices.size(), even_level));
    }
    MuscleRegion shown;
    shown.painted = std::move(painted);
    return {shown};
}

void Application::tend_regions() {
    if (!since_stroke_ || brush_.is_painting()) {
        return;
    }
    *since_stroke_ += clock_.seconds();
    if (*since_stroke_ < seconds_after_stroke || !built() || opening_) {
        return;
    }
    since_stroke_.reset();
    if (!built()->description.muscles.same_shapes(editor_.description().muscles)) {
        rebuild(Stage::muscles);
    }
}

// Whoever holds the brush sees what was painted.
void Application::show_paint() {
    const BrushOptions& brush = view_.brush;
    ViewOptions shown = view_;
    shown.paint = brush.is_held ? PaintKind::regions : view_.paint;
    if (paints_density()) {
        display_.show_regions(density_shown(), 0);
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

void Application::put_brush_down() {
    view_.brush.is_held = false;
    view_.brush.target = BrushTarget::muscle_region;
    view_.brush.region = -1;
    brush_.forget();
}

} // namespace limber::app
