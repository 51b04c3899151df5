// SPDX-License-Identifier: MIT
#include "app/platform_paths/unsaved_document.h"

#include "engine/core/byte_stream.h"
#include "engine/core/fingerprint.h"

#include <cstdint>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view recovery_magic = "LIMBERRECOVERY";
constexpr std::uint64_t recovery_version = 1;
constexpr std::int64_t recovery_time_max = 253'402'300'799; // the last second of the year 9999, since 1970

void add_bytes(ByteWriter& writer, std::string_view bytes) {
    writer.add(static_cast<std::uint64_t>(bytes.size()));
    writer.add(bytes.data(), bytes.size());
}

std::string read_bytes(ByteReader& reader) {
    const auto size = reader.number<std::uint64_t>();
    if (!reader.holds(size, 1)) {
        return {};
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    reader.fill(bytes.data(), bytes.size());
    return bytes;
}

std::chrono::sys_seconds read_time(ByteReader& reader) {
    const auto seconds = reader.number<std::int64_t>();
    if (seconds < 0 || seconds > recovery_time_max) {
        reader.fail();
    }
    return std::chrono::sys_seconds(std::chrono::seconds(seconds));
}

// The path's bytes unchanged, also where they are not UTF-8.
std::string bytes_of(const Path& path) {
    const std::u8string bytes = path.u8string();
    return {bytes.begin(), bytes.end()};
}

Path path_of(std::string_view bytes) {
    return std::u8string(bytes.begin(), bytes.end());
}

} // namespace

std::string unsaved_document_seal(std::string_view sealed) {
    const Fingerprint fingerprint = Fingerprinter().add(sealed).digest();
    ByteWriter writer;
    writer.add(fingerprint.low);
    writer.add(fingerprint.high);
    return writer.bytes();
}

std::string unsaved_document_bytes(const UnsavedDocument& document) {
    ByteWriter writer;
    writer.add(recovery_magic.data(), recovery_magic.size());
    writer.add(recovery_version);
    writer.add(static_cast<std::int64_t>(document.time.time_since_epoch().count()));
    add_bytes(writer, bytes_of(document.path));
    add_bytes(writer, document.title);
    add_bytes(writer, document.bytes);
    return writer.bytes() + unsaved_document_seal(writer.bytes());
}

std::optional<UnsavedDocument> parse_unsaved_document(std::string_view bytes) {
    const std::size_t seal_size = unsaved_document_seal({}).size();
    if (bytes.size() < recovery_magic.size() + seal_size || !bytes.starts_with(recovery_magic)) {
        return std::nullopt;
    }
    const std::string_view sealed = bytes.substr(0, bytes.size() - seal_size);
    if (bytes.substr(sealed.size()) != unsaved_document_seal(sealed)) {
        return std::nullopt;
    }
    ByteReader reader(sealed.substr(recovery_magic.size()));
    if (reader.number<std::uint64_t>() != recovery_version) {
        return std::nullopt;
    }
    UnsavedDocument document;
    document.time = read_time(reader);
    document.path = path_of(read_bytes(reader));
    document.title = read_bytes(reader);
    document.bytes = read_bytes(reader);
    return reader.is_complete() ? std::optional(std::move(document)) : std::nullopt;
}

} // namespace limber::app
