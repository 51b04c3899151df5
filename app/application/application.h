// SPDX-License-Identifier: MIT
#pragma once

#include "app/application/application_options.h"
#include "app/application/frame_clock.h"
#include "app/application/scene_picture.h"
#include "app/application/state_reporter.h"
#include "app/panels/panels.h"
#include "app/session/application_session.h"
#include "app/window/imgui_layer.h"
#include "app/window/window.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace limber::app {

/// The window: its frames, its picture and its panels. Everything else is part of the session. No function here takes
/// longer than a frame.
class Application {
public:
    Application(const ApplicationOptions& options, Window window, ImGuiLayer layer, Renderer renderer);

    void run();
    ApplicationSession& session() {
        return session_;
    }
    const StateReporter& reporter() const {
        return reporter_;
    }

private:
    void frame();
    void start_frame();
    void take_input(const std::vector<InputEvent>& events);
    void process_pending_input();
    void draw_film_frame();
    void draw_picture();
    void prepare_names(const UiState& ui_state);
    void draw_panels();
    void carry_out_requests();
    void carry_out(const AskForFile& request);
    void carry_out(const CloseFileBrowser& request);
    void carry_out(const SavePicture& request);
    void carry_out(const CloseWindow& request);
    void write_picture(Image image);
    void report();
    void show_title();
    void wait_for_next_frame();
    double pixel_scale() const; // framebuffer pixels per window pixel

    ApplicationOptions options_;
    Window window_;
    ImGuiLayer layer_;
    ApplicationSession session_;
    ScenePicture picture_;
    Panels panels_;
    Viewport viewport_;
    FrameClock clock_;
    std::chrono::steady_clock::time_point newest_input_{};
    StateReporter reporter_;
    std::map<int, CharacterPtr> named_; // the models whose names the typeface has
    std::string title_;
    bool wants_window_picture_ = false; // once the panels are drawn
    bool is_closing_ = false;
};

} // namespace limber::app
