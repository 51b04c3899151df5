#include "app/application/application_parts.h"

#include <algorithm>

// The character learns beside the window, and shows what it can do so far.
namespace limber::app {

void Application::learn(const Lesson& lesson) {
    if (built()) {
        learner_.start(built(), lesson);
        learnt_ = learner_.latest();
    }
}

// A better gait plays at once; undo takes back the whole search.
void Application::hear_of_learning() {
    const Learnt before = std::exchange(learnt_, learner_.latest());
    keep_gallery_shown();
    if (learnt_.fault && !before.fault) {
        say(Message::Kind::error, sentence(*learnt_.fault) + ".");
    }
    const bool is_better = learnt_.generation != before.generation && learnt_.best_cost < before.best_cost;
    if (is_better && built() == learnt_.character) {
        edits_.controls.muscles.gait = learnt_.best;
        edits_.controls.muscles.playing = true;
        fades_ = true;
    }
    const bool plays = built() == learnt_.character && !learnt_.best.waveforms.empty();
    if (before.is_running && !learnt_.is_running && !learnt_.fault && plays) {
        say(Message::Kind::notice, "The best gait plays. Keep it with the button in Learning.");
    }
}

void Application::keep_gallery_shown() {
    if (!learnt_.gallery || learnt_.gallery == gallery_) {
        return;
    }
    gallery_ = learnt_.gallery;
    if (gallery_picture_ == 0) {
        gallery_picture_ = renderer_.keep_picture(gallery_->picture);
    } else {
        renderer_.replace_picture(gallery_picture_, gallery_->picture);
    }
}

bool Application::is_free() const {
    return snapshot_.character && snapshot_.character->description.rig_kind == RigKind::none;
}

// How far bodies that move by themselves have come over the ground since they were at rest, on the mean.
Vec3 Application::way_walked() const {
    Vec3 way = Vec3::Zero();
    if (!all_are_free()) {
        return way;
    }
    for (const Snapshot& actor : actors_) {
        const ContactPoints& points = *actor.character->contact_points;
        const Points moved = points.phi.transpose() * actor.state.Z;
        way += moved.colwise().mean().transpose() / static_cast<double>(actors_.size());
    }
    const Vec3 up = up_of(snapshot_.character->description);
    return way - way.dot(up) * up;
}

bool Application::all_are_free() const {
    return std::ranges::all_of(actors_, [](const Snapshot& actor) {
        return actor.character->description.rig_kind == RigKind::none && actor.character->contact_points;
    });
}

} // namespace limber::app
