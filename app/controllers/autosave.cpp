// SPDX-License-Identifier: MIT
#include "app/controllers/autosave.h"

#include <utility>

namespace limber::app {

void Autosave::update(std::uint64_t revision, bool is_modified, double seconds,
                      const std::function<Serialize()>& serialize) {
    since_write_ += seconds;
    if (!folder_) {
        return;
    }
    if (!is_modified) {
        discard();
    } else if (recovered_ || (revision != written_ && since_write_ >= interval)) {
        write(revision, serialize());
    }
}

void Autosave::write(std::uint64_t revision, Serialize serialize) {
    written_ = revision;
    has_file_ = true;
    since_write_ = 0.0;
    queue_.submit([file = file_, folder = *folder_, serialize = std::move(serialize),
                   recovered = std::exchange(recovered_, std::nullopt)]() -> Result<Done> {
        if (!*file) {
            auto created = RecoveryFile::create(folder);
            if (!created) {
                return created.error();
            }
            file->emplace(std::move(created).value());
        }
        auto written = (*file)->write(serialize(folder));
        if (written && recovered) {
            remove_recoverable_document(*recovered);
        }
        return written;
    });
}

std::optional<Error> Autosave::write_now(const Serialize& serialize) {
    if (!folder_) {
        return std::nullopt;
    }
    queue_.wait();
    while (queue_.poll()) {
    }
    write(written_ + 1, serialize);
    queue_.wait();
    const auto done = queue_.poll();
    return done && !*done ? std::optional(done->error()) : std::nullopt;
}

void Autosave::discard() {
    if (!has_file_ && !recovered_) {
        return;
    }
    written_ = 0;
    has_file_ = false;
    since_write_ = interval;
    queue_.submit([file = file_, recovered = std::exchange(recovered_, std::nullopt)]() -> Result<Done> {
        if (recovered) {
            remove_recoverable_document(*recovered);
        }
        if (*file) {
            (*file)->discard();
        }
        return Done{};
    });
}

std::optional<Error> Autosave::take_error() {
    std::optional<Error> error;
    while (const auto done = queue_.poll()) {
        if (!*done && !std::exchange(has_failed_, true)) {
            error = done->error();
        }
        has_failed_ = has_failed_ && !*done;
        written_ = has_failed_ ? 0 : written_; // it is tried again
    }
    return error;
}

} // namespace limber::app
