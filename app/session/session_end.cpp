// SPDX-License-Identifier: MIT
#include "app/session/application_session.h"

#include "app/recording/failures.h"
#include "app/recording/session_file.h"

#include <iostream>
#include <thread>
#include <utility>

// The last writes, when the window closes.
namespace limber::app {

namespace {

bool keep_excerpts(SimulationThread& thread) {
    bool found = false;
    while (const auto excerpt = thread.take_excerpt()) {
        found = true;
        if (const auto copy = keep_failure(*excerpt)) {
            std::cerr << "limber: a recording of the last seconds, which opens like a scene, is in " << copy->string()
                      << ".\n";
        }
    }
    return found;
}

} // namespace

Result<Done> ApplicationSession::write_recording() {
    if (!std::exchange(is_recording_, false)) {
        return Done{};
    }
    const Session session = features_.get<SceneSimulation>().thread().stop_recording();
    if (session.segments.empty()) {
        return Error{ErrorKind::bad_input, "the recording could not be saved", record_.string()};
    }
    return write_session(session, record_);
}

void ApplicationSession::finish(bool keeps_changes) {
    if (keeps_changes) {
        keep_changes();
    } else {
        features_.get<FilesController>().discard_recovery();
    }
    carry_out(DropBuild{});
    features_.each([](auto& feature) {
        if constexpr (requires { feature.stop(); }) {
            feature.stop();
        }
    });
    finish_writing();
    features_.get<FilesController>().wait_until_idle(std::chrono::milliseconds(300)); // recovery files are deleted
}

void ApplicationSession::keep_changes() {
    if (!shared_.editor.is_modified()) {
        return;
    }
    if (const auto error = features_.get<FilesController>().write_recovery(state())) {
        std::cerr << "limber: the unsaved changes are lost: " << sentence(*error) << ".\n";
        is_all_saved_ = false;
    }
}

// Messages are no longer visible. A requested recording may still be on its way from the simulation.
void ApplicationSession::finish_writing() {
    features_.get<SceneSimulation>().thread().wait_for_requests();
    poll_excerpts();
    FileSaver& saver = features_.get<FilesController>().saver();
    saver.finish(); // another file may have taken the recording's proposed path
    is_all_saved_ =
        features_.get<RecordingController>().write_unsaved(features_.get<FilesController>().name()) && is_all_saved_;
    while (const auto finished = saver.take_finished()) {
        if (finished->message.kind == Message::Kind::error) {
            std::cerr << "limber: " << finished->message.text << '\n';
            is_all_saved_ = false;
        }
    }
    saver.finish(); // writes the list of recent files
}

// The window must not be used here. The simulation can be used, because it has its own thread.
void ApplicationSession::save_after_error() {
    keep_changes();
    FileSaver& saver = features_.get<FilesController>().saver();
    saver.finish();
    is_all_saved_ =
        features_.get<RecordingController>().write_unsaved(features_.get<FilesController>().name()) && is_all_saved_;
    SimulationThread& thread = features_.get<SceneSimulation>().thread();
    keep_excerpts(thread); // recordings that were requested before
    thread.pause();
    thread.excerpt();
    saver.finish();
    for (int i = 0; i < 100; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (keep_excerpts(thread)) {
            return;
        }
    }
}

bool ApplicationSession::wait_until_idle(std::chrono::milliseconds timeout) const {
    bool is_idle = true;
    features_.each([&](const auto& feature) {
        if constexpr (requires { feature.wait_until_idle(timeout); }) {
            is_idle = feature.wait_until_idle(timeout) && is_idle; // each gets the time
        }
    });
    return is_idle;
}

} // namespace limber::app
