// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// The actions of keys and buttons; interaction/shortcuts.h has the keys.
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
    solo_character,
    enable_character,
    add_character,
    show_bones,
    next_paint,
    play_gait,
    drive,
    livelier,
    calmer,
    set_key,
    remove_key,
    previous_key,
    next_key,
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
    save_window_picture,
    save_transparent_picture,
    save_recording,
    export_motion,
    show_scenes,
    quit,
    show_panels,
    show_shortcuts,
    leave
};

/// Whether the action applies to the selected character.
constexpr bool needs_a_character(Action action) {
    return action == Action::reset_pose || action == Action::play_gait || action == Action::livelier ||
           action == Action::calmer || action == Action::save_scene || action == Action::save_scene_as ||
           action == Action::save_recording || action == Action::export_motion || action == Action::delete_handle ||
           action == Action::release_all_handles || action == Action::set_key || action == Action::remove_key ||
           action == Action::previous_key || action == Action::next_key;
}

} // namespace limber::app
