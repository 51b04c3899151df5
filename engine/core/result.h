#pragma once

#include "engine/core/contract.h"

#include <string>
#include <utility>
#include <variant>

/// What a function returns when the world can be wrong: a value, or one sentence that says what is
/// wrong, where, and what to do about it. Used only at the doors (files, options, factorisations);
/// our own mistakes are contracts, and tired numbers are data in a report.
namespace limber {

enum class ErrorKind { bad_input, not_converged, cancelled };

struct Error {
    ErrorKind kind = ErrorKind::bad_input;
    std::string message; // one sentence for the user, without a final full stop
    std::string where;   // file, file:line, element or option; may be empty
};

/// "where: message", or the message alone.
std::string sentence(const Error& error);

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    explicit operator bool() const { return std::holds_alternative<T>(content_); }

    const T& value() const& {
        EXPECTS(*this);
        return *std::get_if<T>(&content_);
    }
    T&& value() && {
        EXPECTS(*this);
        return std::move(*std::get_if<T>(&content_));
    }
    const Error& error() const {
        EXPECTS(!*this);
        return *std::get_if<Error>(&content_);
    }

private:
    std::variant<T, Error> content_;
};

/// A result that carries nothing but success.
struct Done {};

} // namespace limber
