#include "app/application/application_parts.h"

#include "app/controllers/surroundings.h"
#include "app/view/contact_marks.h"

#include <algorithm>

// What the characters may run into, and where they do. There is one set of obstacles in a scene, in the world: all run
// into what is seen, wherever they stand. How many points of a body are touched, and where its floor lies, is its own.
namespace limber::app {

void Application::surround() {
    const auto& obstacles = common_obstacles_.of(actors_);
    if (const auto done = display_.surround(renderer_, obstacles, drawn_obstacle(*obstacles)); !done) {
        say(Message::Kind::error, sentence(done.error()) + ".");
    }
    Overlay marks;
    for (const Snapshot& actor : actors_) {
        const CharacterInstance* part = editor_.scene().part(actor.actor);
        const bool is_painted = view_.brush.paints_density() && actor.actor == editor_.selected();
        if ((view_.contacts || is_painted) && part) {
            const double density =
                actor.actor == editor_.selected() ? editor_.controls().density : part->controls.density;
            draw_contacts(contact_marks(actor), arrow_scale(*actor.character, density),
                          frame_of(hand_.camera.now()).eye, marks);
        }
    }
    display_.mark(std::move(marks));
}

// The selected one among those that are drawn; -1: none.
int Application::drawn_obstacle(const Obstacles& drawn) const {
    const Obstacles& mine = editor_.description().contact.obstacles;
    const auto index = static_cast<std::size_t>(hand_.selection.index);
    if (hand_.selection.kind != Selection::Kind::obstacle || index >= mine.size()) {
        return -1;
    }
    const auto found = std::ranges::find(drawn, mine[index]);
    return found == drawn.end() ? -1 : static_cast<int>(found - drawn.begin());
}

void Application::move_obstacle(const InteractionCommands& commands) {
    if (!commands.moved_obstacle && !commands.removed_obstacle) {
        return;
    }
    CharacterDraft draft = editor_.draft();
    Obstacles& obstacles = draft.description.contact.obstacles;
    if (const auto& moved = commands.moved_obstacle; moved && moved->index < static_cast<int>(obstacles.size())) {
        obstacles[static_cast<std::size_t>(moved->index)].shape = moved->shape;
    }
    if (const auto& removed = commands.removed_obstacle; removed && *removed < static_cast<int>(obstacles.size())) {
        obstacles.erase(obstacles.begin() + *removed);
    }
    editor_.apply(draft);
}

// As the selected one stands on the stage.
LiveControls Application::simulated_controls() {
    LiveControls controls = editor_.controls();
    if (const CharacterInstance* part = editor_.scene().part(editor_.selected())) {
        models_.set_surroundings(editor_.scene(), part->model, controls);
    }
    return controls;
}

// Contact points are chosen beside the window, once the hand that turns their number has let go.
void Application::renew_surroundings() {
    carry_out(place_new_floors(editor_.scene(), models_));
    const bool is_held = hand_.is_holding() || painting_.is_painting() || Panels::is_editing();
    if (is_held || opening_ || arriving_ || !worker_.is_at_rest()) {
        return;
    }
    if (needs_contact_points(editor_.scene(), models_)) {
        rebuild_outdated();
    }
}

} // namespace limber::app
