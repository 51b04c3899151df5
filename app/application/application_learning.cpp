#include "app/application/application_parts.h"

// The character learns beside the window, and shows what it can do so far.
namespace limber::app {

void Application::learn(const Lesson& lesson) {
    if (built()) {
        learner_.start(built(), lesson);
        learnt_ = learner_.latest();
    }
}

// A better gait plays at once; undo leads back through those before.
void Application::hear_of_learning() {
    const Learnt before = std::exchange(learnt_, learner_.latest());
    if (learnt_.fault && !before.fault) {
        say(Message::Kind::error, sentence(*learnt_.fault) + ".");
    }
    const bool is_better = learnt_.generation != before.generation && learnt_.best_cost < before.best_cost;
    if (is_better && built() == learnt_.character) {
        edits_.controls.muscles.gait = learnt_.best;
        edits_.controls.muscles.playing = true;
    }
    if (before.is_running && !learnt_.is_running && !learnt_.fault) {
        say(Message::Kind::notice, "The best gait plays. Save it with the button in Muscles.");
    }
}

bool Application::is_free() const {
    return snapshot_.character && snapshot_.character->description.rig_kind == RigKind::none;
}

// How far a body that moves by itself has come over the ground since it was at rest.
Vec3 Application::way_walked() const {
    const Character& it = *snapshot_.character;
    if (!it.contact_points || !is_free() || actors_.size() != 1) {
        return Vec3::Zero();
    }
    const ContactPoints& points = *it.contact_points;
    const Points at = points.phi.transpose() * snapshot_.state.Z + points.rig_rows.transpose() * snapshot_.state.P;
    const Points rest = it.mesh.X(points.vertices, Eigen::all);
    const Vec3 way = (at - rest).colwise().mean().transpose();
    const Vec3 up = up_of(it.description);
    return way - way.dot(up) * up;
}

} // namespace limber::app
