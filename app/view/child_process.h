// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace limber::app {

/// Another program, which reads what is written to it. POSIX.
class ChildProcess {
public:
    /// Nullopt: there is no such program. Nothing is interpreted by a shell.
    static std::optional<ChildProcess> start(const std::vector<std::string>& words);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    /// Ends its input and waits for it.
    ~ChildProcess();

    /// False: it reads no more.
    bool write(std::span<const std::byte> bytes);
    /// Ends its input, waits for its end, and returns its exit status.
    int wait();

private:
    ChildProcess(int process, int input) : process_(process), input_(input) {}

    int process_ = -1;
    int input_ = -1;
};

} // namespace limber::app
