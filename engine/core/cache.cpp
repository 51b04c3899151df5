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
constexpr auto abandoned_after = std::chrono::hours(1);

template <typename T>
void append(std::string& bytes, const T& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// All that stands before the payload. The numbers lie as this machine has them, so that one with another order of bytes
// finds nothing that it knows.
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

// Of the header and the payload.
std::string seal(std::string_view header, std::string_view payload) {
    const Fingerprint fingerprint = Fingerprinter().add(header).add(payload).made();
    std::string bytes;
    append(bytes, fingerprint.low);
    append(bytes, fingerprint.high);
    return bytes;
}

constexpr std::size_t seal_size = 16;

std::optional<std::string> payload_of(std::string bytes, std::string_view kind, const Fingerprint& key) {
    const std::size_t header_size = header(kind, key, 0).size();
    if (bytes.size() < header_size + seal_size) {
        return std::nullopt;
    }
    const std::size_t size = bytes.size() - header_size - seal_size;
    const std::string expected = header(kind, key, size);
    const std::string_view all(bytes);
    const std::string_view payload = all.substr(header_size, size);
    if (all.substr(0, header_size) != expected || all.substr(header_size + size) != seal(expected, payload)) {
        return std::nullopt;
    }
    bytes.resize(header_size + size);
    bytes.erase(0, header_size);
    return bytes;
}

// A power cut may leave an entry without its bytes, which its seal shows, so that writing does not wait for the disk.
void write(const Path& file, std::string_view header, std::string_view payload, std::string_view seal) {
    TemporaryFile temporary(file);
    for (const std::string_view part : {header, payload, seal}) {
        temporary.stream().write(part.data(), static_cast<std::streamsize>(part.size()));
    }
    static_cast<void>(temporary.move_to(file, false));
}

struct Entry {
    Path path;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type used;
};

// What is ours in the folder. Others may take files away meanwhile.
std::vector<Entry> entries_in(const Path& folder, std::string_view of_ending) {
    std::vector<Entry> entries;
    std::error_code trouble;
    for (std::filesystem::directory_iterator at(folder, trouble), end; !trouble && at != end; at.increment(trouble)) {
        std::error_code vanished;
        Entry entry{at->path(), at->file_size(vanished), {}};
        entry.used = vanished ? entry.used : at->last_write_time(vanished);
        if (!vanished && entry.path.extension() == of_ending) {
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
    std::error_code trouble;
    if (!std::filesystem::exists(file, trouble)) {
        return {};
    }
    auto bytes = file_bytes(file);
    if (!bytes) {
        return {std::nullopt, true};
    }
    auto payload = payload_of(std::move(bytes).value(), kind, key);
    if (payload) {
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(), trouble);
    }
    const bool was_damaged = !payload.has_value();
    return {std::move(payload), was_damaged};
}

void Cache::keep(std::string_view kind, const Fingerprint& key, std::string_view bytes) const {
    EXPECTS(!kind.empty());
    const std::string head = header(kind, key, bytes.size());
    if (bytes.size() > bytes_max_) {
        return;
    }
    std::error_code trouble;
    std::filesystem::create_directories(folder_, trouble);
    write(file_of(kind, key), head, bytes, seal(head, bytes));
    make_room();
}

void Cache::make_room() const {
    std::error_code trouble;
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const Entry& entry : entries_in(folder_, TemporaryFile::ending)) {
        if (now - entry.used > abandoned_after) {
            std::filesystem::remove(entry.path, trouble);
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
        std::filesystem::remove(entry.path, trouble);
        bytes -= entry.size;
    }
}

} // namespace limber
