// SPDX-License-Identifier: MIT
#include "app/application/state_reporter.h"

#include "app/panels/widget_places.h"
#include "app/rendering/image.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

namespace limber::app {
namespace {

constexpr double report_seconds = 0.02; // [s] between two reports: every frame of a test has one

Json messages_json(const UiState& ui_state) {
    Json::array_t messages;
    for (const Message& message : *ui_state.messages) {
        messages.emplace_back(message.words());
    }
    return messages;
}

Json widgets_json() {
    Json::object_t widgets;
    for (const WidgetPlaces* places : {&widget_places(), &widget_places_in_popups()}) {
        for (const auto& [name, area] : *places) {
            widgets.emplace_back(name, Json::array_t{area.x, area.y, area.width, area.height});
        }
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
    Json report = session.report();
    report.emplace("frame", static_cast<std::int64_t>(window.frame));
    report.emplace("polled", std::chrono::duration<double>(polled_.time_since_epoch()).count());
    report.emplace("waiting", window.has_waiting_events);
    report.emplace("asks_for_file", window.asks_for_file);
    report.emplace("draw_calls", window.draw_calls);
    report.emplace("building", ui_state.build.is_running);
    report.emplace("working_on", ui_state.build.is_running ? ui_state.build.what : std::string());
    report.emplace("shortcuts", session.view().shortcuts);
    report.emplace("scenes", session.view().scenes);
    report.emplace("messages", messages_json(ui_state));
    report.emplace("widgets", widgets_json());
    report_written_ = write_file(report_, to_line(report) + "\n", false);
}

void StateReporter::write_picture(const Image& image) {
    picture_written_ = write_png(image, picture_);
}

} // namespace limber::app
