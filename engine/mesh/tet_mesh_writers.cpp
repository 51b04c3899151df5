// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <initializer_list>

namespace limber {
namespace {

// Binary bodies are written little-endian.
static_assert(std::endian::native == std::endian::little);

template <typename T>
void append_raw(std::string& bytes, T number) {
    const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(number);
    bytes.append(raw.data(), raw.size());
}

template <typename T>
void append_all(std::string& bytes, std::initializer_list<T> numbers) {
    for (const T number : numbers) {
        append_raw(bytes, number);
    }
}

// Shortest text that round-trips bit for bit.
template <typename T>
void append_text(std::string& text, T number, char after) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    text.push_back(after);
}

constexpr std::int32_t volume_dimension = 3;
constexpr std::int32_t volume_tag = 1;
constexpr std::int32_t msh_tet_type = 4;

// No points, curves or surfaces; one volume with its box, in no physical group, without boundary.
void append_entities(std::string& bytes, const TetMesh& mesh) {
    const BoundingBox box = bounding_box(mesh.X);
    bytes += "$Entities\n";
    append_all<std::uint64_t>(bytes, {0, 0, 0, 1});
    append_raw(bytes, volume_tag);
    append_all<double>(bytes, {box.low.x(), box.low.y(), box.low.z(), box.high.x(), box.high.y(), box.high.z()});
    append_all<std::uint64_t>(bytes, {0, 0});
    bytes += "\n$EndEntities\n";
}

void append_nodes(std::string& bytes, const TetMesh& mesh) {
    const auto count = static_cast<std::uint64_t>(mesh.vertex_count());
    bytes += "$Nodes\n";
    append_all<std::uint64_t>(bytes, {1, count, 1, count});
    append_all<std::int32_t>(bytes, {volume_dimension, volume_tag, 0});
    append_raw(bytes, count);
    for (std::uint64_t number = 1; number <= count; ++number) {
        append_raw(bytes, number);
    }
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        append_all<double>(bytes, {mesh.X(v, 0), mesh.X(v, 1), mesh.X(v, 2)});
    }
    bytes += "\n$EndNodes\n";
}

void append_elements(std::string& bytes, const TetMesh& mesh) {
    const auto count = static_cast<std::uint64_t>(mesh.tet_count());
    bytes += "$Elements\n";
    append_all<std::uint64_t>(bytes, {1, count, 1, count});
    append_all<std::int32_t>(bytes, {volume_dimension, volume_tag, msh_tet_type});
    append_raw(bytes, count);
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        append_raw(bytes, static_cast<std::uint64_t>(tet + 1));
        for (Index corner = 0; corner < 4; ++corner) {
            append_raw(bytes, static_cast<std::uint64_t>(mesh.T(tet, corner) + 1));
        }
    }
    bytes += "\n$EndElements\n";
}

} // namespace

std::string msh_bytes(const TetMesh& mesh) {
    std::string bytes = "$MeshFormat\n4.1 1 8\n";
    bytes.reserve(static_cast<std::size_t>(512 + 32 * mesh.vertex_count() + 40 * mesh.tet_count()));
    append_raw(bytes, std::int32_t{1});
    bytes += "\n$EndMeshFormat\n";
    append_entities(bytes, mesh);
    append_nodes(bytes, mesh);
    append_elements(bytes, mesh);
    return bytes;
}

std::string medit_text(const TetMesh& mesh) {
    std::string text = "MeshVersionFormatted 2\nDimension 3\n\nVertices\n";
    append_text(text, mesh.vertex_count(), '\n');
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        for (Index axis = 0; axis < 3; ++axis) {
            append_text(text, mesh.X(v, axis), ' ');
        }
        text += "0\n";
    }
    text += "\nTetrahedra\n";
    append_text(text, mesh.tet_count(), '\n');
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        for (Index corner = 0; corner < 4; ++corner) {
            append_text(text, mesh.T(tet, corner) + 1, ' ');
        }
        text += "0\n";
    }
    return text + "\nEnd\n";
}

} // namespace limber
