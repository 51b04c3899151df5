// SPDX-License-Identifier: MIT
#include "app/window/imgui_layer.h"

#include "app/window/imgui_theme.h"
#include "app/window/needed_glyphs.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

constexpr double shortest_frame = 1e-5; // [s]; ImGui does not accept zero

void map_keys(ImGuiIO& io) {
    constexpr std::pair<ImGuiKey_, int> keys[] = {
        {ImGuiKey_Tab, GLFW_KEY_TAB},
        {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
        {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
        {ImGuiKey_UpArrow, GLFW_KEY_UP},
        {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
        {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
        {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
        {ImGuiKey_Home, GLFW_KEY_HOME},
        {ImGuiKey_End, GLFW_KEY_END},
        {ImGuiKey_Insert, GLFW_KEY_INSERT},
        {ImGuiKey_Delete, GLFW_KEY_DELETE},
        {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
        {ImGuiKey_Space, GLFW_KEY_SPACE},
        {ImGuiKey_Enter, GLFW_KEY_ENTER},
        {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
        {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
        {ImGuiKey_A, GLFW_KEY_A},
        {ImGuiKey_C, GLFW_KEY_C},
        {ImGuiKey_V, GLFW_KEY_V},
        {ImGuiKey_X, GLFW_KEY_X},
        {ImGuiKey_Y, GLFW_KEY_Y},
        {ImGuiKey_Z, GLFW_KEY_Z},
    };
    for (const auto& [meaning, key] : keys) {
        io.KeyMap[meaning] = key;
    }
}

std::size_t index_of(MouseButton button) {
    return static_cast<std::size_t>(button); // left, right, middle: ImGui's order
}

// Writes one event into ImGui's input state. The modifiers of a press are set for its frame, also when the press of the
// modifier's own key was never received.
struct EventWriter {
    ImGuiIO& io;

    void operator()(const MouseMoved& moved) const {
        io.MousePos = {static_cast<float>(moved.x), static_cast<float>(moved.y)};
    }
    void operator()(const MouseButtonChanged& change) const {
        io.MousePos = {static_cast<float>(change.x), static_cast<float>(change.y)};
        io.MouseDown[index_of(change.button)] = change.down;
    }
    void operator()(const Scrolled& scrolled) const {
        io.MouseWheel += static_cast<float>(scrolled.steps);
    }
    void operator()(const KeyChanged& change) const {
        if (change.key < 0 || change.key >= static_cast<int>(std::size(io.KeysDown))) {
            return;
        }
        io.KeysDown[change.key] = change.down;
        io.KeyCtrl = io.KeyCtrl || (change.down && change.control);
        io.KeyShift = io.KeyShift || (change.down && change.shift);
        io.KeyAlt = io.KeyAlt || (change.down && change.alt);
    }
    void operator()(const CharacterTyped& typed) const {
        io.AddInputCharacter(typed.code_point);
    }
    void operator()(const FilesDropped&) const {}
    void operator()(const GamepadMoved&) const {}
    void operator()(const FocusLost&) const {}
};

void update_modifiers(ImGuiIO& io) {
    io.KeyCtrl = io.KeyCtrl || io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
    io.KeyShift = io.KeyShift || io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
    io.KeyAlt = io.KeyAlt || io.KeysDown[GLFW_KEY_LEFT_ALT] || io.KeysDown[GLFW_KEY_RIGHT_ALT];
    io.KeySuper = io.KeysDown[GLFW_KEY_LEFT_SUPER] || io.KeysDown[GLFW_KEY_RIGHT_SUPER];
}

void write_events(ImGuiIO& io, const std::vector<InputEvent>& events) {
    io.KeyCtrl = io.KeyShift = io.KeyAlt = false;
    for (const InputEvent& event : events) {
        std::visit(EventWriter{io}, event);
    }
    update_modifiers(io);
}

void set_frame_sizes(ImGuiIO& io, const GuiFrame& frame) {
    const auto to_float = [](int pixels) {
        return static_cast<float>(pixels);
    };
    io.DisplaySize = {to_float(frame.size.width), to_float(frame.size.height)};
    if (frame.size.width > 0 && frame.size.height > 0) {
        io.DisplayFramebufferScale = {to_float(frame.framebuffer_size.width) / io.DisplaySize.x,
                                      to_float(frame.framebuffer_size.height) / io.DisplaySize.y};
    }
    io.DeltaTime = static_cast<float>(std::max(frame.seconds, shortest_frame));
}

// Whether the view gets the event. Releases always pass, so that no button or key of the view stays pressed.
struct PassesToView {
    bool mouse_taken;
    bool keyboard_taken;

    bool operator()(const MouseMoved&) const {
        return !mouse_taken;
    }
    bool operator()(const MouseButtonChanged& change) const {
        return !change.down || !mouse_taken;
    }
    bool operator()(const Scrolled&) const {
        return !mouse_taken;
    }
    bool operator()(const KeyChanged& change) const {
        return !change.down || !keyboard_taken;
    }
    bool operator()(const CharacterTyped&) const {
        return !keyboard_taken;
    }
    bool operator()(const FilesDropped&) const {
        return true;
    }
    bool operator()(const GamepadMoved&) const {
        return true;
    }
    bool operator()(const FocusLost&) const {
        return true;
    }
};

const char* clipboard_text(void* user) {
    static std::string text; // ImGui keeps the pointer after the call
    text = static_cast<Window*>(user)->clipboard();
    return text.c_str();
}

void set_clipboard_text(void* user, const char* text) {
    static_cast<Window*>(user)->set_clipboard(text);
}

} // namespace

struct ImGuiLayer::Native {
    ImGuiContext* context = nullptr;
    EventQueue queue;
    bool has_renderer = false;
    float content_scale = 1.0F;
    NeededGlyphs needed_glyphs;
    std::vector<unsigned short> ranges = needed_glyphs.ranges(); // ImGui keeps the pointer

    void load_theme() {
        ranges = needed_glyphs.ranges();
        apply_theme(content_scale, ranges.data());
    }
    void reload_theme() {
        load_theme();
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }

    ~Native() {
        if (context == nullptr) {
            return;
        }
        ImGui::SetCurrentContext(context);
        if (has_renderer) {
            ImGui_ImplOpenGL3_Shutdown();
        }
        ImGui::DestroyContext(context);
    }
};

ImGuiLayer::ImGuiLayer(std::unique_ptr<Native> native) : native_(std::move(native)) {}
ImGuiLayer::ImGuiLayer(ImGuiLayer&&) noexcept = default;
ImGuiLayer& ImGuiLayer::operator=(ImGuiLayer&&) noexcept = default;
ImGuiLayer::~ImGuiLayer() = default;

Result<ImGuiLayer> ImGuiLayer::create(float content_scale) {
    auto native = std::make_unique<Native>();
    IMGUI_CHECKVERSION();
    native->context = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // disables ImGui's settings file
    io.BackendPlatformName = "limber";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    map_keys(io);
    native->content_scale = content_scale;
    native->load_theme();
    if (!ImGui_ImplOpenGL3_Init("#version 410 core")) {
        return Error{ErrorKind::bad_input, "the panels cannot be drawn with this graphics driver", "OpenGL"};
    }
    native->has_renderer = true;
    return ImGuiLayer(std::move(native));
}

void ImGuiLayer::use_clipboard_of(Window& window) {
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = &window;
    io.GetClipboardTextFn = &clipboard_text;
    io.SetClipboardTextFn = &set_clipboard_text;
}

std::vector<InputEvent> ImGuiLayer::begin_frame(const std::vector<InputEvent>& events, const GuiFrame& frame) {
    ImGuiIO& io = ImGui::GetIO();
    native_->queue.push(events);
    std::vector<InputEvent> now = native_->queue.next_frame(frame.keyboard);
    set_frame_sizes(io, frame);
    write_events(io, now);
    ImGui_ImplOpenGL3_NewFrame();
    for (const InputEvent& event : now) {
        if (const auto* typed = std::get_if<CharacterTyped>(&event)) {
            native_->needed_glyphs.add_code_point(typed->code_point);
        }
    }
    if (native_->needed_glyphs.take_news()) {
        native_->reload_theme();
    }
    ImGui::NewFrame();
    const PassesToView passes_to_view{io.WantCaptureMouse, io.WantCaptureKeyboard};
    std::erase_if(now, [&](const InputEvent& event) { return !std::visit(passes_to_view, event); });
    return now;
}

void ImGuiLayer::end_frame() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiLayer::skip_frame() {
    ImGui::EndFrame();
}

bool ImGuiLayer::has_waiting_events() const {
    return !native_->queue.is_empty();
}

bool ImGuiLayer::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}

CursorShape ImGuiLayer::cursor() const {
    switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput:
        return CursorShape::text;
    case ImGuiMouseCursor_Hand:
        return CursorShape::hand;
    case ImGuiMouseCursor_ResizeAll:
        return CursorShape::move;
    case ImGuiMouseCursor_ResizeEW:
    case ImGuiMouseCursor_ResizeNS:
    case ImGuiMouseCursor_ResizeNESW:
    case ImGuiMouseCursor_ResizeNWSE:
        return CursorShape::resize;
    default:
        return CursorShape::arrow;
    }
}

void ImGuiLayer::set_content_scale(float content_scale) {
    if (content_scale == native_->content_scale) {
        return;
    }
    native_->content_scale = content_scale;
    native_->reload_theme();
}

void ImGuiLayer::prepare_to_show(std::string_view text) {
    native_->needed_glyphs.add(text);
}

} // namespace limber::app
