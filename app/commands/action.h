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

} // namespace limber::app
