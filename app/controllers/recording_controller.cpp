// SPDX-License-Identifier: MIT
#include "app/controllers/recording_controller.h"

#include "app/controllers/file_listing.h"
#include "app/controllers/file_saver.h"
#include "app/document/file_stem.h"
#include "app/recording/failures.h"
#include "app/recording/session_file.h"

#include <iostream>
#include <utility>

namespace limber::app {

Result<Done> write_or_keep(const Session& recording, const std::filesystem::path& path) {
    const auto written = write_session(recording, path);
    const auto copy = written ? std::nullopt : keep_failure(recording);
    if (!copy) {
        return written;
    }
    return Error{written.error().kind, written.error().message + "; the recording is in " + copy->string() + " instead",
                 written.error().where};
}

Commands RecordingController::act(Action action, const SessionState&) {
    const bool asks = action == Action::save_recording && !unsaved_;
    return asks ? Commands{RequestRecording{}} : Commands{};
}

Commands RecordingController::add(const Session& recording, const std::string& name) {
    Commands commands;
    if (unsaved_) { // a previous recording without a path
        commands.emplace_back(WriteNewFile{name, recording_ending, [previous = *std::move(unsaved_)](const auto& path) {
                                               return write_or_keep(previous, path);
                                           }});
    }
    unsaved_ = recording;
    commands.emplace_back(AskForFile{FilePurpose::save_recording, file_stem(name) + recording_ending});
    return commands;
}

Commands RecordingController::carry_out(const SaveRecording& command, const SessionState&) {
    if (!unsaved_) {
        return {};
    }
    return {WriteFileAt{command.path, [recording = *std::exchange(unsaved_, std::nullopt)](const auto& path) {
                            return write_or_keep(recording, path);
                        }}};
}

Commands RecordingController::carry_out(const FileNotChosen& command, const SessionState&) {
    if (command.purpose == FilePurpose::save_recording) {
        unsaved_.reset();
    }
    return {};
}

bool RecordingController::write_unsaved(const std::string& name) {
    const auto recording = std::exchange(unsaved_, std::nullopt);
    if (!recording) {
        return true;
    }
    const auto place = unused_path(name, recording_ending);
    const auto written = write_or_keep(*recording, place);
    if (written) {
        std::cerr << "limber: the recording whose place was being chosen is in " << place.string() << ".\n";
    } else {
        std::cerr << "limber: " << sentence(written.error()) << ".\n";
    }
    return static_cast<bool>(written);
}

} // namespace limber::app
