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
    } else if (revision != written_ && since_write_ >= interval) {
        write(revision, serialize());
    }
}

void Autosave::write(std::uint64_t revision, Serialize serialize, std::function<void()> after) {
    written_ = revision;
    since_write_ = 0.0;
    queue_.submit([file = file_, folder = *folder_, serialize = std::move(serialize),
                   after = std::move(after)]() -> Result<Done> {
        if (!*file) {
            auto created = RecoveryFile::create(folder);
            if (!created) {
                return created.error();
            }
            file->emplace(std::move(created).value());
        }
        auto written = (*file)->write(serialize(folder));
        if (written && after) {
            after();
        }
        return written;
    });
}

void Autosave::take_over(std::uint64_t revision, const Serialize& serialize, const RecoverableDocument& recovered) {
    if (folder_) {
        write(revision, serialize, [recovered] { remove_recoverable_document(recovered); });
    }
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
    if (written_ == 0) {
        return;
    }
    written_ = 0;
    since_write_ = interval;
    queue_.submit([file = file_]() -> Result<Done> {
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
    }
    return error;
}

} // namespace limber::app
