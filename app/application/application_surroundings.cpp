#include "app/application/application_parts.h"

#include "app/scene/contact_marks.h"

// What the characters may run into, and where they do.
namespace limber::app {

void Application::surround() {
    if (const auto done = display_.surround(renderer_, obstacles_of(actors_), -1); !done) {
        say(Message::Kind::error, sentence(done.error()) + ".");
    }
    Overlay marks;
    for (const Snapshot& actor : actors_) {
        const Part* part = edits_.ensemble.part(actor.actor);
        if (view_.contacts && part) {
            const double density = actor.actor == edits_.selected ? edits_.controls.density : part->controls.density;
            draw_contacts(contact_marks(actor), arrow_scale(*actor.character, density),
                          frame_of(hand_.camera.now()).eye, marks);
        }
    }
    display_.mark(std::move(marks));
}

} // namespace limber::app
