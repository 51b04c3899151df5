// SPDX-License-Identifier: MIT
#include "app/live_input/vmc_packet.h"

#include "app/live_input/performer.h"

#ifdef LIMBER_WITH_LIBLO
#include <lo/lo.h>
#endif

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace limber::app {

#ifdef LIMBER_WITH_LIBLO

namespace {

constexpr std::string_view bundle_mark("#bundle\0", 8);
constexpr std::size_t bundle_head = 16; // the mark and a time tag
constexpr int bundle_depth_max = 4;

using MessagePtr = std::unique_ptr<std::remove_pointer_t<lo_message>, void (*)(lo_message)>;

std::uint32_t size_at(std::span<const char> bytes, std::size_t place) {
    std::array<unsigned char, 4> raw{};
    std::memcpy(raw.data(), bytes.data() + place, raw.size());
    return (std::uint32_t{raw[0]} << 24U) | (std::uint32_t{raw[1]} << 16U) | (std::uint32_t{raw[2]} << 8U) | raw[3];
}

// The arguments of one message.
struct Arguments {
    std::string_view types;
    lo_arg** values = nullptr;

    bool begin_with(std::string_view wanted) const {
        return types.starts_with(wanted);
    }
    // The arguments lie at multiples of 4 bytes, where lo_arg's members must not be accessed: it is aligned to 8.
    std::string text(std::size_t i) const {
        return static_cast<const char*>(static_cast<const void*>(values[i]));
    }
    double number(std::size_t i) const {
        float value = 0.0F;
        std::memcpy(&value, values[i], sizeof(value));
        return static_cast<double>(value);
    }
};

bool is_place(const Vec3& position) {
    return (position.array().abs() <= performer_reach).all();
}

// The place in the arguments from `first` on, mirrored into a right-handed frame. False for numbers out of range.
bool read_place(const Arguments& arguments, std::size_t first, Vec3& position, Eigen::Quaterniond& rotation) {
    position = Vec3(-arguments.number(first), arguments.number(first + 1), arguments.number(first + 2));
    rotation = Eigen::Quaterniond(arguments.number(first + 6), arguments.number(first + 3),
                                  -arguments.number(first + 4), -arguments.number(first + 5));
    const double length = rotation.norm();
    if (!is_place(position) || !(length > 0.1 && length < 10.0)) {
        return false;
    }
    rotation.coeffs() /= length;
    return true;
}

void read_root(const Arguments& arguments, VmcPacket& packet) {
    RootMoved root;
    if (!arguments.begin_with("sfffffff") || !read_place(arguments, 1, root.position, root.rotation)) {
        ++packet.malformed;
        return;
    }
    packet.messages.emplace_back(root);
}

void read_bone(const Arguments& arguments, VmcPacket& packet) {
    BoneMoved moved;
    if (!arguments.begin_with("sfffffff") || !read_place(arguments, 1, moved.position, moved.rotation)) {
        ++packet.malformed;
        return;
    }
    const auto bone = performer_bone(arguments.text(0));
    if (!bone) {
        ++packet.unknown;
        return;
    }
    moved.bone = *bone;
    packet.messages.emplace_back(moved);
}

void read_blend(const Arguments& arguments, VmcPacket& packet) {
    if (!arguments.begin_with("sf") || !(std::abs(arguments.number(1)) <= blend_weight_max)) {
        ++packet.malformed;
        return;
    }
    BlendWeighed blend{arguments.text(0), arguments.number(1)};
    if (blend.name.empty() || blend.name.size() > blend_name_max) {
        ++packet.malformed;
        return;
    }
    packet.messages.emplace_back(std::move(blend));
}

void read_message(std::span<const char> bytes, VmcPacket& packet) {
    // liblo takes mutable bytes, which it copies.
    std::vector<char> copy(bytes.begin(), bytes.end());
    if (copy.size() < 8 || copy.front() != '/') {
        ++packet.malformed;
        return;
    }
    int result = 0;
    const MessagePtr message(lo_message_deserialise(copy.data(), copy.size(), &result), &lo_message_free);
    if (!message) {
        ++packet.malformed;
        return;
    }
    const std::string_view path(copy.data()); // terminated, or liblo would have refused it
    const Arguments arguments{lo_message_get_types(message.get()), lo_message_get_argv(message.get())};
    if (path == "/VMC/Ext/Root/Pos") {
        read_root(arguments, packet);
    } else if (path == "/VMC/Ext/Bone/Pos") {
        read_bone(arguments, packet);
    } else if (path == "/VMC/Ext/Blend/Val") {
        read_blend(arguments, packet);
    } else if (path == "/VMC/Ext/Blend/Apply" || path == "/VMC/Ext/T") {
        packet.messages.emplace_back(FrameEnded{});
    } else {
        ++packet.unknown;
    }
}

void read_element(std::span<const char> bytes, int depth, VmcPacket& packet) {
    const bool is_bundle = bytes.size() >= bundle_head && std::memcmp(bytes.data(), bundle_mark.data(), 8) == 0;
    if (!is_bundle) {
        read_message(bytes, packet);
        return;
    }
    packet.is_bundle = true;
    std::size_t at = bundle_head;
    while (at + 4 <= bytes.size()) {
        const std::size_t size = size_at(bytes, at);
        at += 4;
        if (size == 0 || size > bytes.size() - at || depth >= bundle_depth_max) {
            ++packet.malformed;
            return;
        }
        read_element(bytes.subspan(at, size), depth + 1, packet);
        at += size;
    }
    packet.malformed += at == bytes.size() ? 0 : 1;
}

} // namespace

bool can_read_packets() {
    return true;
}

VmcPacket read_packet(std::span<const char> bytes) {
    VmcPacket packet;
    read_element(bytes, 0, packet);
    return packet;
}

#else

bool can_read_packets() {
    return false;
}

VmcPacket read_packet(std::span<const char>) {
    VmcPacket packet;
    packet.malformed = 1;
    return packet;
}

#endif

} // namespace limber::app
