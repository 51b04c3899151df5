// SPDX-License-Identifier: MIT
#include "engine/formats/bvh_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/lower_case.h"
#include "engine/mesh/scanner.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr std::size_t joints_max = 4096;
constexpr double longest_frame = 10.0; // [s]
constexpr double coordinate_max = 1e9; // [unit of the file]

struct BvhChannel {
    bool is_position = false;
    int axis = 0;
};

struct BvhJoint {
    int parent = -1;
    Vec3 offset = Vec3::Zero();
    std::vector<BvhChannel> channels;
};

class BvhReader {
public:
    BvhReader(std::string_view text, std::string_view where) : scanner_(text, where) {}

    Result<BvhMotion> motion() {
        scanner_.expect_word("hierarchy");
        while (lower(scanner_.next_word()) == "root" && !scanner_.failed()) {
            scanner_.word();
            read_joint();
        }
        if (!scanner_.failed() && joints_.empty()) {
            scanner_.fail("has no joints");
        }
        add_rest();
        read_frames();
        return scanner_.failed() ? Result<BvhMotion>(scanner_.error()) : Result<BvhMotion>(std::move(made_));
    }

private:
    double number() {
        const double value = scanner_.real(NumberType::float64);
        if (!(std::abs(value) <= coordinate_max)) {
            scanner_.fail("has a number beyond what can be computed with");
        }
        return value;
    }

    // A joint and all below it, without recursion, because a file may nest them without end.
    void read_joint() {
        std::vector<int> open;
        add_joint(-1);
        open.push_back(newest());
        while (!open.empty() && !scanner_.failed()) {
            const std::string word = lower(scanner_.word());
            BvhJoint& joint = joints_[static_cast<std::size_t>(open.back())];
            if (word == "offset") {
                for (double& coordinate : joint.offset) {
                    coordinate = number();
                }
            } else if (word == "channels") {
                read_channels(joint);
            } else if (word == "joint") {
                add_joint(open.back());
                open.push_back(newest());
            } else if (word == "end") {
                scanner_.skip_past("}");
            } else if (word == "}") {
                open.pop_back();
            } else {
                scanner_.fail("has " + in_quotes(word) + " where a joint has OFFSET, CHANNELS, JOINT, End Site or }");
            }
        }
    }

    int newest() const {
        return static_cast<int>(joints_.size()) - 1;
    }

    // The name of a joint may have blanks.
    void add_joint(int parent) {
        std::string name;
        while (scanner_.next_word() != "{" && !scanner_.next_word().empty()) {
            name += (name.empty() ? "" : " ") + std::string(scanner_.word());
        }
        scanner_.expect_word("{");
        if (joints_.size() >= joints_max) {
            scanner_.fail("has more than " + std::to_string(joints_max) + " joints");
            return;
        }
        joints_.emplace_back().parent = parent;
        Bone bone;
        bone.name = name;
        bone.parent = parent;
        made_.skeleton.bones.push_back(bone);
    }

    void read_channels(BvhJoint& joint) {
        const std::int64_t count = scanner_.integer(NumberType::int32);
        if (!scanner_.failed() && (count < 0 || count > 6)) {
            scanner_.fail("has a joint with " + std::to_string(count) + " channels, where there may be 6");
        }
        joint.channels.clear();
        for (std::int64_t i = 0; i < count && !scanner_.failed(); ++i) {
            const std::string name = lower(scanner_.word());
            const bool is_position = name.ends_with("position");
            const bool is_channel =
                name.size() > 1 && name[0] >= 'x' && name[0] <= 'z' && (is_position || name.ends_with("rotation"));
            if (!is_channel) {
                scanner_.fail("has a channel " + in_quotes(name) + "; there are Xposition, Xrotation and so on");
                return;
            }
            joint.channels.push_back({is_position, name[0] - 'x'});
        }
    }

    void add_rest() {
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            Vec3 place = joints_[j].offset;
            if (joints_[j].parent >= 0) {
                place += made_.skeleton.bones[static_cast<std::size_t>(joints_[j].parent)].rest.col(3);
            }
            made_.skeleton.bones[j].rest.col(3) = place;
        }
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            made_.skeleton.bones[j].length = joints_[j].offset.norm();
        }
    }

    void read_frames() {
        scanner_.expect_word("motion");
        scanner_.expect_word("frames:");
        const std::int64_t count = scanner_.integer(NumberType::int64);
        scanner_.expect_word("frame");
        scanner_.expect_word("time:");
        const double seconds = scanner_.real(NumberType::float64);
        if (!scanner_.failed() && !(seconds > 0.0 && seconds <= longest_frame)) {
            scanner_.fail("has a frame time that is not between 0 and 10 s");
        }
        std::size_t numbers = 0;
        for (const BvhJoint& joint : joints_) {
            numbers += joint.channels.size();
        }
        if (!scanner_.failed() && (count < 1 || numbers == 0)) {
            scanner_.fail("has no frames");
        }
        if (!scanner_.failed()) {
            scanner_.expect_room(count, "frames", 2 * numbers - 1);
        }
        made_.clip.frame_rate = 1.0 / seconds;
        made_.clip.looping = false;
        for (std::int64_t frame = 0; frame < count && !scanner_.failed(); ++frame) {
            made_.clip.keys.push_back(read_pose());
        }
    }

    Pose read_pose() {
        Pose pose;
        for (const BvhJoint& joint : joints_) {
            Affine local = identity_affine();
            local.col(3) = joint.offset;
            Mat3 R = Mat3::Identity();
            for (const BvhChannel& channel : joint.channels) {
                const double value = number();
                if (channel.is_position) {
                    local(channel.axis, 3) = value;
                } else {
                    R = R * Eigen::AngleAxisd(value * std::numbers::pi / 180.0, Vec3::Unit(channel.axis));
                }
            }
            local.leftCols<3>() = R;
            pose.push_back(joint.parent < 0 ? local : compose(pose[static_cast<std::size_t>(joint.parent)], local));
        }
        return pose;
    }

    Scanner scanner_;
    std::vector<BvhJoint> joints_;
    BvhMotion made_;
};

} // namespace

bool is_bvh_file(const std::filesystem::path& path) {
    return extension_of(path) == ".bvh";
}

Result<BvhMotion> read_bvh(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    return bytes ? parse_bvh(bytes.value(), path.string()) : bytes.error();
}

Result<BvhMotion> parse_bvh(std::string_view text, std::string_view where) {
    return BvhReader(text, where).motion();
}

} // namespace limber
