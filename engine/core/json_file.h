// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_document.h"
#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

/// JSON files that are verified before they are written: the text is read back before it replaces the old file.
namespace limber {

/// Returns the error with which the file's own reader rejects the text, or nullopt.
using FaultInText = std::function<std::optional<Error>(std::string_view text)>;

/// Replaces the file as write_file does. Fails with bad_input when the reader rejects the text, and leaves the old
/// file; and as write_file fails.
Result<Done> write_json_file(const std::filesystem::path& path, std::string_view text, const FaultInText& fault_in);

/// Sets a fault at the first null below the node: non-finite numbers are written as null, and readers do not accept it.
void refuse_null(const JsonNode& node);

} // namespace limber
