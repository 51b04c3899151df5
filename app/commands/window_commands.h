// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include <filesystem>

namespace limber::app {

/// The purpose for which a file is chosen.
enum class FilePurpose {
    open,
    add,
    clip,
    rig,
    gait,
    search,
    motion,
    weights,
    loads,
    paint,
    cage,
    save,
    save_recording,
    export_motion,
    seen_motion // that a subspace is fitted to
};

/// Shows the file browser.
struct AskForFile {
    FilePurpose purpose = FilePurpose::open;
    /// A folder or the proposed file; a name without a folder is proposed beside the document (start_of_dialog), and
    /// empty is the folder of the newest recent file.
    std::filesystem::path start = {};
};

/// The file browser was closed without a choice.
struct FileNotChosen {
    FilePurpose purpose = FilePurpose::open;
};

/// A file was chosen; the command for it follows.
struct FileChosen {};

struct CloseFileBrowser {};

enum class PictureKind {
    view,
    window,     // with the panels
    transparent // the view without the background and the ground
};

/// Writes the next picture to a file.
struct SavePicture {
    PictureKind kind = PictureKind::view;
};

/// Ends the program. Unsaved changes are discarded.
struct CloseWindow {
    bool operator==(const CloseWindow&) const = default;
};

using WindowCommands = CommandList<AskForFile, FileNotChosen, FileChosen, CloseFileBrowser, SavePicture, CloseWindow>;

} // namespace limber::app
