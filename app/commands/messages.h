#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <string>

/// What the window says, newest first. A notice goes when what it says is over, or once there
/// was time to read it; a warning has three times as long; an error stays until it is dismissed, or until what failed
/// succeeds, and an offer to set a body free until it is free or another file opens.
namespace limber::app {

struct Message {
    enum class Kind { notice, warning, error };
    /// By what it is over before its time.
    enum class Topic {
        none,
        undo,      // offers it: by an undo
        steering,  // how to steer: by steering, and when driving ends
        best_gait, // what plays of a search: by another gait, and where it was kept
        handle,    // a handle holds the body: by setting it free
        opening,   // a file: by the next one that opens
        building,  // a model: by the next one that is built
        saving,    // a file: by the next one that is saved
        undone,    // the last undo or redo: by the next one
        recovery   // unsaved changes of a window that crashed: by recovering them
    };
    /// What a button beside it does.
    enum class Offer { none, undo, set_free, open, recover };
    Kind kind = Kind::notice;
    std::string text; // one or more sentences
    Topic topic = Topic::none;
    Offer offer = Offer::none;
    std::filesystem::path file{}; // that is offered to be opened
    double seconds = 0.0;         // for which it has been seen
    int count = 1;                // of the times that it was said, where it is an error

    /// The text, and how often it was said.
    std::string words() const;

    /// [s] until it goes; infinite for one that stays. The duration assumes slow reading of ten letters per second.
    double lifetime() const;
};

class Messages {
public:
    /// What is there already is not said again: it comes first, and is seen for longer. Of too many, the oldest of the
    /// mildest kind goes.
    void say(Message message);
    void is_over(Message::Topic topic);
    /// Ignores texts that are not in the list.
    void dismiss(const std::string& text);
    /// So long [s] they were seen.
    void pass(double seconds);

    const std::deque<Message>& list() const {
        return list_;
    }

private:
    std::deque<Message> list_;
};

} // namespace limber::app
