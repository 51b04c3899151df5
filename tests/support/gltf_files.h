// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

/// Small glTF files for tests, written without the library that reads them.
namespace limber::testing {

/// Collects the accessors of a .glb; `members` of its JSON follow them.
class GlbWriter {
public:
    /// Returns the number of the accessor. `type`: "SCALAR", "VEC3", ...
    template <typename T>
    int add(const std::vector<T>& numbers, const std::string& type, bool is_normalised = false) {
        const auto* const first = reinterpret_cast<const char*>(numbers.data());
        const int view = add_view({first, first + numbers.size() * sizeof(T)});
        return describe("\"bufferView\": " + std::to_string(view), component<T>(), numbers.size(), type,
                        is_normalised ? ", \"normalized\": true" : "");
    }
    /// Zeros but for these values.
    int add_sparse(std::size_t count, const std::vector<std::uint16_t>& places, const std::vector<float>& points);
    /// Returns the number of the buffer view of a file in the file, such as a picture.
    int add_file(const std::vector<std::uint8_t>& bytes) {
        return add_view({bytes.begin(), bytes.end()});
    }
    std::string glb(const std::string& members) const;

private:
    template <typename T>
    static int component() {
        if (std::is_floating_point_v<T>) {
            return 5126;
        }
        return 5120 + (sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 2 : 4) + (std::is_unsigned_v<T> ? 1 : 0);
    }
    int add_view(const std::string& bytes);
    int describe(const std::string& source, int component, std::size_t numbers, const std::string& type,
                 const std::string& more);

    std::string binary_;
    std::string views_;
    std::string accessors_;
    int view_count_ = 0;
    int accessor_count_ = 0;
};

std::string glb_bytes(const std::string& json, const std::string& binary);

/// A tower of two unit cubes, from y = 0 to y = 2, with a joint at y = 0 and its child at y = 1 to which the uppermost
/// vertices belong, on an armature that scales by `scale`; vertices are in its space. Its animations: "turn" (the child
/// by 90 degrees about z in 1 s, linear), "lift" (the root by 3 along y at 0.5 s of 1 s, in a step), "curve" (the root
/// along x from 0 to 1 in 1 s, cubic with tangents of zero) and "swell" (the weight of the morph target from 0 to 1 in
/// 1 s). The target moves one of the uppermost vertices by 0.5 along x, in sparse values. Where `is_quantised`,
/// positions are normalised unsigned shorts, and half as large.
std::string tower_glb(double scale = 1.0, bool is_quantised = false);

/// A post, 0.6 x 2 x 0.6, from y = 0 to y = 2, whose vertices hang on the joint "root" at y = 0 and its child "tip" at
/// y = 1, in equal shares at y = 1; and above it an open strip in the plane z = 0, 0.2 wide, from y = 1.9 to y = 3.4,
/// of the tip alone. Its targets: "lean" moves vertices of the post by 0.1 y along x, and "wave" those of the strip
/// alone by 0.3 (y - 1.9) along z.
std::string post_with_card_glb();

/// A unit square in the plane z = 0 that faces +z, of two pieces: a triangle with the given PNG file on it, and one
/// with the colour (1, 0.5, 0.25) of its material and of its vertices. The picture's places are those of the vertices,
/// with (0, 0) at the square's top left, but the file has them turned by 90 degrees, halved and moved, which it undoes
/// by KHR_texture_transform. Opacities below 0.75 are not drawn, and the picture is mirrored along u and held along v.
std::string painted_square_glb(const std::vector<std::uint8_t>& png);

} // namespace limber::testing
