// SPDX-License-Identifier: MIT
#include "app/simulation/session_recorder.h"

#include <utility>

namespace limber::app {

void SessionRecorder::start() {
    segments_.clear();
    is_on_ = true;
    starts_at_rest_ = true;
}

void SessionRecorder::end() {
    segments_.clear();
    is_on_ = false;
    starts_at_rest_ = false;
}

void SessionRecorder::begin(std::uint64_t place, std::vector<SegmentWriter> writers) {
    if (!is_empty() && segments_.back().step_count() == 0) {
        segments_.pop_back();
    }
    segments_.push_back({place, std::move(writers)});
}

void SessionRecorder::remove_after(std::uint64_t place) {
    while (!is_empty() && segments_.back().first > place) {
        segments_.pop_back();
    }
    if (!is_empty()) {
        for (SegmentWriter& writer : segments_.back().writers) {
            writer.recorder.cut(place - segments_.back().first);
        }
    }
}

Session SessionRecorder::session() const {
    Session session;
    for (const RecordedSegment& recorded : segments_) {
        Segment& segment = session.segments.emplace_back();
        for (const SegmentWriter& writer : recorded.writers) {
            segment.characters.push_back(writer.about);
            segment.characters.back().recording = writer.recorder.recording();
        }
    }
    return session;
}

} // namespace limber::app
