// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// During its lifetime the first Ctrl+C (SIGINT) or SIGTERM only sets a flag, which a long computation polls after
/// each complete result. The second signal ends the program at once. At most one object at a time.
class Interruption {
public:
    Interruption();
    /// Restores the default handling of the signals.
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool is_requested() const;
    /// The shell's exit code of a program that was ended by the signal, 130 for Ctrl+C; 0 without a signal.
    int exit_code() const;
};

} // namespace limber::app
