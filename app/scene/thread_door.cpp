#include "app/scene/thread_door.h"

#include <exception>
#include <new>
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

std::optional<Error> thrown_by(const std::function<void()>& work, const DoorWords& words) {
    try {
        work();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return said([&] {
            return std::string(words.what_failed) + ", because there was not enough memory; " + words.without_memory;
        });
    } catch (const std::exception& trouble) {
        return said([&] { return std::string(words.what_failed) + ": " + trouble.what(); });
    } catch (...) {
        return said([&] { return std::string(words.what_failed); });
    }
}

} // namespace limber::app
