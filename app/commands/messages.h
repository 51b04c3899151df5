// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>

/// The messages of the window: errors that were not shown for as long as it takes to read them, then offers of work
/// that would be lost, then other decisions of the user, then the rest, newest first. While there is such an error, the
/// time of all but the first message stands still. A notice disappears when its topic is over, or after the time needed
/// to read it; a warning stays three times as long. An error stays until it is dismissed, the failed operation
/// succeeds or another scene has opened. An offer to free a body stays until the body is free or another file opens, an
/// offer to recover changes or to save a replaced search until it is answered.
namespace limber::app {

struct Message {
    enum class Kind { notice, warning, error };
    /// The event that removes the message before its time.
    enum class Topic {
        none,
        undo,            // an offer to undo: removed by an undo
        steering,        // how to steer: removed by steering, and when driving ends
        replaced_search, // a search that a new one replaced: removed when another scene opens
        best_gait,       // the best gait of a search: removed when another gait plays, or when the gait is saved
        handle,          // a handle holds the body: removed by freeing it
        opening,         // opening a file: removed when the next file opens
        building,        // building a model: removed when the next one is built
        saving,          // saving a file: removed when the next one is saved
        loading_gait,    // loading a gait: removed when the next one is loaded
        materials,       // presets and paint from files: removed when the next one succeeds
        comparing,       // comparing subspaces: removed when the next comparison begins
        measuring,       // measuring numbers of modes: removed when the next measurement begins
        tracking,        // listening to a tracker: removed when the program listens to one
        exporting,       // exporting a motion: removed when the next one is exported
        refused_export,  // an export that the motion does not allow: removed when the next one begins
        undone,          // the last undo or redo: removed by the next one
        recovery         // unsaved changes of a window that crashed: removed when they are recovered
    };
    /// The actions of the buttons beside the message.
    enum class Offer {
        none,
        undo,
        set_free,
        hang_pin_or_fall,
        soften,
        open,
        attach_rig,
        add_clip,
        match_joints,
        recover,
        save_search,
        take_as_metres,
        show_repairs
    };
    Kind kind = Kind::notice;
    std::string text; // one or more sentences
    Topic topic = Topic::none;
    Offer offer = Offer::none;
    std::filesystem::path file{}; // offered to be opened
    int model = 0;                // whose unit is offered to be the metre, or whose rig refused the clip
    std::filesystem::path part{}; // the rig or clip that is offered to the character that is open, or refused by it
    double seconds = 0.0;         // for which it was visible
    int count = 1;                // of repetitions of an error
    std::uint64_t number = 0;     // in the order in which they were said

    /// The text, and the number of repetitions.
    std::string words() const;

    /// [s] until it disappears; infinite for a message that stays. The duration assumes slow reading of ten letters per
    /// second.
    double lifetime() const;
    /// The user is to decide, so that the message stays until its topic is over or the answer is given.
    bool is_decision() const;
    /// An error that was not visible for long enough to be read.
    bool is_unread_error() const;
};

class Messages {
public:
    /// Adds a message. A repeated message moves before others of its rank and its time starts again. If there are too
    /// many decisions, the oldest one that offers no lost work is removed; if there are too many others, the oldest one
    /// of the least severe kind.
    void say(Message message);
    void is_over(Message::Topic topic);
    /// Another scene has opened: removes the errors about the former one. Those about recovery and trackers are about
    /// the program, and so may be those without a topic, which stay until they were read; so do those about files that
    /// could not be saved or exported, because that work is lost.
    void end_scene();
    /// Ignores texts that are not in the list.
    void dismiss(const std::string& text);
    /// Adds visible time [s] and removes expired messages.
    void pass(double seconds);

    const std::deque<Message>& list() const {
        return list_;
    }

private:
    void sort();

    std::deque<Message> list_;
    std::uint64_t said_ = 0;
};

} // namespace limber::app
