#pragma once

namespace limber::app {

/// While it is there, the first Ctrl+C (SIGINT) or SIGTERM ends nothing: whoever works asks for it when there is
/// something whole to be written down, and ends by itself. The second one ends the program at once. One at a time.
class Interruption {
public:
    Interruption();
    /// Signals do what they did before.
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool is_there() const;
    /// Of a program that a signal ended, as shells count: 130 for Ctrl+C; 0: nobody asked for that.
    int exit_code() const;
};

} // namespace limber::app
