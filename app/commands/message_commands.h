#pragma once

#include "app/commands/messages.h"

#include <string>

namespace limber::app {

struct ShowMessage {
    Message message;
};

/// The messages of a topic are over.
struct RemoveMessages {
    Message::Topic topic = Message::Topic::none;
};

/// The user has read the message with this text.
struct DismissMessage {
    std::string text;
};

} // namespace limber::app
