// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include <filesystem>
#include <string>

namespace limber::app {

/// Keeps the material of the selected character under that name, for all scenes.
struct SaveMaterial {
    std::string name;
};

/// Removes a material that was kept.
struct RemoveMaterial {
    std::string name;
};

/// Remembers the settings of the selected character: material, damping, solver, momentum leak, subspace and paint.
struct CopySettings {};

/// Gives the selected character the settings that were copied.
struct PasteSettings {};

/// Adds values from a file to the field that the brush is selected for.
struct AddPaintFromFile {
    std::filesystem::path path;
};

/// Turns the regions of tets of the selected character into painted parts; ignored while its model is outdated.
struct MakePaintOfRegions {};

using MaterialCommands =
    CommandList<SaveMaterial, RemoveMaterial, CopySettings, PasteSettings, AddPaintFromFile, MakePaintOfRegions>;

} // namespace limber::app
