// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/application_session.h"

#include <chrono>
#include <filesystem>

/// Writes a state report for tests with a real mouse after each frame, and the last picture of the window.
namespace limber::app {

/// The values of the report that come from the window instead of the session.
struct ReportedWindow {
    long long frame = 0;
    bool asks_for_file = false;
    bool has_waiting_events = false; // some events are left for the next frame
    int draw_calls = 0;              // of the last picture, without panels
};

/// The report is one line of JSON: the features' values, "frame", "polled" (steady clock [s] at which the events of the
/// frame were polled), "building", "messages", and the places of all widgets, {name: [x, y, width, height]} [pixels].
class StateReporter {
public:
    /// An empty path disables its output.
    StateReporter(std::filesystem::path report, std::filesystem::path picture)
        : report_(std::move(report)), picture_(std::move(picture)) {}

    /// Call it when the events of the frame are polled.
    void poll() {
        polled_ = Clock::now();
    }
    /// Whether the state is reported.
    bool is_enabled() const {
        return !report_.empty();
    }
    /// Whether a report is due in this frame.
    bool is_due(bool is_last) const;
    void write(const ApplicationSession& session, const ReportedWindow& window);
    /// Writes the last picture, with panels, from the window's framebuffer.
    void write_picture(const Image& image);
    bool wants_picture() const {
        return !picture_.empty();
    }

    /// Whether the last picture and the newest report could be written.
    const Result<Done>& picture_written() const {
        return picture_written_;
    }
    const Result<Done>& report_written() const {
        return report_written_;
    }

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path report_;
    std::filesystem::path picture_;
    Result<Done> picture_written_ = Done{};
    Result<Done> report_written_ = Done{};
    Clock::time_point polled_{};
    Clock::time_point written_{};
};

} // namespace limber::app
