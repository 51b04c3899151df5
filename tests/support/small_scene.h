#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <filesystem>
#include <string>
#include <string_view>

/// A folder of its own that is gone when the test is over.
namespace limber::testing {

class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const {
        return path_ / name;
    }
    const std::filesystem::path& path() const {
        return path_;
    }

private:
    std::filesystem::path path_;
};

void write_bytes(const std::filesystem::path& path, std::string_view bytes);
std::string bytes_of(const std::filesystem::path& path);

/// A bar with two bones and a looping clip that bends it, as files: bar.mesh, bar_rig.json, bend.json, bar.json (the
/// scene). Returns the scene's path.
std::filesystem::path write_small_scene(const ScratchFolder& folder);
TetMesh small_bar();
Rig small_rig(const TetMesh& bar);
Clip bending_clip(const Skeleton& skeleton);

} // namespace limber::testing
