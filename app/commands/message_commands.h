// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/commands/messages.h"

#include <string>

namespace limber::app {

struct ShowMessage {
    Message message;
};

/// Removes the messages of a topic.
struct RemoveMessages {
    Message::Topic topic = Message::Topic::none;
};

/// Removes the message with this text, which the user has dismissed.
struct DismissMessage {
    std::string text;
};

using MessageCommands = CommandList<ShowMessage, RemoveMessages, DismissMessage>;

} // namespace limber::app
