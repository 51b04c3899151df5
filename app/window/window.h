#pragma once

#include "app/window/input_events.h"
#include "engine/core/result.h"

#include <memory>
#include <string>
#include <vector>

namespace limber::app {

/// Width and height, in window or framebuffer pixels as the function says that returns it.
struct PixelSize {
    int width = 0;
    int height = 0;
    bool operator==(const PixelSize&) const = default;
};

/// What a click will do here.
enum class CursorShape { arrow, hand, grab, move, text, resize };

struct WindowOptions {
    std::string title = "Limber";
    int width = 1280; // [window pixel]
    int height = 720;
    bool visible = true;
    bool wait_for_display = true; // present() waits for the display's next picture
};

/// One window with an OpenGL 4.1 core context, current from its creation on. Events are gathered by our own
/// callbacks in the order in which they happened, so that nothing is lost in a slow frame. One at a time.
class Window {
public:
    /// Fails with bad_input when there is no display, or when the driver has no OpenGL 4.1.
    static Result<Window> create(const WindowOptions& options = {});

    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    /// Everything that happened since the last call, oldest first.
    std::vector<InputEvent> poll();
    /// Sleeps until something happens, and no longer than that [s].
    void wait_for_events(double seconds_max);
    /// Shows what was drawn.
    void present();

    bool should_close() const;
    /// Makes should_close true, or takes the wish back.
    void set_should_close(bool close);

    PixelSize size() const;             // [window pixel]: the unit of MouseMoved
    PixelSize framebuffer_size() const; // [pixel]: the unit of PixelRect
    double seconds_a_picture() const;   // of the display, 1/60 where it does not say
    float content_scale() const;        // 1, 1.5, 2, ...: how much larger text is to be on this display
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
