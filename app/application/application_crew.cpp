#include "app/application/application_parts.h"

#include <algorithm>

// Characters that are selected, doubled, taken away and made anew.
namespace limber::app {
namespace {

bool overlap(const Box& a, const Box& b) {
    return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

} // namespace

void Application::act_on_cast(Action action) {
    if (opening_ || !edits_.ensemble.part(edits_.selected)) {
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
    if (!edits_.ensemble.part(id)) {
        return;
    }
    edits_.handle_stiffness = hand_.handle_stiffness;
    edits_.put_back();
    edits_.take_out(id);
    hand_.selection = {};
    put_brush_down();
    hand_.handle_stiffness = edits_.handle_stiffness;
    show_selected();
}

void Application::select_next() {
    const auto& parts = edits_.ensemble.parts;
    const auto here = std::ranges::find(parts, edits_.selected, &Part::id);
    const auto next = here == parts.end() || std::next(here) == parts.end() ? parts.begin() : std::next(here);
    select(next->id);
}

// Where there is room beside the others, to the right first [m].
Vec3 Application::free_way(const Box& box) const {
    const Vec3 right = frame_of(hand_.camera.now()).right;
    const double width = 1.1 * (box.high - box.low).cwiseProduct(right.cwiseAbs()).sum();
    const auto is_free = [&](const Vec3& way) {
        return std::ranges::none_of(actors_, [&](const Snapshot& actor) {
            const Box other = actor.character->skin->outline.box(actor.state.P);
            return overlap(other, {box.low + way, box.high + way});
        });
    };
    for (int places = 0; places < 20; ++places) {
        for (const double side : {1.0, -1.0}) {
            const Vec3 way = side * places * width * right;
            if (is_free(way)) {
                return way;
            }
        }
    }
    return width * right;
}

// The twin is the same model in another place, and moves in step.
void Application::duplicate() {
    edits_.put_back();
    const Part& part = *edits_.ensemble.part(edits_.selected);
    const Vec3 way = free_way(snapshot_.character->skin->outline.box(snapshot_.state.P));
    edits_.ensemble.parts.push_back(doubled(part, ++last_id_, way));
    select(last_id_);
}

// The last one stays: a scene of nobody shows nothing.
void Application::remove_selected() {
    auto& parts = edits_.ensemble.parts;
    if (parts.size() < 2) {
        return;
    }
    edits_.put_back();
    const std::string title = title_of(edits_.ensemble, edits_.selected);
    const auto gone = std::ranges::find(parts, edits_.selected, &Part::id);
    const int model = gone->model;
    const auto place = std::min<std::ptrdiff_t>(gone - parts.begin(), static_cast<std::ptrdiff_t>(parts.size()) - 2);
    parts.erase(gone);
    if (edits_.ensemble.sharers(model) == 0) {
        edits_.ensemble.models.erase(model);
    }
    hand_.forget();
    edits_.take_out(parts[static_cast<std::size_t>(place)].id);
    hand_.handle_stiffness = edits_.handle_stiffness;
    say(Message::Kind::notice, "Removed " + title + "; Ctrl+Z brings it back.", Message::Topic::undo);
}

void Application::make_unique() {
    edits_.put_back();
    Part& part = *edits_.ensemble.part(edits_.selected);
    if (edits_.ensemble.sharers(part.model) < 2) {
        return;
    }
    const int model = ++last_id_;
    models_[model] = models_.at(part.model);
    opened_[model] = opened_.at(part.model);
    edits_.ensemble.models[model] = edits_.ensemble.models.at(part.model);
    part.model = model;
}

// A model that is on the stage because time was turned back to it needs no second building.
CharacterPtr Application::shown_as(const Part& part, const SceneDescription& wanted) const {
    const auto shown = std::ranges::find(actors_, part.id, &Snapshot::actor);
    const bool is_wanted =
        shown != actors_.end() && earliest_difference(shown->character->description, wanted) >= Stage::state;
    return is_wanted ? shown->character : nullptr;
}

// The first of the models that are not what the edits say; the others follow when it is done.
bool Application::rebuild_outdated() {
    for (const Part& part : edits_.ensemble.parts) {
        const CharacterPtr& now = models_.at(part.model);
        const SceneDescription& described = edits_.ensemble.models.at(part.model);
        SceneDescription wanted = with_live_numbers(described, part.controls);
        wanted.material.poisson = described.material.poisson; // parts that share a model may differ in theirs
        const Stage from = earliest_difference(now->description, wanted);
        if (from >= Stage::state) {
            continue;
        }
        if (CharacterPtr shown = shown_as(part, wanted)) {
            models_[part.model] = std::move(shown);
        } else {
            rebuilding_ = part.model;
            building_what_ =
                (from == Stage::surroundings ? "Placing the contact points of " : "Rebuilding ") + wanted.name;
            arriving_.reset();
            worker_.rebuild(wanted, now, from);
            return true;
        }
    }
    return false;
}

} // namespace limber::app
