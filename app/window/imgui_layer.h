#pragma once

#include "app/window/event_queue.h"
#include "app/window/input_events.h"
#include "app/window/window.h"
#include "engine/core/result.h"

#include <memory>
#include <string>
#include <vector>

/// Dear ImGui on our own events. The window library's back end of ImGui 1.86 loses keys when frames are slow,
/// so this room feeds ImGui itself, from an ordered queue: the same panels work in a window, off screen, and
/// in a test that makes up its events.
namespace limber::app {

/// How a frame of panels is laid out.
struct GuiFrame {
    PixelSize size;             // [window pixel]
    PixelSize framebuffer_size; // [pixel]
    double seconds = 1.0 / 60;  // since the last frame; zero or less counts as a very small time
    EventQueue::Keyboard keyboard = EventQueue::Keyboard::ready;
};

class ImGuiLayer {
public:
    /// Needs a current OpenGL context. `content_scale` sizes the typeface and the spacing. Fails with bad_input
    /// when ImGui's own shaders do not work on this driver.
    static Result<ImGuiLayer> create(float content_scale);

    ImGuiLayer(ImGuiLayer&&) noexcept;
    ImGuiLayer& operator=(ImGuiLayer&&) noexcept;
    ~ImGuiLayer();

    /// Lets copy and paste in text fields go to a window's clipboard. The window must outlive the layer and not be
    /// moved.
    void use_clipboard_of(Window& window);

    /// Starts a frame with new events behind those still waiting, and returns those of this frame that the panels
    /// do not want: presses, motion and wheel when the mouse is not over a panel, keys when no
    /// text is being typed; releases and dropped files always. What must not fall into one frame (press and
    /// release of a button) waits for the next.
    std::vector<InputEvent> begin_frame(const std::vector<InputEvent>& events, const GuiFrame& frame);
    /// Ends the frame and draws the panels into the current framebuffer (the window's, or the one that is bound).
    void end_frame();
    /// Ends the frame without drawing it.
    void skip_frame();

    /// Events wait for the next frame: draw it soon.
    bool has_waiting_events() const;
    bool wants_mouse() const;
    /// What the cursor should be where the panels have the mouse.
    CursorShape cursor() const;

    /// Sizes anew when the window moved to another display.
    void set_content_scale(float content_scale);

private:
    struct Native;
    explicit ImGuiLayer(std::unique_ptr<Native> native);
    std::unique_ptr<Native> native_;
};

} // namespace limber::app
