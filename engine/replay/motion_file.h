// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/file_replacement.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <filesystem>

/// Writes arrays and baked motion for other tools: NumPy .npy, and the .pc2 point cache that Blender, Maya and Houdini
/// read. Frames are appended one by one, so that memory does not grow with the clip. An existing file stays until the
/// new one is complete (core/file_replacement.h).
namespace limber {

/// Any matrix as a C-ordered float64 .npy of shape rows x cols. Fails with bad_input when the file cannot be written.
Result<Done> write_npy(const Matrix& array, const std::filesystem::path& path);

/// Writes frames x vertices x 3: float64 .npy, or float32 .pc2, by extension.
class MotionWriter {
public:
    /// Fails with bad_input: unknown extension, too many vertices for the format, or the file cannot be written.
    static Result<MotionWriter> open(const std::filesystem::path& path, Index vertex_count, Index frame_count,
                                     double start_frame = 0.0);
    Result<Done> append(const Points& x);
    /// Fails when fewer or more frames were appended than announced, or the disk is full: then no new file is created.
    Result<Done> close();

private:
    enum class Format { npy, pc2 };
    MotionWriter(FileReplacement file, Format format, Index vertex_count, Index frame_count);

    FileReplacement file_;
    Format format_;
    Index vertex_count_;
    Index frame_count_;
    Index written_ = 0;
};

} // namespace limber
