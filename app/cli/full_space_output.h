// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_files/file_surface.h"
#include "engine/replay/motion_file.h"

#include <cstdint>
#include <string>

namespace limber::app {

/// Writes the motion of a character in full space, frames x points x 3 [m]: of the surface of its file, which the tets
/// carry, or of the vertices of the tets where it has none.
class FullSpaceOutput {
public:
    /// Fails with bad_input: a file that cannot be written, or that is one of the character's.
    static Result<FullSpaceOutput> open(const std::string& path, CharacterPtr character, std::uint64_t frames);
    /// x: n x 3 [m], in the pose P of the rig.
    Result<Done> append(const Points& x, const AffineStack& P);
    Result<Done> close();

private:
    FullSpaceOutput(CharacterPtr character, FileSurfacePtr surface, MotionWriter writer);

    CharacterPtr character_;
    FileSurfacePtr surface_; // null: its file has none
    MotionWriter writer_;
};

} // namespace limber::app
