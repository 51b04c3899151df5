// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"
#include "engine/formats/morph_choice.h"
#include "engine/formats/skin_fit.h"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

/// Writes a baked motion in a format of other tools, chosen by the extension:
///
///   .glb   glTF 2.0: a mesh a surface, all in one file, with morph targets (morph_choice.h) or joints
///          (skin_fit.h)
///   .usda  Universal Scene Description as text: a mesh with time samples a surface, all in one file
///   .pc2   point caches of the frames' positions, with the rest surface, whose vertices they move, as NAME_rest.obj;
///   of .mdd   several surfaces each has files of its own, NAME_1_SURFACE.pc2, ... .obj   a sequence NAME_0001.obj,
///   NAME_0002.obj, ..., all surfaces in each as objects
///
/// Existing files stay until the new ones are complete (core/file_replacement.h).
namespace limber {

struct ExportOptions {
    MorphChoice morph; // of a .glb; the memory is that of all surfaces together
    Index joints = 0;  // of a .glb, each surface: a skin with at most so many, approximate; 0: morph targets
    Progress* progress = nullptr;
};

/// Of one surface of a .glb: how well it has the motion.
struct FitReport {
    std::string surface;
    Index targets = 0;      // of a morph
    bool is_exact = false;  // they are not fitted (exact_morph.h)
    Index joints = 0;       // of a skin
    double error = 0.0;     // of the worst vertex in any frame, as a share of the extent
    double error_rms = 0.0; // over the vertices and frames, as a share of the extent; of a skin
};

struct ExportReport {
    std::vector<std::filesystem::path> files; // in the order of writing
    std::uintmax_t bytes = 0;                 // of all of them
    std::vector<FitReport> fits;              // of a .glb: one a surface; else none
    std::vector<std::string> warnings;        // one sentence each
};

/// The extensions above, with commas between.
std::string_view export_extensions();
bool is_export_file(const std::filesystem::path& path);

/// Whether this export uses BakedSurface::linear.
bool uses_coordinates(const std::filesystem::path& path, const ExportOptions& options);

/// The files that write_motion writes, in order. Precondition: `is_export_file(path)`.
std::vector<std::filesystem::path> files_of(const BakedMotion& motion, const std::filesystem::path& path);

/// Fails with bad_input: another extension, a motion that is not `checked`, a file that cannot be written; or with
/// cancelled.
Result<ExportReport> write_motion(const BakedMotion& motion, const std::filesystem::path& path,
                                  const ExportOptions& options = {});

} // namespace limber
