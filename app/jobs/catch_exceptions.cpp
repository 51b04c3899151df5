// SPDX-License-Identifier: MIT
#include "app/jobs/catch_exceptions.h"

#include <string>

namespace limber::app {
namespace {

// Where not even the sentence finds room.
Error shortest_error() noexcept {
    return {ErrorKind::bad_input, "out of memory", {}};
}

template <typename Words>
Error said(const Words& words) noexcept {
    try {
        return Error{ErrorKind::bad_input, words(), {}};
    } catch (...) {
        return shortest_error();
    }
}

} // namespace

Error out_of_memory(const ErrorContext& words) noexcept {
    return said([&] {
        return std::string(words.what_failed) + ", because there was not enough memory; " + words.without_memory;
    });
}

Error failed(const ErrorContext& words, const char* why) noexcept {
    return said([&] { return std::string(words.what_failed) + (why ? std::string(": ") + why : std::string()); });
}

} // namespace limber::app
