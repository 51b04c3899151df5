#include "app/application/application_parts.h"
#include "app/document/free_place.h"

#include <algorithm>

// Characters that are selected, doubled, taken away and made anew.
namespace limber::app {

void Application::apply_to_characters(Action action) {
    if (opening_ || !editor_.scene().part(editor_.selected())) {
        return;
    }
    switch (action) {
    case Action::duplicate_character:
        duplicate();
        break;
    case Action::remove_character:
        remove_selected();
        break;
    case Action::unique_character:
        make_unique();
        break;
    case Action::next_character:
        select_next();
        break;
    case Action::move_character:
        hand_.selection = {Selection::Kind::whole_rig, 0};
        break;
    default:
        break;
    }
}

void Application::select(int id) {
    if (!editor_.scene().part(id)) {
        return;
    }
    editor_.select(id);
    hand_.selection = {};
    painting_.put_down(view_.brush);
    show_selected();
}

void Application::select_next() {
    const auto& parts = editor_.scene().parts;
    const auto here = std::ranges::find(parts, editor_.selected(), &CharacterInstance::id);
    const auto next = here == parts.end() || std::next(here) == parts.end() ? parts.begin() : std::next(here);
    select(next->id);
}

// Beside the others, where they are and where they start again, and outside of the obstacles, to the right first [m].
// `body` may lie as deep in the obstacles as it is allowed to: the box around a body that lies on a slope does.
Vec3 Application::free_way(const BoundingBox& body, double depth_allowed) const {
    Occupied occupied{{}, editor_.description().contact.obstacles};
    for (const CharacterInstance& part : editor_.scene().parts) {
        occupied.bodies.push_back(starting_box(*models_.at(part.model), part.controls));
    }
    for (const Snapshot& actor : actors_) {
        occupied.bodies.push_back(bounds().box(actor));
    }
    const OrbitCamera& camera = hand_.camera.now();
    return offset_to_free_position(body, occupied, camera.up, frame_of(camera).right, depth_allowed);
}

// From where the part is to where a twin of it has room: in its place on the stage, or, where it moves by itself, in
// the place where it starts.
Vec3 Application::way_to_twin(const CharacterInstance& part) const {
    const auto shown = std::ranges::find(actors_, part.id, &Snapshot::actor);
    const bool starts_again = shown == actors_.end() || moves_by_itself(*shown);
    const BoundingBox body = starts_again ? starting_box(*models_.at(part.model), part.controls) : rig_box(*shown);
    const double slack = 0.02 * body.diagonal();
    return free_way(body, depth_in(editor_.description().contact.obstacles, body) + slack);
}

// The twin is the same model in another place, and moves in step.
void Application::duplicate() {
    const CharacterInstance& part = *editor_.scene().part(editor_.selected());
    const int id = models_.next_id();
    CharacterInstance twin = doubled(part, id, way_to_twin(part));
    editor_.edit([&](Document& document) { document.scene.parts.push_back(std::move(twin)); });
    select(id);
}

// The last one stays: a scene of nobody shows nothing.
void Application::remove_selected() {
    const auto& parts = editor_.scene().parts;
    if (parts.size() < 2) {
        return;
    }
    const std::string title = title_of(editor_.scene(), editor_.selected());
    const auto gone = std::ranges::find(parts, editor_.selected(), &CharacterInstance::id);
    const int model = gone->model;
    const auto place = std::min<std::ptrdiff_t>(gone - parts.begin(), static_cast<std::ptrdiff_t>(parts.size()) - 2);
    editor_.edit([&, removed = editor_.selected()](Document& document) {
        std::erase_if(document.scene.parts, [&](const CharacterInstance& part) { return part.id == removed; });
        if (document.scene.sharers(model) == 0) {
            document.scene.models.erase(model);
        }
    });
    hand_.forget();
    editor_.select(parts[static_cast<std::size_t>(place)].id);
    say(Message::Kind::notice, "Removed " + title + "; Ctrl+Z brings it back.", Message::Topic::undo);
}

void Application::make_unique() {
    const CharacterInstance& part = *editor_.instance();
    if (editor_.scene().sharers(part.model) < 2) {
        return;
    }
    const int model = models_.duplicate(part.model);
    editor_.edit([&, id = part.id](Document& document) {
        CharacterInstance& own = *document.scene.part(id);
        document.scene.models[model] = document.scene.models.at(own.model);
        own.model = model;
    });
}

// The first of the models that are not what the edits say; the others follow when it is done.
bool Application::rebuild_outdated() {
    const auto outdated = models_.find_outdated(editor_.scene(), actors_);
    if (!outdated) {
        return false;
    }
    rebuilding_ = outdated->model;
    building_what_ = (outdated->from == Stage::surroundings ? "Placing the contact points of " : "Rebuilding ") +
                     outdated->wanted.name;
    arriving_.reset();
    worker_.rebuild(outdated->wanted, models_.at(outdated->model), outdated->from);
    return true;
}

} // namespace limber::app
