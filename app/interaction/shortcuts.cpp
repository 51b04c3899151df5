// SPDX-License-Identifier: MIT
#include "app/interaction/shortcuts.h"

#include "app/window/key_codes.h"

#include <algorithm>
#include <array>

namespace limber::app {
namespace {

constexpr std::array table{
    Shortcut{Action::play_or_pause, "Space", "Play or pause", ' '},
    Shortcut{Action::replay, "Shift+Space", "Replay from the shown moment", ' ', false, true},
    Shortcut{Action::single_step, "Right arrow", "Step once", key_right, false, false, 0, true},
    Shortcut{Action::step_back, "Left arrow", "Step back in time", key_left, false, false, 0, true},
    Shortcut{Action::reset, "R", "Start again from the clip's first frame, at rest", 'R'},
    Shortcut{Action::slower, "-", "Play slower", 0, false, false, '-'},
    Shortcut{Action::faster, "+", "Play faster", 0, false, false, '+'},
    Shortcut{Action::secondary_motion, "S", "Secondary motion on or off", 'S'},
    Shortcut{Action::side_by_side, "C", "Compare: the rig alone beside the rig with dynamics", 'C'},
    Shortcut{Action::frame_character, "F", "Frame the selected character", 'F'},
    Shortcut{Action::frame_all, "Shift+F", "Frame all characters", 'F', false, true},
    Shortcut{Action::next_character, "Tab", "Select the next character", key_tab},
    Shortcut{Action::move_character, "M", "Move and turn the whole character", 'M'},
    Shortcut{Action::duplicate_character, "Ctrl+D", "Duplicate the character; the copy shares its model", 'D', true},
    Shortcut{Action::add_character, "Ctrl+Shift+O", "Add another character to the scene", 'O', true, true},
    Shortcut{Action::solo_character, "Shift+S", "Solo: show the selected character alone, or all again", 'S', false,
             true},
    Shortcut{Action::enable_character, "E",
             "Enable or disable the character: a disabled one neither moves nor is drawn nor exported", 'E'},
    Shortcut{Action::show_bones, "B", "Show or hide the bones", 'B'},
    Shortcut{Action::next_paint, "P",
             "Paint: flesh, the weight of a mode, the clusters, strain, stress, a muscle, painted regions, materials, "
             "pins and leak",
             'P'},
    Shortcut{Action::play_gait, "G", "The gait of the muscles on or off", 'G'},
    Shortcut{Action::drive, "D", "Drive: the arrow keys steer and Space jumps, or a gamepad's stick and button", 'D'},
    Shortcut{Action::livelier, "]", "Livelier: every muscle a tenth more", 0, false, false, ']'},
    Shortcut{Action::calmer, "[", "Calmer: every muscle a tenth less", 0, false, false, '['},
    Shortcut{Action::set_key, "K",
             "Set a key of the pose at this time of the clip: of the selected bone and all that is posed", 'K'},
    Shortcut{Action::remove_key, "Ctrl+K", "Remove the key at this time", 'K', true},
    Shortcut{Action::previous_key, ",", "Go to the key before, and pause", 0, false, false, ','},
    Shortcut{Action::next_key, ".", "Go to the next key, and pause", 0, false, false, '.'},
    Shortcut{Action::pin_handle, "I", "Pin the handle that is being dragged", 'I'},
    Shortcut{Action::delete_handle, "Delete",
             "Delete the selected handle or force, or the character if none is selected", key_delete},
    Shortcut{Action::delete_handle, "Backspace", "The same", key_backspace},
    Shortcut{Action::release_all_handles, "Ctrl+Delete", "Release all handles", key_delete, true},
    Shortcut{Action::reset_pose, "Ctrl+R", "Reset the rig to the clip: undo all posing", 'R', true},
    Shortcut{Action::undo, "Ctrl+Z", "Undo", 'Z', true},
    Shortcut{Action::redo, "Ctrl+Shift+Z", "Redo", 'Z', true, true},
    Shortcut{Action::redo, "Ctrl+Y", "Redo", 'Y', true},
    Shortcut{Action::show_scenes, "L", "List the scenes with their pictures", 'L'},
    Shortcut{Action::new_scene, "Ctrl+N", "Start a new scene: choose its first character", 'N', true},
    Shortcut{Action::open_file, "Ctrl+O", "Open a scene, a mesh or a character", 'O', true},
    Shortcut{Action::save_scene, "Ctrl+S", "Save the scene", 'S', true},
    Shortcut{Action::save_scene_as, "Ctrl+Shift+S", "Save the scene in another file", 'S', true, true},
    Shortcut{Action::save_picture, "Ctrl+P", "Save a picture of the view", 'P', true},
    Shortcut{Action::save_window_picture, "Ctrl+Shift+P", "Save a picture of the window with its panels", 'P', true,
             true},
    Shortcut{Action::save_transparent_picture, "Shift+P", "Save a picture of the characters without the background",
             'P', false, true},
    Shortcut{Action::save_recording, "Ctrl+Shift+R", "Save a recording of the last seconds", 'R', true, true},
    Shortcut{Action::export_motion, "Ctrl+E", "Export the motion for other tools", 'E', true},
    Shortcut{Action::quit, "Ctrl+Q", "Close the window", 'Q', true},
    Shortcut{Action::show_panels, "H", "Hide or show the panels", 'H'},
    Shortcut{Action::show_shortcuts, "F1", "Show or hide this list", key_f1},
    Shortcut{Action::show_shortcuts, "?", "Show or hide this list", 0, false, false, '?'},
    Shortcut{Action::leave, "Esc", "Close dialogs; put the brush down; clear the selection", key_escape},
};

constexpr std::array hints{
    MouseHint{"Drag the flesh", "Pull it until the button is released"},
    MouseHint{"Shift + drag the flesh", "Pull it, and keep the handle pinned"},
    MouseHint{"Drag a pinned handle", "Move it; Delete removes it"},
    MouseHint{"Ctrl + drag the flesh", "Pull a force out of it: an arrow, whose tip can be dragged later"},
    MouseHint{"Click or drag another character", "Select it, and pull its flesh"},
    MouseHint{"Click an obstacle", "Select it: rings turn it, arrows and knob move it"},
    MouseHint{"Click a bone", "Select it: rings turn it, arrows and knob move it (Ctrl: in steps of 15 degrees)"},
    MouseHint{"Drag the flesh with the brush", "Paint a muscle region; with Ctrl, erase ([ and ] change the brush)"},
    MouseHint{"Drag beside the character", "Orbit (with the right button from anywhere)"},
    MouseHint{"Drag with the middle button", "Pan (or Shift + right button)"},
    MouseHint{"Wheel", "Zoom towards the cursor"},
    MouseHint{"Double-click the character", "Orbit around that point"},
    MouseHint{"Drop a file on the window", "Open it"},
    MouseHint{"Shift + click a picture of the list", "Add it to the scene"},
    MouseHint{"Ctrl+click a number", "Type it, with a unit if you like (3 MPa, 40 cm); *2, /4 and +1 change it"},
    MouseHint{"Right-click a number", "Reset it"},
};

const Shortcut& first_for(Action action) {
    return *std::ranges::find(table, action, &Shortcut::action);
}

} // namespace

std::span<const Shortcut> shortcuts() {
    return table;
}

std::optional<Action> action_of(const KeyChanged& key) {
    if (!key.down || key.alt) {
        return std::nullopt;
    }
    for (const Shortcut& entry : table) {
        if (entry.key != 0 && entry.key == key.key && entry.control == key.control && entry.shift == key.shift &&
            (entry.repeats || !key.repeated)) {
            return entry.action;
        }
    }
    return std::nullopt;
}

std::optional<Action> action_of(const CharacterTyped& typed) {
    for (const Shortcut& entry : table) {
        if (entry.character != 0 && entry.character == typed.code_point) {
            return entry.action;
        }
    }
    return std::nullopt;
}

std::string tooltip_of(Action action) {
    const Shortcut& entry = first_for(action);
    return std::string(entry.description) + " (" + entry.keys + ")";
}

std::span<const MouseHint> mouse_hints() {
    return hints;
}

} // namespace limber::app
