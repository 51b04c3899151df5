// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/document/copied_settings.h"
#include "app/document/material_file.h"
#include "app/jobs/background_queue.h"
#include "engine/core/json_fwd.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The user's own materials, settings that are copied from one character to another, and paint that comes from a file
/// or from regions of tets. Files are read and paint is carried on a background thread.
namespace limber::app {

class MaterialsController {
public:
    /// Starts to read the user's materials.
    MaterialsController();

    Commands carry_out(const SaveMaterial& command, const SessionState& state);
    Commands carry_out(const RemoveMaterial& command, const SessionState& state);
    Commands carry_out(const CopySettings& command, const SessionState& state);
    Commands carry_out(const PasteSettings& command, const SessionState& state);
    Commands carry_out(const AddPaintFromFile& command, const SessionState& state);
    Commands carry_out(const MakePaintOfRegions& command, const SessionState& state);
    /// Drops the edits that have not come yet.
    Commands carry_out(const CancelBuild& command, const SessionState& state);

    /// Once a frame: takes over what was read or carried.
    Commands update(const SessionState& state);

    void add_to(UiState& ui, const SessionState& state) const;
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return lists_.wait_for(timeout) && edits_.wait_for(timeout);
    }

private:
    using Edits = std::function<Result<Commands>()>;

    void prepare(std::string what, Edits edits);

    struct Copied {
        CopiedSettings settings;
        CharacterPtr character; // as it was built
    };
    struct SavedList {
        std::vector<UserMaterial> materials;
        std::string words; // for a message; empty: none
    };

    std::filesystem::path file_;
    std::vector<UserMaterial> materials_;
    std::optional<Copied> copied_;
    BackgroundQueue<SavedList> lists_{{.at_close = AtClose::finish}};
    BackgroundQueue<Commands> edits_;
    std::vector<std::string> coming_; // what the edits do that have not come yet, in order
};

} // namespace limber::app
