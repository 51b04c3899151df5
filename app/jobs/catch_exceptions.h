// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <exception>
#include <new>
#include <optional>

/// Catches all exceptions of a thread's work: out of memory, and programming errors, which are thrown so that the
/// caller can still save the data. The user sees one sentence.
namespace limber::app {

struct ErrorContext {
    const char* what_failed;    // "the next step could not be taken"
    const char* without_memory; // "ask for fewer modes": what to do where there was not enough memory
};

/// The sentence, shortened if there is not enough memory for it.
Error out_of_memory(const ErrorContext& words) noexcept;
Error failed(const ErrorContext& words, const char* why) noexcept; // why: null where nothing says so

/// Does the work. Returns what it throws as an error, or nullopt. Allocates nothing itself.
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
