// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/application_session.h"
#include "tests/support/eventually.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace limber::testing {

/// A session that is driven with commands and events, without a window.
class DrivenSession {
public:
    /// Opens the scene and waits until it is shown.
    explicit DrivenSession(const std::filesystem::path& scene, const app::SessionOptions& options = {})
        : session(options) {
        resize(1280, 720);
        session.carry_out(app::OpenFile{scene});
        is_open = frames_until([this] { return is_settled(); });
    }

    void resize(double width, double height, const app::Beside& beside = {}) {
        input_.viewport.layout = app::layout_of(width, height, 1.0, true, beside);
    }
    /// One frame of the window, which has uploaded what arrives.
    void frame(const std::vector<app::InputEvent>& events = {}) {
        frame(events, [] {});
    }
    /// `panels`: what panels edit and return in this frame. While `holds_widget`, a button or a slider is held.
    void frame(const std::vector<app::InputEvent>& events, const std::function<void()>& panels) {
        input_.seconds = 1.0 / 60.0;
        input_.is_editing_panels = holds_widget;
        session.take_input(events, input_);
        session.update();
        if (session.arriving()) {
            session.show_arrived();
        }
        panels();
        session.settle(holds_widget);
    }
    bool frames_until(const std::function<bool()>& is_so) {
        return eventually([&] {
            frame();
            return is_so();
        });
    }
    /// The simulation shows the newest models of all characters.
    bool is_settled() const {
        return session.state().is_shown() && !session.ui_state().build.is_running &&
               session.shown().all.size() == session.editor().scene().instances.size();
    }
    bool settle() {
        return frames_until([this] { return is_settled(); });
    }
    /// Whether the selected character is stepped on.
    bool keeps_stepping() {
        const std::uint64_t steps = session.shown().selected.step_count;
        return frames_until([&] { return session.shown().selected.step_count > steps + 3; });
    }
    /// Whether a message has these words now.
    bool has_message(const std::string& words) const {
        return std::ranges::any_of(*session.ui_state().messages, [&](const app::Message& message) {
            return message.text.find(words) != std::string::npos;
        });
    }
    /// The same within the time that tests wait.
    bool wait_for_message(const std::string& words) {
        return frames_until([&] { return has_message(words); });
    }

    app::ApplicationSession session;
    bool is_open = false;
    bool holds_widget = false;

private:
    app::InputFrame input_;
};

} // namespace limber::testing
