// SPDX-License-Identifier: MIT
#include "engine/core/cache.h"

#include "engine/core/contract.h"
#include "engine/core/file_bytes.h"
#include "engine/core/temporary_file.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

namespace limber {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view magic = "LIMBERCACHE";
constexpr std::uint64_t format_version = 1;
constexpr std::string_view ending = ".limber";
constexpr auto stale_after = std::chrono::hours(1);

template <typename T>
void append(std::string& bytes, const T& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Everything before the payload. Numbers are in native byte order, so a machine with another order rejects the entry.
std::string header(std::string_view kind, const Fingerprint& key, std::uint64_t size) {
    std::string bytes(magic);
    append(bytes, format_version);
    append(bytes, static_cast<std::uint64_t>(kind.size()));
    bytes += kind;
    append(bytes, key.low);
    append(bytes, key.high);
    append(bytes, size);
    return bytes;
}

// Checksum of header and payload.
std::string checksum(std::string_view header, std::string_view payload) {
    const Fingerprint fingerprint = Fingerprinter().add(header).add(payload).digest();
    std::string bytes;
    append(bytes, fingerprint.low);
    append(bytes, fingerprint.high);
    return bytes;
}

constexpr std::size_t checksum_size = 16;

std::optional<std::string> payload_of(std::string bytes, std::string_view kind, const Fingerprint& key) {
    const std::size_t header_size = header(kind, key, 0).size();
    if (bytes.size() < header_size + checksum_size) {
        return std::nullopt;
    }
    const std::size_t size = bytes.size() - header_size - checksum_size;
    const std::string expected = header(kind, key, size);
    const std::string_view all(bytes);
    const std::string_view payload = all.substr(header_size, size);
    if (all.substr(0, header_size) != expected || all.substr(header_size + size) != checksum(expected, payload)) {
        return std::nullopt;
    }
    bytes.resize(header_size + size);
    bytes.erase(0, header_size);
    return bytes;
}

// Writing does not wait for the disk: after a power cut an incomplete entry fails its checksum.
void write(const Path& file, std::string_view header, std::string_view payload, std::string_view checksum) {
    TemporaryFile temporary(file);
    for (const std::string_view part : {header, payload, checksum}) {
        temporary.stream().write(part.data(), static_cast<std::streamsize>(part.size()));
    }
    static_cast<void>(temporary.move_to(file, false));
}

struct Entry {
    Path path;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type used;
};

// The cache files in the folder. Other processes may remove files meanwhile.
std::vector<Entry> entries_in(const Path& folder, std::string_view extension) {
    std::vector<Entry> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code vanished;
        Entry entry{at->path(), at->file_size(vanished), {}};
        entry.used = vanished ? entry.used : at->last_write_time(vanished);
        if (!vanished && entry.path.extension() == extension) {
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

} // namespace

Cache::Cache(Path folder, std::uintmax_t bytes_max) : folder_(std::move(folder)), bytes_max_(bytes_max) {}

Path Cache::file_of(std::string_view kind, const Fingerprint& key) const {
    return folder_ / (std::string(kind) + "-" + hex(key) + std::string(ending));
}

Cache::Found Cache::find(std::string_view kind, const Fingerprint& key) const {
    const Path file = file_of(kind, key);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        return {};
    }
    auto bytes = file_bytes(file);
    if (!bytes) {
        return {std::nullopt, true};
    }
    auto payload = payload_of(std::move(bytes).value(), kind, key);
    if (payload) {
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(), error);
    }
    const bool was_damaged = !payload.has_value();
    return {std::move(payload), was_damaged};
}

void Cache::store(std::string_view kind, const Fingerprint& key, std::string_view bytes) const {
    EXPECTS(!kind.empty());
    const std::string head = header(kind, key, bytes.size());
    if (bytes.size() > bytes_max_) {
        return;
    }
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    write(file_of(kind, key), head, bytes, checksum(head, bytes));
    evict_oldest();
}

void Cache::evict_oldest() const {
    std::error_code error;
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const Entry& entry : entries_in(folder_, TemporaryFile::ending)) {
        if (now - entry.used > stale_after) {
            std::filesystem::remove(entry.path, error);
        }
    }
    std::vector<Entry> entries = entries_in(folder_, ending);
    std::uintmax_t bytes = 0;
    for (const Entry& entry : entries) {
        bytes += entry.size;
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used != b.used ? a.used < b.used : a.path < b.path; });
    for (const Entry& entry : entries) {
        if (bytes <= bytes_max_) {
            return;
        }
        std::filesystem::remove(entry.path, error);
        bytes -= entry.size;
    }
}

} // namespace limber
