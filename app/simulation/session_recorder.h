// SPDX-License-Identifier: MIT
#pragma once

#include "app/recording/replaying.h"
#include "app/recording/session.h"

#include <vector>

/// Records a session while it runs: one recorder per character, one segment per timeline segment (timeline.h). It keeps
/// no model alive.
namespace limber::app {

class SessionRecorder {
public:
    /// The recording of one character.
    struct SegmentWriter {
        CharacterRecording about; // all but the recorded steps
        Recorder recorder;
    };

    bool is_empty() const {
        return segments_.empty();
    }
    /// Records from now on, without the steps so far.
    void start();
    /// Ends the recording and removes its steps.
    void end();
    bool is_on() const {
        return is_on_;
    }
    /// The recording has no step yet, and starts with the controls of its first step.
    bool starts_at_rest() const {
        return starts_at_rest_;
    }
    void has_left_rest() {
        starts_at_rest_ = false;
    }
    /// Begins a segment at that place of the timeline. A previous segment without a step is removed.
    void begin(std::uint64_t place, std::vector<SegmentWriter> writers);
    /// The recorder of a character of the newest segment, in its order. Preconditions: there is a segment.
    Recorder& recorder(std::size_t index) {
        return segments_.back().writers[index].recorder;
    }
    /// Removes the steps after that place; the recorder becomes empty if nothing was recorded before it.
    void remove_after(std::uint64_t place);
    Session session() const;

private:
    struct RecordedSegment {
        std::uint64_t first = 0;
        std::vector<SegmentWriter> writers;

        std::uint64_t step_count() const {
            return writers.empty() ? 0 : writers.front().recorder.recording().step_count;
        }
    };
    std::vector<RecordedSegment> segments_;
    bool is_on_ = false;
    bool starts_at_rest_ = false;
};

} // namespace limber::app
