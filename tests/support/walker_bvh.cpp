// SPDX-License-Identifier: MIT
#include "tests/support/walker_bvh.h"

#include "tests/support/gltf_files.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>

#include <array>
#include <numbers>
#include <sstream>
#include <vector>

namespace limber::testing {
namespace {

struct PersonJoint {
    const char* capture;
    const char* modeller;
    int parent;
    std::array<double, 3> offset; // [dm]
};
constexpr std::array person{PersonJoint{"Hips", "mixamorig:Hips", -1, {0, 9, 0}},
                            PersonJoint{"Chest", "mixamorig:Spine", 0, {0, 2, 0}},
                            PersonJoint{"Neck", "mixamorig:Neck", 1, {0, 3, 0}},
                            PersonJoint{"Head", "mixamorig:Head", 2, {0, 1, 0}},
                            PersonJoint{"LeftShoulder", "mixamorig:LeftArm", 1, {2, 2.5, 0}},
                            PersonJoint{"LeftElbow", "mixamorig:LeftForeArm", 4, {3, 0, 0}},
                            PersonJoint{"LeftWrist", "mixamorig:LeftHand", 5, {2.5, 0, 0}},
                            PersonJoint{"RightShoulder", "mixamorig:RightArm", 1, {-2, 2.5, 0}},
                            PersonJoint{"RightElbow", "mixamorig:RightForeArm", 7, {-3, 0, 0}},
                            PersonJoint{"RightWrist", "mixamorig:RightHand", 8, {-2.5, 0, 0}},
                            PersonJoint{"LeftHip", "mixamorig:LeftUpLeg", 0, {1, 0, 0}},
                            PersonJoint{"LeftKnee", "mixamorig:LeftLeg", 10, {0, -4, 0}},
                            PersonJoint{"LeftAnkle", "mixamorig:LeftFoot", 11, {0, -4, 0}},
                            PersonJoint{"RightHip", "mixamorig:RightUpLeg", 0, {-1, 0, 0}},
                            PersonJoint{"RightKnee", "mixamorig:RightLeg", 13, {0, -4, 0}},
                            PersonJoint{"RightAnkle", "mixamorig:RightFoot", 14, {0, -4, 0}}};

void write_joint(std::size_t index, std::ostringstream& text) {
    const PersonJoint& joint = person[index];
    text << (joint.parent < 0 ? "ROOT " : "JOINT ") << joint.capture << "\n{\nOFFSET " << joint.offset[0] << ' '
         << joint.offset[1] << ' ' << joint.offset[2] << '\n'
         << (joint.parent < 0 ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
                              : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
    bool has_child = false;
    for (std::size_t child = 0; child < person.size(); ++child) {
        if (person[child].parent == static_cast<int>(index)) {
            has_child = true;
            write_joint(child, text);
        }
    }
    text << (has_child ? "}\n" : "End Site\n{\nOFFSET 0 -0.5 0\n}\n}\n");
}

constexpr double person_rate = 60.0; // [1/s]

struct PersonFrame {
    Vec3 hips;
    std::vector<Vec3> degrees; // of each joint's channels
};

std::vector<PersonFrame> person_frames(std::uint64_t seed, int count) {
    std::vector<PersonFrame> frames;
    Rng rng(seed);
    for (int frame = 0; frame < count; ++frame) {
        const double lowered = frame == 0 ? 0.0 : rng.uniform(-0.5, 0.0);
        PersonFrame& now = frames.emplace_back();
        now.hips = Vec3(0.1 * frame, 9.0 + lowered, 0.2 * frame);
        for (std::size_t joint = 0; joint < person.size(); ++joint) {
            Vec3& degrees = now.degrees.emplace_back(Vec3::Zero());
            for (int channel = 0; channel < 3 && frame > 0; ++channel) {
                degrees(channel) = rng.uniform(-60.0, 60.0);
            }
        }
    }
    return frames;
}

Eigen::Quaterniond turn_of(std::size_t joint, const Vec3& degrees) {
    const Vec3 axes[] = {Vec3::UnitZ(), joint == 0 ? Vec3::UnitY() : Vec3::UnitX(),
                         joint == 0 ? Vec3::UnitX() : Vec3::UnitY()};
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    for (int channel = 0; channel < 3; ++channel) {
        turn = turn * Eigen::AngleAxisd(degrees(channel) * std::numbers::pi / 180.0, axes[channel]);
    }
    return turn;
}

std::string node_of(std::size_t joint) {
    std::string children;
    for (std::size_t child = 0; child < person.size(); ++child) {
        if (person[child].parent == static_cast<int>(joint)) {
            children += (children.empty() ? "" : ", ") + std::to_string(child);
        }
    }
    std::ostringstream text;
    const auto& offset = person[joint].offset;
    text << "{\"name\": \"" << person[joint].capture << "\", \"translation\": [" << offset[0] << ", " << offset[1]
         << ", " << offset[2] << "]" << (children.empty() ? "" : ", \"children\": [" + children + "]") << "}";
    return text.str();
}

} // namespace

std::string person_bvh(std::uint64_t seed, int frames) {
    std::ostringstream text;
    text.precision(9);
    text << "HIERARCHY\n";
    write_joint(0, text);
    text << "MOTION\nFrames: " << frames << "\nFrame Time: 0.0166666667\n";
    for (const PersonFrame& frame : person_frames(seed, frames)) {
        text << frame.hips.x() << ' ' << frame.hips.y() << ' ' << frame.hips.z();
        for (const Vec3& degrees : frame.degrees) {
            text << ' ' << degrees.x() << ' ' << degrees.y() << ' ' << degrees.z();
        }
        text << '\n';
    }
    return text.str();
}

std::string person_glb(std::uint64_t seed, int frames) {
    GlbWriter file;
    const std::vector<PersonFrame> motion = person_frames(seed, frames);
    std::vector<float> times;
    for (int frame = 0; frame < frames; ++frame) {
        times.push_back(static_cast<float>(frame / person_rate));
    }
    const int input = file.add(times, "SCALAR");
    std::string nodes;
    std::string samplers;
    std::string channels;
    int count = 0;
    const auto animate = [&](std::size_t joint, const std::string& path, int output) {
        const std::string comma = count > 0 ? ", " : "";
        samplers += comma + "{\"input\": " + std::to_string(input) + ", \"output\": " + std::to_string(output) + "}";
        channels += comma + "{\"sampler\": " + std::to_string(count++) +
                    ", \"target\": {\"node\": " + std::to_string(joint) + ", \"path\": \"" + path + "\"}}";
    };
    for (std::size_t joint = 0; joint < person.size(); ++joint) {
        nodes += (joint > 0 ? ", " : "") + node_of(joint);
        std::vector<float> turns;
        for (const PersonFrame& frame : motion) {
            const Eigen::Vector4f turn = turn_of(joint, frame.degrees[joint]).coeffs().cast<float>();
            turns.insert(turns.end(), turn.data(), turn.data() + 4);
        }
        animate(joint, "rotation", file.add(turns, "VEC4"));
    }
    std::vector<float> places;
    for (const PersonFrame& frame : motion) {
        const Eigen::Vector3f place = frame.hips.cast<float>();
        places.insert(places.end(), place.data(), place.data() + 3);
    }
    animate(0, "translation", file.add(places, "VEC3"));
    return file.glb("\"nodes\": [" + nodes + "], \"animations\": [{\"name\": \"stroll\", \"samplers\": [" + samplers +
                    "], \"channels\": [" + channels + "]}]");
}

Skeleton other_person(double scale, double lowered, double turned, Rng& rng) {
    const Mat3 turn = Eigen::AngleAxisd(turned, Vec3::UnitY()).toRotationMatrix();
    Skeleton skeleton;
    for (std::size_t i = 0; i < person.size(); ++i) {
        Vec3 offset(person[i].offset[0], person[i].offset[1], person[i].offset[2]);
        const bool is_of_arm = i == 5 || i == 6 || i == 8 || i == 9;
        if (is_of_arm) {
            offset = Eigen::AngleAxisd(offset.x() > 0.0 ? -lowered : lowered, Vec3::UnitZ()) * offset;
        }
        Bone bone;
        bone.name = person[i].modeller;
        bone.parent = person[i].parent;
        bone.rest.leftCols<3>() = random_rotation(rng);
        bone.rest.col(3) = scale * (turn * offset);
        if (bone.parent >= 0) {
            bone.rest.col(3) += skeleton.bones[static_cast<std::size_t>(bone.parent)].rest.col(3);
        }
        skeleton.bones.push_back(bone);
    }
    return skeleton;
}

} // namespace limber::testing
