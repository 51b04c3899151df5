#pragma once

#include "engine/core/json_document.h"
#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

/// JSON files that can be read again: what is written is read back before it takes the place of the file before.
namespace limber {

/// What the file's own reader has against the text; nullopt: nothing.
using FaultInText = std::function<std::optional<Error>(std::string_view text)>;

/// Replaces the file as write_file does. Fails with bad_input when the reader refuses the text, and then the file
/// before stays; and as write_file fails.
Result<Done> write_json_file(const std::filesystem::path& path, std::string_view text, const FaultInText& fault_in);

/// Refuses the first null below the node: a number that was not finite is written as null, and no reader takes it.
void refuse_null(const JsonNode& node);

} // namespace limber
