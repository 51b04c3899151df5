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

// While the hand moves an obstacle, or turns its numbers, where it stands is part of the controls, and the model
// follows when it is let go: a long drag is one thing that happened, and not a model a frame.
bool Application::is_moving_obstacles(const CharacterPtr& model, const SceneDescription& description) const {
    const bool is_held = hand_.is_holding() || Panels::is_editing();
    const SurroundingsDescription& before = model->description.contact;
    SurroundingsDescription moved_back = description.contact;
    moved_back.obstacles = before.obstacles;
    const bool are_as_many = description.contact.obstacles.size() == before.obstacles.size();
    return is_held && model->contact_points && are_as_many && moved_back == before;
}

// Of one part's model; null where they stand where the model has them.
std::shared_ptr<const Obstacles> Application::moved_obstacles(const Part& part) {
    const CharacterPtr& model = models_.at(part.model);
    const SurroundingsDescription& contact = edits_.ensemble.models.at(part.model).contact;
    std::shared_ptr<const Obstacles>& moved = moved_[part.model];
    if (model->description.contact == contact || !model->contact_points) {
        moved = nullptr;
        return nullptr;
    }
    Obstacles now = obstacles_around(*model, contact);
    if (!moved || *moved != now) {
        moved = std::make_shared<const Obstacles>(std::move(now));
    }
    return moved;
}

// How high the floor of those lies who have one, along the first one's up.
std::optional<double> Application::floor_level() const {
    for (const Part& part : edits_.ensemble.parts) {
        const CharacterPtr& model = models_.at(part.model);
        if (model->description.contact.floor && model->obstacles) {
            return standing_of(model->obstacles->front().shape).col(3).dot(up_of(model->description));
        }
    }
    return std::nullopt;
}

// Under the rest shapes of all of a model, as they came in; along its up.
double Application::floor_under(int model) const {
    std::optional<double> lowest;
    for (const Part& part : edits_.ensemble.parts) {
        if (part.model == model) {
            const double its = floor_height_under(*models_.at(model), part.home);
            lowest = lowest ? std::min(*lowest, its) : its;
        }
    }
    return lowest.value_or(0.0);
}

// Whoever comes in stands on the floor of those who are there, and else on its own, which comes along.
void Application::put_on_floor(const std::vector<Part>& parts, const std::optional<double>& level, const Vec3& way) {
    for (const Part& part : parts) {
        const CharacterPtr& model = models_.at(part.model);
        SurroundingsDescription& contact = edits_.ensemble.models.at(part.model).contact;
        if (contact.floor && model->obstacles) {
            const Vec3 up = up_of(model->description);
            const double its = standing_of(model->obstacles->front().shape).col(3).dot(up) + way.dot(up);
            contact.floor_height = level.value_or(its);
        }
    }
}

// What the edits say of the surroundings reaches the models at once; nothing else of them is built anew.
void Application::renew_surroundings() {
    share_obstacles();
    for (auto& [number, description] : edits_.ensemble.models) {
        CharacterPtr& model = models_.at(number);
        if (model->description.contact == description.contact || is_moving_obstacles(model, description)) {
            continue;
        }
        const bool has_floor_now = description.contact.floor && !model->description.contact.floor;
        if (has_floor_now && edits_.ensemble.parts.size() > 1) {
            description.contact.floor_height = floor_level().value_or(floor_under(number));
            edits_.take_out(edits_.selected);
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
