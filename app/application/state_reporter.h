#pragma once

#include "app/session/application_session.h"

#include <chrono>
#include <filesystem>

/// Writes what tests with a real mouse read, a few times a second, and the last picture of the window.
namespace limber::app {

/// What the report has of the window, besides the session.
struct ReportedWindow {
    long long frame = 0;
    bool asks_for_file = false;
    bool has_waiting_events = false; // some are left for the next frame
    int draw_calls = 0;              // of the last picture, without panels
};

/// One line of JSON: what the features report, "frame", "polled" (steady clock [s] when the events of the frame were
/// asked for), "building", "messages", and of all widgets where they are, {name: [x, y, width, height]} [pixels].
class StateReporter {
public:
    /// Without paths, nothing is written.
    StateReporter(std::filesystem::path report, std::filesystem::path picture)
        : report_(std::move(report)), picture_(std::move(picture)) {}

    /// The events of this frame are asked for now.
    void poll() {
        polled_ = Clock::now();
    }
    /// Whether a report is due in this frame.
    bool is_due(bool is_last) const;
    void write(const ApplicationSession& session, const ReportedWindow& window);
    /// The last picture, panels included, from the window's framebuffer.
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
