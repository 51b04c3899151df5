// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace limber::app {

/// Opens a scene, a mesh, a recording or a gait; asks first if changes of the open document are not saved.
struct OpenFile {
    std::filesystem::path path;
};

/// Adds the characters of a file to the scene.
struct AddFile {
    std::filesystem::path path;
};

/// Opens the first of several files that can be opened.
struct OpenFirstUsableFile {
    std::vector<std::filesystem::path> paths;
};

/// Opens a scene in place of the document, after a question if changes are not saved; OpenScene follows.
struct ConfirmAndOpenScene {
    std::filesystem::path path;
    std::string name = {}; // in the progress; empty: that of the file
};

/// Drops the files that wait to be opened.
struct CancelOpening {};

/// That revision of the document was written to a file.
struct MarkSaved {
    std::uint64_t revision = 0;
};

/// Opens a scene without asking about unsaved changes: in place of the document, or in addition to its characters.
struct OpenScene {
    std::filesystem::path path;
    bool is_added = false;
    std::string name = {}; // as above
    bool operator==(const OpenScene&) const = default;
};

/// Saves the document to that path; without a path to the file that was opened or saved last. Asks for a path if there
/// is none.
struct SaveDocument {
    std::filesystem::path path = {};
};

enum class UnsavedAnswer { save, discard, cancel };

/// Answers the question that is asked before unsaved changes are lost.
struct AnswerUnsaved {
    UnsavedAnswer answer = UnsavedAnswer::cancel;
};

/// Closes the window; asks first if changes are not saved.
struct Quit {};

/// Opens the unsaved changes of this recovery file.
struct RecoverDocument {
    std::filesystem::path file;
};

/// Writes a file in the background to an unused path, named after `name`, beside the scene. A message follows.
struct WriteNewFile {
    std::string name;
    std::string ending;
    std::function<Result<Done>(const std::filesystem::path&)> write;
};

/// Writes a file in the background to that path. A message follows.
struct WriteFileAt {
    std::filesystem::path path;
    std::function<Result<Done>(const std::filesystem::path&)> write;
};

using FileCommands =
    CommandList<OpenFile, AddFile, OpenFirstUsableFile, ConfirmAndOpenScene, OpenScene, CancelOpening, MarkSaved,
                SaveDocument, AnswerUnsaved, Quit, RecoverDocument, WriteNewFile, WriteFileAt>;

} // namespace limber::app
