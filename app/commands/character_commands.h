// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/document/scene.h"

#include <string>

namespace limber::app {

/// Adds a character of a model that the scene has, and selects it.
struct AddInstance {
    CharacterInstance instance; // its id is replaced by a new one
    bool is_selected = true;
    std::string edit_name; // in the undo list
};

/// Gives the selected character its own model, if it shares one.
struct MakeModelUnique {};

using CharacterCommands = CommandList<AddInstance, MakeModelUnique>;

} // namespace limber::app
