#include "app/application/application_parts.h"
#include "app/panels/file_listing.h"
#include "app/scene/failures.h"
#include "app/scene/session_file.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

// Playing, stepping, going back in time, and what is left of it.
namespace limber::app {
namespace {

// Where it cannot be, it is kept in the cache: it cannot be had again.
Result<Done> written_or_kept(const Session& session, const std::filesystem::path& path) {
    const auto written = write_session(session, path);
    const auto kept = written ? std::nullopt : keep_failure(session);
    if (!kept) {
        return written;
    }
    return Error{written.error().kind, written.error().message + "; the recording is in " + kept->string() + " instead",
                 written.error().where};
}

} // namespace

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

void Application::hear_of_simulation() {
    if (const auto fault = simulation_.take_fault()) {
        playing_ = false;
        say(Message::Kind::error, sentence(*fault) + ".");
    }
    while (const auto excerpt = simulation_.take_excerpt()) {
        hear_of(*excerpt);
    }
}

// What is heard once the window is to close would be read by no person; finish_papers prints it.
void Application::hear_of_papers() {
    if (window_.should_close()) {
        return;
    }
    while (const auto news = papers_.take_news()) {
        if (news->kind == Message::Kind::notice) {
            messages_.is_over(news->topic);
        }
        say(news->kind, news->text, news->topic);
    }
}

void Application::poll_readings() {
    while (const auto read = readings_.take_done()) {
        if (*read) {
            read->value()();
        } else {
            say(Message::Kind::error, sentence(read->error()) + ".");
            looked_at_.reset();
            search_being_read_.reset();
        }
    }
}

// The window shows no message any more. A recording that was asked for may still be on its way from the simulation.
void Application::finish_papers() {
    simulation_.wait_for_orders();
    hear_of_simulation();
    write_unsaved_recording();
    papers_.finish();
    while (const auto news = papers_.take_news()) {
        if (news->kind == Message::Kind::error) {
            std::cerr << "limber: " << news->text << '\n';
            all_is_saved_ = false;
        }
    }
    papers_.finish(); // with what the list remembers of them
}

// What was asked for is kept beside the pictures; what failed, in the cache, and the motion stands still.
void Application::hear_of(const Session& excerpt) {
    if (excerpt.failed) {
        playing_ = false;
        papers_.keep(excerpt, "The simulation left the finite numbers and was paused where it was last sound. Take "
                              "back what you changed last (Ctrl+Z), or go back in time (left arrow), and play on.");
        return;
    }
    write_unsaved_recording(); // one that came just before
    unsaved_recording_ = UnsavedRecording{excerpt, unused_path(name_, recording_ending)};
    panels_.ask_for_file(FileBrowser::Purpose::save_recording, unsaved_recording_->proposed);
}

// It waits for as long as its place is being chosen.
void Application::keep_or_drop_recording(const PanelWishes& wishes) {
    if (wishes.save_recording && unsaved_recording_) {
        papers_.write(*wishes.save_recording, [session = unsaved_recording_->session](const auto& path) {
            return written_or_kept(session, path);
        });
        unsaved_recording_.reset();
    } else if (!panels_.is_asking_for_recording()) {
        unsaved_recording_.reset();
    }
}

// Where it was proposed: the window is closed while the place is being chosen, or another recording follows.
void Application::write_unsaved_recording() {
    const auto recording = std::exchange(unsaved_recording_, std::nullopt);
    if (!recording) {
        return;
    }
    papers_.finish(); // another file may have taken the proposed name meanwhile
    const auto place = unused_path(name_, recording_ending);
    const auto written = written_or_kept(recording->session, place);
    if (written) {
        std::cerr << "limber: the recording whose place was being chosen is in " << place.string() << ".\n";
    } else {
        std::cerr << "limber: " << sentence(written.error()) << ".\n";
        all_is_saved_ = false;
    }
}

// The window must not be used any more; the simulation has its own thread, and can be.
void Application::save_what_can_be_saved() {
    write_unsaved_recording();
    keep_excerpts(); // that were asked for before
    simulation_.pause();
    simulation_.excerpt();
    papers_.finish();
    for (int i = 0; i < 100; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (keep_excerpts()) {
            return;
        }
    }
}

bool Application::keep_excerpts() {
    bool found = false;
    while (const auto excerpt = simulation_.take_excerpt()) {
        found = true;
        if (const auto kept = keep_failure(*excerpt)) {
            std::cerr << "limber: a recording of what led there, which opens like a scene, is in " << kept->string()
                      << ".\n";
        }
    }
    return found;
}

} // namespace limber::app
