#pragma once

#include "engine/core/result.h"

#include <exception>
#include <new>
#include <optional>

/// The door of a thread, through which no exception may leave: memory can run out anywhere, and our own mistakes are
/// thrown where somebody can still save what there is. What a person reads of it is one sentence.
namespace limber::app {

struct ErrorContext {
    const char* what_failed;    // "the next step could not be taken"
    const char* without_memory; // "ask for fewer modes": what to do where there was not enough memory
};

/// The sentence, or as much of it as there is still room for.
Error out_of_memory(const ErrorContext& words) noexcept;
Error failed(const ErrorContext& words, const char* why) noexcept; // why: null where nothing says so

/// Does the work; what it throws, as an error, and nothing where it throws nothing. Needs no room of its own.
template <typename Work>
std::optional<Error> thrown_by(const Work& work, const ErrorContext& words) noexcept {
    try {
        work();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return out_of_memory(words);
    } catch (const std::exception& trouble) {
        return failed(words, trouble.what());
    } catch (...) {
        return failed(words, nullptr);
    }
}

} // namespace limber::app
