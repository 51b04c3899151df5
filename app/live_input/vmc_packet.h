// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <Eigen/Geometry>

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// Packets of the Virtual Motion Capture protocol (VMC, protocol.vmc.info), which trackers send as OSC over UDP:
///
///     /VMC/Ext/Root/Pos   s name  f px py pz  f qx qy qz qw     where the performer stands; more numbers are ignored
///     /VMC/Ext/Bone/Pos   s name  f px py pz  f qx qy qz qw     a bone against its parent
///     /VMC/Ext/Blend/Val  s name  f weight                      a blendshape, until the next
///     /VMC/Ext/Blend/Apply                                      all blendshapes of the frame are there
///     /VMC/Ext/T          f time                                the end of a frame
///
/// Their space is Unity's, with a left-handed frame: x to the performer's right. Here x is to the left: it is mirrored.
namespace limber::app {

struct RootMoved {
    Vec3 position = Vec3::Zero(); // [m]
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};
struct BoneMoved {
    std::size_t bone = 0; // of performer_skeleton()
    Vec3 position = Vec3::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};
struct BlendWeighed {
    std::string name;
    double weight = 0.0;
};
struct FrameEnded {};
using VmcMessage = std::variant<RootMoved, BoneMoved, BlendWeighed, FrameEnded>;

struct VmcPacket {
    std::vector<VmcMessage> messages;
    int malformed =
        0;           // messages that are no OSC, have other arguments, or numbers that are not finite or far too large
    int unknown = 0; // messages and bones that mean nothing here
    bool is_bundle = false;
};

inline constexpr std::size_t packet_max = 65536; // bytes of a UDP packet
inline constexpr double performer_reach = 1e3;   // [m] of positions, along each axis
inline constexpr double blend_weight_max = 100.0;
inline constexpr std::size_t blend_name_max = 128; // [bytes]

/// Whether this build can read packets (liblo).
bool can_read_packets();

/// Reads a packet. Malformed messages are counted and left out.
VmcPacket read_packet(std::span<const char> bytes);

} // namespace limber::app
