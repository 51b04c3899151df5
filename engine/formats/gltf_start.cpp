// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_start.h"

#include <cstring>

namespace limber {

std::optional<std::string> fault_in_gltf_start(std::string_view start, std::uintmax_t size) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    constexpr std::size_t header = 12;
    if (start.starts_with("glTF")) {
        std::uint32_t length = 0;
        if (start.size() >= header) {
            std::memcpy(&length, start.data() + header - sizeof length, sizeof length);
        }
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
