#pragma once

#include "app/recording/replaying.h"
#include "app/recording/session.h"

#include <vector>

/// Writes a session down while it happens, for as long as it takes: a recorder an actor, a segment an act (past.h). It
/// keeps no model alive.
namespace limber::app {

class SessionRecorder {
public:
    /// One actor that is about to be recorded.
    struct SegmentWriter {
        CharacterRecording about; // what is known before the first step
        Recorder recorder;
    };

    bool is_empty() const {
        return chapters_.empty();
    }
    void forget_all() {
        chapters_.clear();
    }
    /// A new segment, which starts at that place of the past. A segment before it in which no step was taken is none.
    void begin(std::uint64_t place, std::vector<SegmentWriter> pens);
    /// Of the newest segment, in the order of its actors. Preconditions: there is one.
    Recorder& pen(std::size_t actor) {
        return chapters_.back().pens[actor].recorder;
    }
    /// What came after that place never happened. Nothing is left where nothing was recorded before it.
    void forget_after(std::uint64_t place);
    Session session() const;

private:
    struct RecordedSegment {
        std::uint64_t first = 0;
        std::vector<SegmentWriter> pens;

        std::uint64_t step_count() const {
            return pens.empty() ? 0 : pens.front().recorder.recording().step_count;
        }
    };
    std::vector<RecordedSegment> chapters_;
};

} // namespace limber::app
