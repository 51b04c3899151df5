// SPDX-License-Identifier: MIT
#include "app/view/child_process.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace limber::app {
namespace {

// A write to a program that has ended would end this one, too.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;
    ~WithoutPipeSignal() {
        std::signal(SIGPIPE, before_);
    }

private:
    void (*before_)(int);
};

} // namespace

std::optional<ChildProcess> ChildProcess::start(const std::vector<std::string>& words) {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) {
        return std::nullopt;
    }
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<std::string> copies = words; // the interface takes characters that may change
    std::vector<char*> arguments;
    for (std::string& word : copies) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t process = -1;
    // Ctrl+C reaches this program alone, which then ends the other one.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int trouble = posix_spawnp(&process, arguments.front(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (trouble != 0) {
        close(ends[1]);
        return std::nullopt;
    }
    return ChildProcess(process, ends[1]);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), input_(std::exchange(other.input_, -1)) {}

ChildProcess::~ChildProcess() {
    wait();
}

bool ChildProcess::write(std::span<const std::byte> bytes) {
    const WithoutPipeSignal guard;
    while (!bytes.empty()) {
        const ssize_t written = ::write(input_, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes = bytes.subspan(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return true;
}

int ChildProcess::wait() {
    if (input_ >= 0) {
        close(std::exchange(input_, -1));
    }
    if (process_ < 0) {
        return -1;
    }
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace limber::app
