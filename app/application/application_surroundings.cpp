#include "app/application/application_parts.h"

#include "app/character/character_surroundings.h"
#include "app/document/obstacle_placing.h"
#include "app/view/contact_marks.h"

#include <algorithm>
#include <set>

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
        const bool is_painted = paints_density() && actor.actor == editor_.selected();
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

// Where they are others than its model was built among; null: they are the same.
std::shared_ptr<const Obstacles> Application::other_obstacles(const CharacterInstance& part) {
    const CharacterPtr& model = models_.at(part.model);
    const SurroundingsDescription& contact = editor_.scene().models.at(part.model).contact;
    if (model->description.contact == contact || !model->contact_points) {
        around_.erase(part.model);
        return nullptr;
    }
    Around& around = around_[part.model];
    if (around.model != model || around.contact != contact) {
        Obstacles now = obstacles_around(*model, contact);
        const bool are_its_own = model->obstacles && now == *model->obstacles;
        const bool are_known = around.model == model && around.obstacles && now == *around.obstacles;
        if (!are_known) {
            around.obstacles = are_its_own ? nullptr : std::make_shared<const Obstacles>(std::move(now));
        }
        around.model = model;
        around.contact = contact;
    }
    return around.obstacles;
}

// All of it that needs no points anew goes into the next step, and neither the model nor its motion hears of it.
void Application::set_surroundings(const CharacterInstance& part, LiveControls& controls) {
    const SurroundingsDescription& contact = editor_.scene().models.at(part.model).contact;
    controls.friction_law = contact.friction_law;
    controls.kept = contact.kept;
    controls.obstacles = other_obstacles(part);
}

// As the selected one stands on the stage.
LiveControls Application::simulated_controls() {
    LiveControls controls = editor_.controls();
    if (const CharacterInstance* part = editor_.scene().part(editor_.selected())) {
        set_surroundings(*part, controls);
    }
    return controls;
}

// How high the floor of those lies who have one, along the first one's up.
std::optional<double> Application::floor_level() const {
    for (const CharacterInstance& part : editor_.scene().parts) {
        const Character& model = *models_.at(part.model);
        const SurroundingsDescription& contact = editor_.scene().models.at(part.model).contact;
        if (contact.floor && (contact.floor_height || model.description.contact.floor)) {
            return standing_of(obstacles_around(model, contact).front().shape).col(3).dot(up_of(model.description));
        }
    }
    return std::nullopt;
}

// Under the rest shapes of all of a model, as they came in; along its up.
double Application::floor_under(int model) const {
    std::optional<double> lowest;
    for (const CharacterInstance& part : editor_.scene().parts) {
        if (part.model == model) {
            const double its = floor_height_under(*models_.at(model), part.home);
            lowest = lowest ? std::min(*lowest, its) : its;
        }
    }
    return lowest.value_or(0.0);
}

// Whoever comes in stands on the floor of those who are there, and else on its own, which comes along.
void Application::put_on_floor(Scene& coming, const std::optional<double>& level, const Vec3& way) const {
    for (const CharacterInstance& part : coming.parts) {
        const CharacterPtr& model = models_.at(part.model);
        SurroundingsDescription& contact = coming.models.at(part.model).contact;
        if (contact.floor && model->obstacles) {
            const Vec3 up = up_of(model->description);
            const double its = standing_of(model->obstacles->front().shape).col(3).dot(up) + way.dot(up);
            contact.floor_height = level.value_or(its);
        }
    }
}

// Among several, a floor that is new lies where those of the others do.
void Application::lay_floors() {
    if (editor_.scene().parts.size() < 2) {
        return;
    }
    for (const auto& [number, description] : editor_.scene().models) {
        const SurroundingsDescription& contact = description.contact;
        if (contact.floor && !contact.floor_height && !models_.at(number)->description.contact.floor) {
            const double height = floor_level().value_or(floor_under(number));
            editor_.edit([&, model = number](Document& document) {
                document.scene.models.at(model).contact.floor_height = height;
            });
        }
    }
}

// Contact points are chosen beside the window, once the hand that turns their number has let go.
void Application::renew_surroundings() {
    lay_floors();
    const bool is_held = hand_.is_holding() || brush_.is_painting() || Panels::is_editing();
    if (is_held || opening_ || arriving_ || !worker_.is_at_rest()) {
        return;
    }
    const bool is_outdated = std::ranges::any_of(editor_.scene().models, [this](const auto& model) {
        return needs_other_points(models_.at(model.first)->description.contact, model.second.contact);
    });
    if (is_outdated) {
        rebuild_outdated();
    }
}

// Of a model that could not be built, what its steps are told anyhow stays; and as it has none of its obstacles where
// it has no points, nobody has.
void Application::keep_surroundings(Scene& scene, int model, const SurroundingsDescription& wanted) const {
    const SurroundingsDescription& before = models_.at(model)->description.contact;
    SurroundingsDescription& contact = scene.models.at(model).contact;
    contact = needs_other_points(before, wanted) ? with_points_of(before, wanted) : wanted;
    for (auto& [number, description] : scene.models) {
        description.contact.obstacles = contact.obstacles;
    }
}

// Of those who come in from several files, what each of them brings along is there for all.
void Application::gather_obstacles(Scene& scene) {
    Obstacles all;
    for (const auto& [number, description] : scene.models) {
        std::ranges::copy_if(description.contact.obstacles, std::back_inserter(all),
                             [&](const Obstacle& one) { return std::ranges::find(all, one) == all.end(); });
    }
    for (auto& [number, description] : scene.models) {
        description.contact.obstacles = all;
    }
}

// Of parts that come in, along with them.
void Application::carry_obstacles(Scene& coming, const Vec3& way) {
    Affine change = identity_affine();
    change.col(3) = way;
    std::set<int> carried_models;
    for (const CharacterInstance& part : coming.parts) {
        if (!carried_models.insert(part.model).second) {
            continue;
        }
        for (Obstacle& obstacle : coming.models.at(part.model).contact.obstacles) {
            obstacle.shape = carried(obstacle.shape, change);
        }
    }
}

} // namespace limber::app
