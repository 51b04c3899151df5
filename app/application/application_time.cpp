#include "app/application/application_parts.h"
#include "app/panels/file_listing.h"
#include "app/recording/failures.h"
#include "app/recording/session_file.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

// Errors and recordings of the simulation.
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

void Application::poll_simulation() {
    if (const auto fault = simulation_.take_fault()) {
        playback_.set_playing(false);
        say(Message::Kind::error, sentence(*fault) + ".");
    }
    while (const auto excerpt = simulation_.take_excerpt()) {
        add_excerpt(*excerpt);
    }
}

// What is heard once the window is to close would be read by no person; finish_saving prints it.
void Application::poll_file_saver() {
    if (window_.should_close()) {
        return;
    }
    while (const auto news = file_saver_.take_news()) {
        if (news->kind == Message::Kind::notice) {
            messages_.is_over(news->topic);
        }
        say(news->kind, news->text, news->topic);
    }
}

void Application::poll_file_reads() {
    while (const auto read = file_reads_.take_done()) {
        if (*read) {
            read->value()();
        } else {
            say(Message::Kind::error, sentence(read->error()) + ".");
            gait_candidate_.reset();
        }
    }
}

// The window shows no message any more. A recording that was asked for may still be on its way from the simulation.
void Application::finish_saving() {
    simulation_.wait_for_orders();
    poll_simulation();
    write_unsaved_recording();
    file_saver_.finish();
    while (const auto news = file_saver_.take_news()) {
        if (news->kind == Message::Kind::error) {
            std::cerr << "limber: " << news->text << '\n';
            all_is_saved_ = false;
        }
    }
    file_saver_.finish(); // with what the list remembers of them
}

// What was asked for is kept beside the pictures; what failed, in the cache, and the motion stands still.
void Application::add_excerpt(const Session& excerpt) {
    if (excerpt.failed) {
        playback_.set_playing(false);
        file_saver_.keep(excerpt, "The simulation left the finite numbers and was paused where it was last sound. Take "
                                  "back what you changed last (Ctrl+Z), or go back in time (left arrow), and play on.");
        return;
    }
    write_unsaved_recording(); // one that came just before
    unsaved_recording_ = UnsavedRecording{excerpt, unused_path(name_, recording_ending)};
    panels_.ask_for_file(FileBrowser::Purpose::save_recording, unsaved_recording_->proposed);
}

// It waits for as long as its place is being chosen.
void Application::keep_or_drop_recording(const PanelCommands& commands) {
    if (commands.save_recording && unsaved_recording_) {
        file_saver_.write(*commands.save_recording, [session = unsaved_recording_->session](const auto& path) {
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
    file_saver_.finish(); // another file may have taken the proposed name meanwhile
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
    if (editor_.is_modified()) {
        autosave_.write_now(serialized_document());
    }
    write_unsaved_recording();
    keep_excerpts(); // that were asked for before
    simulation_.pause();
    simulation_.excerpt();
    file_saver_.finish();
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
