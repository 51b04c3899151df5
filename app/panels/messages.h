#pragma once

#include <cstddef>
#include <deque>
#include <string>

/// What the window says to whoever sits before it, in the order in which it was said. A notice goes when what it says
/// is over, or once there was time to read it; a warning has three times as long; an error stays until it is dismissed.
namespace limber::app {

struct Message {
    enum class Kind { notice, warning, error };
    /// By what it is over before its time.
    enum class Topic {
        none,
        undo,     // offers it: by an undo
        steering, // how to steer: by steering, and where nobody may any more
        best_gait // what plays of a search: by another gait, and where it was kept
    };
    Kind kind = Kind::notice;
    std::string text; // one or more sentences
    Topic topic = Topic::none;
    double seconds = 0.0; // for which it has been seen

    /// [s] until it goes; infinite for an error. Whoever reads slowly reads ten letters a second.
    double lifetime() const;
};

class Messages {
public:
    /// What was said last is not said again: it is seen for longer. Of too many the oldest goes.
    void say(Message message);
    void is_over(Message::Topic topic);
    void dismiss(std::size_t index);
    /// So long [s] they were seen.
    void pass(double seconds);

    const std::deque<Message>& list() const {
        return list_;
    }

private:
    std::deque<Message> list_;
};

} // namespace limber::app
