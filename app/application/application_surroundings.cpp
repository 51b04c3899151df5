#include "app/application/application_parts.h"

#include "app/scene/character_surroundings.h"
#include "app/scene/contact_marks.h"
#include "app/scene/obstacle_placing.h"

#include <algorithm>
#include <set>

// What the characters may run into, and where they do. There is one set of obstacles in a scene, in the world: all run
// into what is seen, wherever they stand. How many points of a body are touched, and where its floor lies, is its own.
namespace limber::app {

void Application::surround() {
    const Obstacles obstacles = obstacles_of(actors_);
    if (const auto done = display_.surround(renderer_, obstacles, drawn_obstacle(obstacles)); !done) {
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

// The selected one among those that are drawn; -1: none.
int Application::drawn_obstacle(const Obstacles& drawn) const {
    const Obstacles& mine = edits_.description.contact.obstacles;
    const auto index = static_cast<std::size_t>(hand_.selection.index);
    if (hand_.selection.kind != Selection::Kind::obstacle || index >= mine.size()) {
        return -1;
    }
    const auto found = std::ranges::find(drawn, mine[index]);
    return found == drawn.end() ? -1 : static_cast<int>(found - drawn.begin());
}

void Application::move_obstacle(const Wishes& wishes) {
    Obstacles& mine = edits_.description.contact.obstacles;
    if (const auto& moved = wishes.moved_obstacle; moved && moved->index < static_cast<int>(mine.size())) {
        mine[static_cast<std::size_t>(moved->index)].shape = moved->shape;
    }
    if (const auto& removed = wishes.removed_obstacle; removed && *removed < static_cast<int>(mine.size())) {
        mine.erase(mine.begin() + *removed);
    }
}

// What the edits say of the surroundings reaches the models at once; nothing else of them is built anew.
void Application::renew_surroundings() {
    share_obstacles();
    for (auto& [number, description] : edits_.ensemble.models) {
        CharacterPtr& model = models_.at(number);
        if (model->description.contact == description.contact) {
            continue;
        }
        if (auto next = with_surroundings(model, description.contact)) {
            model = std::move(next).value();
        } else {
            say(Message::Kind::error, sentence(next.error()) + ".");
            description.contact = model->description.contact;
            edits_.take_out(edits_.selected);
        }
    }
}

// Of those who come in from several files, what each of them brings along is there for all.
void Application::gather_obstacles() {
    Obstacles all;
    for (const auto& [number, description] : edits_.ensemble.models) {
        std::ranges::copy_if(description.contact.obstacles, std::back_inserter(all),
                             [&](const Obstacle& one) { return std::ranges::find(all, one) == all.end(); });
    }
    for (auto& [number, description] : edits_.ensemble.models) {
        description.contact.obstacles = all;
    }
}

// Of parts that come in, along with them.
void Application::carry_obstacles(const std::vector<Part>& parts, const Vec3& way) {
    Affine change = identity_affine();
    change.col(3) = way;
    std::set<int> carried_models;
    for (const Part& part : parts) {
        if (!carried_models.insert(part.model).second) {
            continue;
        }
        for (Obstacle& obstacle : edits_.ensemble.models.at(part.model).contact.obstacles) {
            obstacle.shape = carried(obstacle.shape, change);
        }
    }
}

// The obstacles of the selected one are those of all.
void Application::share_obstacles() {
    for (auto& [number, description] : edits_.ensemble.models) {
        if (description.contact.obstacles != edits_.description.contact.obstacles) {
            description.contact.obstacles = edits_.description.contact.obstacles;
        }
    }
}

} // namespace limber::app
