// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/event_queue.h"
#include "app/window/input_events.h"
#include "app/window/window.h"
#include "engine/core/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Dear ImGui with input from our own events. The GLFW backend of ImGui 1.86 loses keys when frames are slow, so this
/// module writes ImGui's input state itself, from an ordered queue. The same panels work in a window, off screen, and
/// in a test with synthetic events.
namespace limber::app {

/// Sizes and time of one frame of the panels.
struct GuiFrame {
    PixelSize size;             // [window pixel]
    PixelSize framebuffer_size; // [pixel]
    double seconds = 1.0 / 60;  // since the last frame; clamped to a small positive time
    EventQueue::Keyboard keyboard = EventQueue::Keyboard::ready;
};

class ImGuiLayer {
public:
    /// Precondition: a current OpenGL context. `content_scale` scales the font and the spacing. Fails with bad_input
    /// when the driver does not compile ImGui's shaders.
    static Result<ImGuiLayer> create(float content_scale);

    ImGuiLayer(ImGuiLayer&&) noexcept;
    ImGuiLayer& operator=(ImGuiLayer&&) noexcept;
    ~ImGuiLayer();

    /// Connects copy and paste of the text fields to the window's clipboard. The window must outlive the layer and must
    /// not be moved.
    void use_clipboard_of(Window& window);

    /// Queues the events, starts a frame, and returns the events of the frame that the panels do not use: presses,
    /// motion and wheel when the mouse is not over a panel, keys when no text field is active; releases and dropped
    /// files always. Events that must not be in one frame (press and release of a button) wait for the next.
    std::vector<InputEvent> begin_frame(const std::vector<InputEvent>& events, const GuiFrame& frame);
    /// Ends the frame and draws the panels into the current framebuffer (the window's, or the one that is
    /// bound).
    void end_frame();
    /// Ends the frame without drawing it.
    void skip_frame();

    /// Whether events wait for the next frame, which should then be drawn soon.
    bool has_waiting_events() const;
    bool wants_mouse() const;
    /// The cursor's shape while the panels use the mouse.
    CursorShape cursor() const;

    /// Loads the glyphs of a text for the next frame where the typeface lacks them, from others that the system has.
    void prepare_to_show(std::string_view text);

    /// Rebuilds the fonts and the spacing when the scale has changed.
    void set_content_scale(float content_scale);

private:
    struct Native;
    explicit ImGuiLayer(std::unique_ptr<Native> native);
    std::unique_ptr<Native> native_;
};

} // namespace limber::app
