// SPDX-License-Identifier: MIT
#include "app/imports/conversion.h"

#include "engine/core/file_bytes.h"
#include "engine/core/lower_case.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#ifndef LIMBER_CONVERTER
#define LIMBER_CONVERTER ""
#endif

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr double look_around = 0.05; // [s] between two looks at whether it is cancelled
constexpr const char* instead = "; open it in the program that wrote it and export it as .glb";

Error fault_of(const fs::path& file, const std::string& what) {
    return {ErrorKind::bad_input, what + instead, file.string()};
}

/// A program whose output is read. It is killed if it still runs at the end.
class Converter {
public:
    static std::optional<Converter> start(std::vector<std::string> words) {
        int ends[2] = {-1, -1};
        if (pipe2(ends, O_CLOEXEC) != 0) {
            return std::nullopt;
        }
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::vector<char*> arguments;
        for (std::string& word : words) {
            arguments.push_back(word.data());
        }
        arguments.push_back(nullptr);
        pid_t process = -1;
        const int trouble = posix_spawn(&process, arguments.front(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (trouble != 0) {
            close(ends[0]);
            return std::nullopt;
        }
        return Converter(process, ends[0]);
    }

    Converter(Converter&& other) noexcept
        : process_(std::exchange(other.process_, -1)), output_(std::exchange(other.output_, -1)) {}
    Converter& operator=(Converter&&) = delete;
    ~Converter() {
        if (output_ >= 0) {
            close(output_);
        }
        if (process_ >= 0) {
            kill(process_, SIGKILL);
            while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
    }

    enum class End { done, too_long, too_large, cancelled };

    /// Reads until the program closes its output.
    End read(const ConversionLimits& limits, Progress* progress, std::string& output) {
        std::string block(std::size_t{1} << 16U, '\0');
        while (wait_for_output(limits.seconds, progress)) {
            const ssize_t count = ::read(output_, block.data(), block.size());
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count <= 0) {
                return End::done;
            }
            output.append(block, 0, static_cast<std::size_t>(count));
            if (output.size() > limits.bytes) {
                return End::too_large;
            }
        }
        return is_cancelled(progress) ? End::cancelled : End::too_long;
    }

    /// The exit status; -1: it was ended by a signal; nullopt: it still runs, for too long or after it was cancelled.
    std::optional<int> end(double seconds, Progress* progress) {
        constexpr useconds_t moment = 1000;
        int status = 0;
        while (waitpid(process_, &status, WNOHANG) == 0) {
            if (watch_.seconds() > seconds || is_cancelled(progress)) {
                return std::nullopt;
            }
            usleep(moment);
        }
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    Converter(pid_t process, int output) : process_(process), output_(output) {}

    static bool is_cancelled(Progress* progress) {
        return !keep_going(progress, "converting", 0.0);
    }

    bool wait_for_output(double seconds, Progress* progress) const {
        for (double left = seconds - watch_.seconds(); left > 0.0; left = seconds - watch_.seconds()) {
            if (is_cancelled(progress)) {
                return false;
            }
            pollfd waited{output_, POLLIN, 0};
            const int ready = poll(&waited, 1, static_cast<int>(std::ceil(1e3 * std::min(left, look_around))));
            if (ready > 0 || (ready < 0 && errno != EINTR)) {
                return true;
            }
        }
        return false;
    }

    Stopwatch watch_;
    pid_t process_ = -1;
    int output_ = -1;
};

std::optional<std::size_t> next_number(std::string_view& text) {
    std::size_t number = 0;
    const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || rest == text.data() + text.size()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
    return number;
}

std::optional<Conversion> conversion_in(std::string_view output) {
    constexpr std::string_view head = "limber-conversion 1 ";
    if (!output.starts_with(head)) {
        return std::nullopt;
    }
    output.remove_prefix(head.size());
    const auto warnings = next_number(output);
    const auto bytes = warnings ? next_number(output) : std::nullopt;
    if (!bytes) {
        return std::nullopt;
    }
    Conversion conversion;
    for (std::size_t i = 0; i < *warnings; ++i) {
        const std::size_t end = output.find('\n');
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        conversion.warnings.emplace_back(output.substr(0, end));
        output.remove_prefix(end + 1);
    }
    if (output.size() != *bytes) {
        return std::nullopt;
    }
    conversion.glb = output;
    return conversion;
}

Error too_long(const fs::path& file, const ConversionLimits& limits) {
    return fault_of(file, "takes longer than " + std::to_string(std::lround(limits.seconds)) + " s to be read");
}

Error cancelled(const fs::path& file) {
    return {ErrorKind::cancelled, "cancelled", file.string()};
}

Error refusal_of_converter(const fs::path& file, const std::string& words, const ConversionLimits& limits) {
    if (words.find("bad_alloc") != std::string::npos) {
        return fault_of(file, "needs more than " + std::to_string(limits.megabytes) + " MB of memory to be read");
    }
    return fault_of(file, "cannot be read as " + std::string(extension_of(file) == ".fbx" ? "FBX" : "Collada") + " (" +
                              (words.empty() ? "for no reason that assimp gives" : words) + ")");
}

} // namespace

bool is_convertible(const fs::path& file) {
    const std::string extension = extension_of(file);
    return extension == ".fbx" || extension == ".dae";
}

fs::path converter_program() {
    std::error_code trouble;
    const fs::path folder = fs::read_symlink("/proc/self/exe", trouble).parent_path();
    for (const fs::path& program : {folder / "limber_convert", fs::path(LIMBER_CONVERTER)}) {
        if (!program.empty() && fs::is_regular_file(program, trouble)) {
            return program;
        }
    }
    return {};
}

Result<Conversion> converted(const fs::path& file, const ConversionLimits& limits, const fs::path& program,
                             Progress* progress) {
    std::error_code trouble;
    const fs::path whole = fs::absolute(file, trouble);
    if (!regular_file_size(whole)) {
        return Error{ErrorKind::bad_input, "there is no such file", file.string()};
    }
    if (program.empty()) {
        return fault_of(file, "cannot be read: FBX and Collada need assimp, which this build is without");
    }
    auto converter = Converter::start({program.string(), whole.string(),
                                       std::to_string(static_cast<long>(std::ceil(limits.seconds))),
                                       std::to_string(limits.megabytes)});
    if (!converter) {
        return fault_of(file, "cannot be read: " + program.string() + ", which reads it, does not start");
    }
    std::string output;
    switch (converter->read(limits, progress, output)) {
    case Converter::End::too_long:
        return too_long(file, limits);
    case Converter::End::cancelled:
        return cancelled(file);
    case Converter::End::too_large:
        return fault_of(file, "is larger than a character may be");
    case Converter::End::done:
        break;
    }
    const auto status = converter->end(limits.seconds, progress);
    if (!status) {
        return progress && progress->is_cancelled() ? cancelled(file) : too_long(file, limits);
    }
    if (*status == 1) {
        return refusal_of_converter(file, output, limits);
    }
    auto conversion = *status == 0 ? conversion_in(output) : std::nullopt;
    if (!conversion) {
        return fault_of(file, "makes its reader, assimp, crash, as malformed files do");
    }
    return std::move(*conversion);
}

} // namespace limber::app
