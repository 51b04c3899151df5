#pragma once

#include "engine/core/result.h"

#include <functional>
#include <optional>

/// The door of a thread, through which no exception may leave: memory can run out anywhere, and our own mistakes are
/// thrown where somebody can still save what there is. What a person reads of it is one sentence.
namespace limber::app {

struct DoorWords {
    const char* what_failed;    // "the next step could not be taken"
    const char* without_memory; // "ask for fewer modes": what to do where there was not enough memory
};

/// Does the work; what it throws, as an error, and nothing where it throws nothing.
std::optional<Error> thrown_by(const std::function<void()>& work, const DoorWords& words);

} // namespace limber::app
