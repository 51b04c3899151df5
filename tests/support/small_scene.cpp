// SPDX-License-Identifier: MIT
#include "tests/support/small_scene.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

namespace limber::testing {

void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

TetMesh small_bar() {
    return bar_mesh(8, 3, 3, Vec3(1.0, 0.3, 0.3));
}

Rig small_rig(const TetMesh& bar) {
    Rig rig;
    rig.skeleton.bones.resize(2);
    rig.skeleton.bones[0].name = "root";
    rig.skeleton.bones[0].length = 0.5;
    rig.skeleton.bones[1] = {"tip", 0, identity_affine(), 0.5};
    rig.skeleton.bones[1].rest.col(3) = Vec3(0.5, 0.15, 0.15);
    rig.W.resize(bar.vertex_count(), 2);
    rig.W.col(1) = bar.X.col(0).unaryExpr([](double x) { return std::clamp(2.0 * x - 0.5, 0.0, 1.0); });
    rig.W.col(0) = Vector::Ones(bar.vertex_count()) - rig.W.col(1);
    return rig;
}

Clip bending_clip(const Skeleton& skeleton) {
    Clip clip{"bend", 30.0, true, {}};
    for (int frame = 0; frame < 20; ++frame) {
        Pose pose = rest_pose(skeleton);
        const double angle = 0.6 * std::sin(2.0 * std::numbers::pi * frame / 20.0);
        pose[1].leftCols<3>() = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
        clip.keys.push_back(pose);
    }
    return clip;
}

std::string two_bones_bvh() {
    return R"(HIERARCHY
ROOT base
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT arm
  {
    OFFSET 0.5 0.15 0.15
    CHANNELS 3 Zrotation Yrotation Xrotation
    End Site
    {
      OFFSET 0.5 0 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333333
0 0 0 0 0 0 34.4 0 0
0 0 0 0 0 0 34.4 0 0
)";
}

std::filesystem::path write_small_scene(const ScratchFolder& folder) {
    const TetMesh bar = small_bar();
    const Rig rig = small_rig(bar);
    (void) !write_tet_mesh(bar, folder / "bar.mesh");
    (void) !write_rig(rig, folder / "bar_rig.json");
    (void) !write_clip(bending_clip(rig.skeleton), rig.skeleton, folder / "bend.json");
    write_bytes(folder / "bar.json", R"({"format": "limber-scene", "version": 1, "name": "Bar", "mesh": "bar.mesh",
 "rig": "bar_rig.json", "clips": ["bend.json"], "material": {"young": 20000},
 "modes": 6, "clusters": {"count": 20}})");
    return folder / "bar.json";
}

void write_carrying_clip(const ScratchFolder& folder) {
    const Rig rig = small_rig(small_bar());
    Clip clip = bending_clip(rig.skeleton);
    for (std::size_t key = 0; key < clip.keys.size(); ++key) {
        for (Affine& bone : clip.keys[key]) {
            bone.col(3).x() += static_cast<double>(key);
        }
    }
    (void) !write_clip(clip, rig.skeleton, folder / "bend.json");
}

Result<Done> write_labels(const std::vector<int>& labels, const std::filesystem::path& path) {
    const Json::array_t list(labels.begin(), labels.end());
    return write_file(path, to_text(Json::object_t{{"format", "limber-labels"}, {"version", 1}, {"labels", list}}));
}

} // namespace limber::testing
