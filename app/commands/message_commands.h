#pragma once

#include "app/commands/messages.h"

namespace limber::app {

struct ShowMessage {
    Message message;
};

/// The messages of a topic are over.
struct RemoveMessages {
    Message::Topic topic = Message::Topic::none;
};

} // namespace limber::app
