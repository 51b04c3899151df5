// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_files/file_surface.h"
#include "engine/formats/baked_motion.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace limber::app {

/// Collects what the window draws of characters, frame by frame, for formats of other tools: the surface of a
/// character's file with its pictures, or else the boundary of its tets with its colours; of rods their tubes, and of a
/// shell both of its sides.
class SceneBaking {
public:
    /// Fails with bad_input where the file of a character is not what it was.
    static Result<SceneBaking> of(std::vector<CharacterPtr> characters);

    /// Makes the motion one that is known to be linear (BakedSurface::linear), where it is. Precondition: no frame yet.
    void keep_coordinates();
    /// Adds a frame: a state for each character. The pointers are not kept.
    void add_frame(const std::vector<const State*>& states);
    /// The share of each character's secondary motion in the frames that are added, in [0, 1]; 1 at first.
    void set_dynamics(const std::vector<double>& shares);
    BakedMotion take(double frames_per_second);

    /// An error if so many frames, with the coordinates that are kept, would take too much memory.
    std::optional<Error> fault_in_length(std::uint64_t frames) const;

private:
    struct Baked {
        CharacterPtr character;
        FileSurfacePtr surface; // of its file; null: it has none
        Matrix jacobian;        // of its secondary motion
        double dynamics = 1.0;
        bool keeps_coordinates = false;
    };
    Result<Done> add(const CharacterPtr& character);
    static Points positions(const Baked& baked, const State& state);
    void add_coordinates(std::size_t index, const State& state);

    std::vector<Baked> characters_;
    BakedMotion motion_;
};

} // namespace limber::app
