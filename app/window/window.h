// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/cursor_shape.h"
#include "app/window/input_events.h"
#include "engine/core/result.h"

#include <memory>
#include <string>
#include <vector>

namespace limber::app {

/// Width and height in window pixels or framebuffer pixels, as documented by the function that returns it.
struct PixelSize {
    int width = 0;
    int height = 0;
    bool operator==(const PixelSize&) const = default;
};

struct WindowOptions {
    std::string title = "Limber";
    int width = 1280; // [window pixel]
    int height = 720;
    bool visible = true;
    bool wait_for_display = true; // present() waits for the display's next refresh
};

/// A window with an OpenGL 4.1 core context, which is current from its creation on. Callbacks collect the events in
/// their order, so that slow frames lose none. At most one window at a time.
class Window {
public:
    /// Fails with bad_input when there is no display, or when the driver does not support OpenGL 4.1.
    static Result<Window> create(const WindowOptions& options = {});

    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    /// Returns the events since the last call, oldest first.
    std::vector<InputEvent> poll();
    /// Sleeps until the next event, for at most `seconds_max` [s].
    void wait_for_events(double seconds_max);
    /// Shows the drawn frame.
    void present();

    bool should_close() const;
    /// Requests or cancels the closing of the window.
    void set_should_close(bool close);

    PixelSize size() const;             // [window pixel], as in MouseMoved
    PixelSize framebuffer_size() const; // [pixel], as in PixelRect
    double refresh_seconds() const;     // [s] between the display's refreshes, 1/60 when unknown
    float content_scale() const;        // 1, 1.5, 2, ...: the display's scale of text and controls
    void set_title(const std::string& title);
    void set_cursor(CursorShape shape);

    std::string clipboard() const;
    void set_clipboard(const std::string& text);

private:
    struct Native;
    explicit Window(std::unique_ptr<Native> native);
    std::unique_ptr<Native> native_;
};

} // namespace limber::app
