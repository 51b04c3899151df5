// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_document.h"
#include "engine/core/json_fwd.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

/// A pose of a body that its rest shape can become (engine/actuation/example_poses.h), as a scene has it: a file with
/// the vertices of the body or of its surface in another place, or the positions of a shape that was kept.
///
///     {"name": "crouch", "file": "../poses/crouch.obj"}
///     {"name": "lean", "positions": [0.1, 0.2, 0.3, ...]}
///     {"name": "lift", "file": "../poses/lift.obj", "group": "left leg"}
///
/// A behaviour blends the poses of one group convexly, with the rest pose: their weights are at least 0 and together at
/// most 1. Poses of different groups, and those without a group, do not limit each other.
namespace limber::app {

/// The positions are shared by copies, because every undo entry holds them.
class KeptShape {
public:
    KeptShape() = default;
    explicit KeptShape(Points positions) : positions_(std::make_shared<const Points>(std::move(positions))) {}

    bool is_there() const {
        return positions_ != nullptr;
    }
    /// n x 3: of the body's vertices, in the unit and along the axes of its mesh file. Precondition: it is there.
    const Points& positions() const {
        return *positions_;
    }
    /// Shared positions are equal without a comparison.
    bool operator==(const KeptShape& other) const {
        return positions_ == other.positions_ ||
               (is_there() && other.is_there() && positions_->rows() == other.positions_->rows() &&
                *positions_ == *other.positions_);
    }

private:
    std::shared_ptr<const Points> positions_;
};

/// Has either a file or a kept shape.
struct ExamplePose {
    std::string name;
    std::filesystem::path file = {};
    KeptShape kept = {};
    /// Of local examples whose weights together are at most 1, as one pose at a time at full; empty: none.
    std::string group = {};
    bool operator==(const ExamplePose&) const = default;
};

inline constexpr std::size_t example_poses_max = 64;

ExamplePose example_in_file(const std::filesystem::path& file);

/// Sets a fault where the pose has both or neither, or positions that are no triples of numbers. Relative files start
/// at `folder`.
ExamplePose example_in(const JsonNode& node, const std::filesystem::path& folder);
Json example_json(const ExamplePose& example, const std::filesystem::path& folder);

} // namespace limber::app
