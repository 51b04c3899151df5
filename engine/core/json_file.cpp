// SPDX-License-Identifier: MIT
#include "engine/core/json_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

#include <string>

namespace limber {

Result<Done> write_json_file(const std::filesystem::path& path, std::string_view text, const FaultInText& fault_in) {
    if (const auto fault = fault_in(text)) {
        return Error{ErrorKind::bad_input,
                     "was not saved, because it could not be opened again (" + fault->message +
                         "); change that and save again",
                     path.string()};
    }
    return write_file(path, text);
}

void refuse_null(const JsonNode& node) {
    const Json& value = node.value();
    if (value.is_null()) {
        node.refuse("must not be null, which stands for a number that is not finite");
    }
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size() && node.is_sound(); ++i) {
            refuse_null(node[i]);
        }
    }
    if (value.is_object()) {
        for (auto member = value.begin(); member != value.end() && node.is_sound(); ++member) {
            refuse_null(node.member(member.key()));
        }
    }
}

} // namespace limber
