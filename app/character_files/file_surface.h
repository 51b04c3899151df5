// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_files/gltf_reads.h"
#include "app/geometry/drawn_mesh.h"
#include "app/geometry/skin_materials.h"
#include "engine/formats/surface_look.h"
#include "engine/mesh/embedding.h"

#include <memory>
#include <string>
#include <vector>

/// The surface in a character's file (.glb, .gltf, .obj, .stl, .ply), from which its tets were made, with its colours
/// and pictures. It is what is drawn and exported. The rig of the file moves it by the surface's own weights, and its
/// targets as glTF defines them, so that the rig alone is the file's own animation; the secondary motion is that of the
/// tets that carry it:
///
///     x_i = sum_b w_ib P_b [X_i + sum_t s_t d_ti, 1] + sum_j u_ij T_j [X_i 1]
///
/// with the weights u of the modes carried from the tets' vertices. Another rig is carried from them too, and its
/// targets turn with one bone each, as on the tets (rig.h). Where the character has only the largest part of the tets,
/// the surface has only the pieces of that part (kept_pieces.h).
namespace limber::app {

struct FileSurface {
    Points X;                  // p x 3, rest [m]; seams are not welded
    Triangles F;               // f x 3
    Rig rig;                   // the character's, on these points
    bool morphs_first = false; // targets displace the points before the bones move them (add_morphed_motion)
    Embedding embedding;       // in the character's mesh
    SurfaceLook look;
    /// p: the first vertex at the same place that moves with the same weights. A seam is doubled for its look alone.
    std::vector<int> welded;
    std::vector<std::string> warnings; // about what its look lacks
};
using FileSurfacePtr = std::shared_ptr<const FileSurface>;

/// Whether the rig is that of the surface's own file.
bool has_its_own_rig(const CharacterDescription& scene);

/// A rig that is known on the tets alone, at the points that they carry.
Rig carried_rig(const Rig& rig, const Embedding& embedding);

/// Reads the character's file again. Null: it has no surface of its own, but tets, or is a rod or shell. Fails with
/// bad_input where the file is not what it was.
Result<FileSurfacePtr> file_surface(const Character& character);
/// The same of a file that may have been read.
Result<FileSurfacePtr> file_surface(const Character& character, GltfReads& files);

/// One sentence for each material and picture that a surface's file (.obj) names and that cannot be read, as the look
/// of its surface then lacks it.
std::vector<std::string> missing_in_look(const std::filesystem::path& mesh);

/// p x 4m: the rows of the maps of the secondary motion.
Matrix secondary_jacobian(const FileSurface& surface, const Character& character);
/// p x 3 [m]: the positions in a state of the character, from that Jacobian.
Points surface_positions(const FileSurface& surface, const Matrix& jacobian, const Character& character,
                         const State& state);

/// Whether the file leaves a vertex white: then it is drawn in the colour of the character.
bool is_plain(const SurfaceLook& look, Index vertex);

/// Whether the file gives it colours or pictures anywhere.
bool has_look(const FileSurface& surface);

/// The surface as floats.
DrawnMesh drawn_mesh(const FileSurface& surface, const Character& character);

/// Decodes the pictures, which takes longer than a frame; one that cannot be decoded is left out with a warning.
Repaired<std::shared_ptr<const SkinMaterials>> skin_materials(const SurfaceLook& look);

} // namespace limber::app
