// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/scene_run.h"
#include "app/recording/session.h"

namespace limber::app {

/// A run with what it recorded, up to its end or its fault.
struct RecordedRun {
    Session session;
    std::optional<Error> fault;
};
RecordedRun recorded_run(SceneRun& run, std::uint64_t frames, ThreadPool& threads);

/// Saves the recording of a failed run and names its file in the error.
Error with_failure_file(Error fault, const Session& session);

/// For a numerical fault of a run that was not recorded: takes the same steps again from the beginning, records them,
/// and returns the error with the recording's file. Other errors are returned as they are.
Error with_failure_recording(const Error& fault, SceneRun& run, std::uint64_t frames, ThreadPool& threads);

} // namespace limber::app
