#include "app/simulation/session_recorder.h"

#include <utility>

namespace limber::app {

void SessionRecorder::begin(std::uint64_t place, std::vector<SegmentWriter> pens) {
    if (!is_empty() && chapters_.back().step_count() == 0) {
        chapters_.pop_back();
    }
    chapters_.push_back({place, std::move(pens)});
}

void SessionRecorder::forget_after(std::uint64_t place) {
    while (!is_empty() && chapters_.back().first > place) {
        chapters_.pop_back();
    }
    if (!is_empty()) {
        for (SegmentWriter& pen : chapters_.back().pens) {
            pen.recorder.cut(place - chapters_.back().first);
        }
    }
}

Session SessionRecorder::session() const {
    Session session;
    for (const RecordedSegment& chapter : chapters_) {
        Segment& segment = session.segments.emplace_back();
        for (const SegmentWriter& pen : chapter.pens) {
            segment.actors.push_back(pen.about);
            segment.actors.back().recording = pen.recorder.recording();
        }
    }
    return session;
}

} // namespace limber::app
