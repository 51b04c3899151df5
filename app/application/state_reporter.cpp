// SPDX-License-Identifier: MIT
#include "app/application/state_reporter.h"

#include "app/panels/widget_places.h"
#include "app/rendering/image.h"
#include "engine/core/file_bytes.h"

namespace limber::app {
namespace {

constexpr double report_seconds = 0.06; // [s] between two reports

Json messages_json(const UiState& ui_state) {
    Json::Array messages;
    for (const Message& message : *ui_state.messages) {
        messages.emplace_back(message.words());
    }
    return messages;
}

Json widgets_json() {
    Json::Object widgets;
    for (const auto& [name, area] : widget_places()) {
        widgets.emplace_back(name, Json::Array{area.x, area.y, area.width, area.height});
    }
    return widgets;
}

} // namespace

bool StateReporter::is_due(bool is_last) const {
    const double passed = std::chrono::duration<double>(Clock::now() - written_).count();
    return !report_.empty() && (is_last || passed >= report_seconds);
}

void StateReporter::write(const ApplicationSession& session, const ReportedWindow& window) {
    written_ = Clock::now();
    const UiState ui_state = session.ui_state();
    Json::Object report = session.report();
    report.emplace_back("frame", static_cast<std::int64_t>(window.frame));
    report.emplace_back("polled", std::chrono::duration<double>(polled_.time_since_epoch()).count());
    report.emplace_back("waiting", window.has_waiting_events);
    report.emplace_back("asks_for_file", window.asks_for_file);
    report.emplace_back("draw_calls", window.draw_calls);
    report.emplace_back("building", ui_state.build.is_running);
    report.emplace_back("working_on", ui_state.build.is_running ? ui_state.build.what : std::string());
    report.emplace_back("shortcuts", session.view().shortcuts);
    report.emplace_back("scenes", session.view().scenes);
    report.emplace_back("messages", messages_json(ui_state));
    report.emplace_back("widgets", widgets_json());
    report_written_ = write_file(report_, to_line(report) + "\n");
}

void StateReporter::write_picture(const Image& image) {
    picture_written_ = write_png(image, picture_);
}

} // namespace limber::app
