#include "app/application/application_parts.h"
#include "app/scene/failures.h"
#include "app/scene/session_file.h"

#include <algorithm>

// Playing, stepping, going back in time, and what is left of it.
namespace limber::app {

void Application::act_on_time(Action action) {
    switch (action) {
    case Action::play_or_pause:
        playing_ = !playing_;
        playing_ ? simulation_.play() : simulation_.pause();
        break;
    case Action::single_step:
        playing_ = false;
        simulation_.step_once();
        break;
    case Action::replay:
        playing_ = true;
        simulation_.replay();
        break;
    case Action::step_back:
        rewind(asked_.one_back(snapshot_.past));
        break;
    case Action::reset:
        simulation_.restart();
        break;
    case Action::slower:
    case Action::faster:
        set_speed(std::clamp(speed_ * (action == Action::slower ? 0.8 : 1.25), 0.05, 2.0));
        break;
    default:
        break;
    }
}

void Application::rewind(std::uint64_t place) {
    playing_ = false;
    asked_.ask(place);
    simulation_.rewind(place);
}

// One that came to its end has paused by itself.
void Application::hear_of_replays() {
    const std::uint64_t ended = snapshot_.past.replays_ended;
    if (ended != replays_ended_) {
        replays_ended_ = ended;
        playing_ = snapshot_.playing;
    }
}

void Application::set_speed(double speed) {
    speed_ = speed;
    simulation_.set_speed(speed);
}

// What was asked for is kept beside the pictures; what failed, in the cache, and the motion stands still.
void Application::hear_of(const Session& excerpt) {
    if (excerpt.failed) {
        playing_ = false;
        const auto kept = keep_failure(excerpt);
        say(Message::Kind::error,
            "The simulation left the finite numbers and was paused where it was last sound. Take back what you changed "
            "last (Ctrl+Z), or go back in time (left arrow), and play on." +
                (kept ? " A recording of what led there is in " + kept->string() + "." : std::string()));
        return;
    }
    const std::filesystem::path path = free_place(name_, ".recording.json");
    const auto written = write_session(excerpt, path);
    say(written ? Message::Kind::notice : Message::Kind::error,
        written ? "Saved " + path.string() + "; limber replay does it again." : sentence(written.error()) + ".");
}

} // namespace limber::app
