#include "engine/core/file_bytes.h"

#include "engine/core/file_replacement.h"

#include <array>
#include <fstream>
#include <system_error>

namespace limber {
namespace {

constexpr std::size_t streamed_max = std::size_t{1} << 30U; // 1 GiB

Error fault(const std::filesystem::path& path, std::string message) {
    return {ErrorKind::bad_input, std::move(message), path.string()};
}

// Pipes do not say how long they are.
Result<std::string> bytes_until_the_end(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes;
    for (std::array<char, 65536> part; file && bytes.size() <= streamed_max;) {
        file.read(part.data(), static_cast<std::streamsize>(part.size()));
        bytes.append(part.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (!file.eof()) {
        return fault(path, bytes.size() > streamed_max ? "what comes out of this does not end, name a file"
                                                       : "the file cannot be read, check its permissions");
    }
    return bytes;
}

} // namespace

Result<std::string> file_bytes(const std::filesystem::path& path) {
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    if (!std::filesystem::exists(status)) {
        return fault(path, "there is no such file, check the name");
    }
    if (std::filesystem::is_directory(status)) {
        return fault(path, "this is a folder, name a file inside it");
    }
    if (!std::filesystem::is_regular_file(status)) {
        return bytes_until_the_end(path);
    }
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0) {
        return fault(path, "the file cannot be read, check its permissions");
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    file.seekg(0);
    file.read(bytes.data(), size);
    if (file.gcount() != size) {
        return fault(path, "the file cannot be read to its end, check the disk");
    }
    return bytes;
}

Result<Done> write_file(const std::filesystem::path& path, std::string_view bytes) {
    FileReplacement file(path);
    file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.finish();
}

} // namespace limber
