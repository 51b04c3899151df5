// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_start.h"

namespace limber {

bool is_binary_gltf(std::string_view start) {
    return start.starts_with("glTF");
}

std::uint32_t number_in_binary_gltf(std::string_view bytes, std::size_t at) {
    if (at > bytes.size() || bytes.size() - at < 4) {
        return 0;
    }
    std::uint32_t number = 0;
    for (std::size_t byte = 4; byte-- > 0;) {
        number = (number << 8U) | static_cast<unsigned char>(bytes[at + byte]);
    }
    return number;
}

std::optional<std::string> fault_in_gltf_start(std::string_view start, std::uintmax_t size) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (is_binary_gltf(start)) {
        const std::uint32_t length = number_in_binary_gltf(start, 8);
        if (length <= size) {
            return std::nullopt;
        }
        return "is cut off: only " + std::to_string(size) + " of its " + std::to_string(length) +
               " bytes are there; copy it or export it again";
    }
    start.remove_prefix(start.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    const std::size_t first = start.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return size <= start.size() ? std::optional<std::string>("the file is empty; export it again") : std::nullopt;
    }
    return start[first] == '{' ? std::nullopt
                               : std::optional<std::string>("is no glTF file, whatever its name says; choose another "
                                                            "file, or export it again");
}

} // namespace limber
