// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// What a recovery file (recovery.h) holds, as bytes:
///
///     "LIMBERRECOVERY", format version | time | path | title | document | fingerprint of all of that
namespace limber::app {

struct UnsavedDocument {
    std::filesystem::path path; // where the user saves it; empty for a document without a file
    std::string title;
    std::chrono::sys_seconds time; // of the last edit
    std::string bytes;             // of the scene file
    bool operator==(const UnsavedDocument&) const = default;
};

std::string unsaved_document_bytes(const UnsavedDocument& document);
/// Returns nullopt for bytes that are cut short, changed or of another version, and for a time before 1970 or after
/// 9999.
std::optional<UnsavedDocument> parse_unsaved_document(std::string_view bytes);
/// The fingerprint at the end of the bytes.
std::string unsaved_document_seal(std::string_view sealed);

} // namespace limber::app
