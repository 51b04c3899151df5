// SPDX-License-Identifier: MIT
#include "engine/core/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <random>
#include <streambuf>
#include <string>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace limber {
namespace {

using Path = std::filesystem::path;
using Permissions = std::filesystem::perms;

constexpr int attempts = 8; // more than one collision is an accident or an attack

// Random bits of the system; without a random device, the time, so that only the exclusive creation protects.
std::uint64_t random_bits() {
    static std::atomic<std::uint64_t> count = 0;
    try {
        std::random_device random;
        return (std::uint64_t{random()} << 32U) | random();
    } catch (const std::exception&) {
        return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) + count++;
    }
}

// A name and a suffix may be too long together, where a name alone is not: file systems allow 255 bytes or fewer.
constexpr std::size_t name_units_max = 100;

// Cuts a name in its native form, because not every path converts to text, and between its characters.
Path shortened(const Path& name) {
    Path::string_type text = name.native();
    if (text.size() <= name_units_max) {
        return name;
    }
    std::size_t end = name_units_max;
    while (end > 0 && (static_cast<unsigned>(text[end]) & 0xC0U) == 0x80U) { // inside of a character in UTF-8
        --end;
    }
    text.resize(end);
    return text;
}

Path with_suffix(const Path& beside, const std::string& suffix) {
    Path name = beside;
    name.replace_filename(shortened(beside.filename()));
    name += suffix;
    return name;
}

// A bare name is in the working folder.
Path folder_of(const Path& path) {
    return path.has_parent_path() ? path.parent_path() : Path(".");
}

// Nullopt if the file does not exist.
std::optional<Permissions> permissions_of(const Path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    return std::filesystem::exists(status) ? std::optional(status.permissions()) : std::nullopt;
}

std::FILE* create_file(const Path& name, bool is_private) {
#ifdef _WIN32
    static_cast<void>(is_private);
    return _wfopen(name.c_str(), L"wbx");
#else
    const mode_t mode = is_private ? 0600 : 0666;
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    std::FILE* file = descriptor >= 0 ? fdopen(descriptor, "wb") : nullptr;
    if (descriptor >= 0 && !file) {
        ::close(descriptor);
        ::unlink(name.c_str());
    }
    return file;
#endif
}

// Fails if anything has the name.
std::error_code create_private_folder(const Path& name) {
#ifdef _WIN32
    const int failed = _wmkdir(name.c_str());
#else
    const int failed = mkdir(name.c_str(), 0700);
#endif
    return failed == 0 ? std::error_code() : std::error_code(errno, std::generic_category());
}

bool flushed_to_disk(std::FILE* file) {
#ifdef _WIN32
    return std::fflush(file) == 0 && _commit(_fileno(file)) == 0;
#else
    return std::fflush(file) == 0 && fsync(fileno(file)) == 0;
#endif
}

// Does nothing on file systems without permissions.
void set_permissions(std::FILE* file, const Path& name, Permissions permissions) {
#ifdef _WIN32
    static_cast<void>(file);
    std::error_code error;
    std::filesystem::permissions(name, permissions, error);
#else
    static_cast<void>(name);
    static_cast<void>(fchmod(fileno(file), static_cast<mode_t>(permissions & Permissions::all)));
#endif
}

} // namespace

std::string random_suffix() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string suffix = ".";
    for (std::uint64_t rest = random_bits(); suffix.size() < 17; rest >>= 4U) {
        suffix += digits[rest & 15U];
    }
    return suffix;
}

/// Standard library streams cannot create a file exclusively; the C library can.
class TemporaryFile::Buffer : public std::streambuf {
public:
    explicit Buffer(std::FILE* file) : file_(file) {}
    ~Buffer() override {
        close();
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    std::FILE* file() const {
        return file_;
    }
    bool close() {
        std::FILE* file = std::exchange(file_, nullptr);
        return !file || std::fclose(file) == 0;
    }

protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) {
            return traits_type::not_eof(c);
        }
        const char one = traits_type::to_char_type(c);
        return xsputn(&one, 1) == 1 ? c : traits_type::eof();
    }
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        return static_cast<std::streamsize>(std::fwrite(bytes, 1, static_cast<std::size_t>(count), file_));
    }
    int sync() override {
        return std::fflush(file_);
    }

private:
    std::FILE* file_;
};

TemporaryFile::TemporaryFile(const Path& beside) {
    const bool is_private = permissions_of(beside).has_value();
    std::FILE* file = nullptr;
    for (int attempt = 0; !file && attempt < attempts; ++attempt) {
        Path name = with_suffix(beside, random_suffix() + std::string(TemporaryFile::ending));
        file = create_file(name, is_private);
        path_ = file ? std::move(name) : Path();
    }
    buffer_ = file ? std::make_unique<Buffer>(file) : nullptr;
    stream_ = std::make_unique<std::ostream>(buffer_.get()); // fails without a buffer
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, Path())), buffer_(std::move(other.buffer_)), stream_(std::move(other.stream_)) {}

TemporaryFile::~TemporaryFile() {
    stream_.reset();
    buffer_.reset();
    if (!path_.empty()) {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
}

std::ostream& TemporaryFile::stream() {
    return *stream_;
}

bool TemporaryFile::move_to(const Path& target, bool on_disk) {
    if (!buffer_ || !*stream_) {
        return false;
    }
    if (const auto permissions = permissions_of(target)) {
        set_permissions(buffer_->file(), path_, *permissions);
    }
    const bool is_flushed = !on_disk || flushed_to_disk(buffer_->file());
    if (!buffer_->close() || !is_flushed) {
        return false;
    }
    std::error_code error;
    std::filesystem::rename(path_, target, error);
    if (!error) {
        path_.clear();
    }
    return !error;
}

Result<TemporaryFolder> TemporaryFolder::create(const Path& beside, const std::function<std::string()>& next_suffix) {
    std::error_code error;
    std::filesystem::create_directories(folder_of(beside), error);
    for (int attempt = 0; !error && attempt < attempts; ++attempt) {
        Path name = with_suffix(beside, next_suffix());
        error = create_private_folder(name);
        if (!error) {
            return TemporaryFolder(std::move(name));
        }
        if (error == std::errc::file_exists && attempt + 1 < attempts) {
            error.clear();
        }
    }
    return Error{ErrorKind::bad_input, "no folder can be made there: " + error.message(), beside.string()};
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, Path())) {}

TemporaryFolder::~TemporaryFolder() {
    if (!path_.empty()) {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
}

bool TemporaryFolder::move_to(const Path& target) {
    std::error_code error;
    std::filesystem::rename(path_, target, error);
    if (error) {
        return false;
    }
    path_.clear();
    const auto others_may_write = Permissions::group_write | Permissions::others_write;
    const auto above = permissions_of(folder_of(target)).value_or(Permissions::owner_all);
    std::filesystem::permissions(target, (above & Permissions::all & ~others_may_write) | Permissions::owner_all,
                                 error);
    return true;
}

} // namespace limber
