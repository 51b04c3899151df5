#pragma once

#include "app/window/input_events.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// What keys do: one table that drives the keys, the tooltips, the overlay that lists them, and the
/// section of the README.
namespace limber::app {

enum class Action {
    play_or_pause,
    single_step,
    replay,
    step_back,
    reset,
    slower,
    faster,
    secondary_motion,
    side_by_side,
    frame_character,
    frame_all,
    next_character,
    move_character,
    duplicate_character,
    remove_character,
    unique_character, // has no key
    add_character,
    show_bones,
    next_paint,
    play_gait,
    drive,
    livelier,
    calmer,
    pin_handle,
    delete_handle,
    release_all_handles,
    reset_pose,
    undo,
    redo,
    open_file,
    new_scene,
    save_scene,
    save_scene_as,
    save_picture,
    save_recording,
    show_scenes,
    quit,
    show_panels,
    show_shortcuts,
    leave
};

struct Shortcut {
    Action action;
    const char* keys;        // as displayed
    const char* description; // as a sentence without a full stop
    int key = 0;             // GLFW's key code; 0: only the character counts
    bool control = false;
    bool shift = false;
    unsigned int character = 0; // what is typed, whatever key types it on this keyboard
    bool repeats = false;       // as long as the key is held
};

std::span<const Shortcut> shortcuts();

std::optional<Action> action_of(const KeyChanged& key);
std::optional<Action> action_of(const CharacterTyped& typed);

/// "description (keys)", for a tooltip.
std::string tooltip_of(Action action);
const char* keys_of(Action action);

/// What the mouse does, for the same overlay.
struct MouseHint {
    const char* gesture;
    const char* description;
};
std::span<const MouseHint> mouse_hints();

/// Both tables in Markdown, as the README shows them.
std::string shortcuts_in_markdown();

} // namespace limber::app
