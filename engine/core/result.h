// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/contract.h"

#include <string>
#include <utility>
#include <variant>

/// The return type of functions whose input can be invalid: a value, or an error with one sentence that says what is
/// wrong, where, and what to do. Used at boundaries (files, options, factorisations); programming errors are contracts,
/// and numerical failure is reported as data.
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

    explicit operator bool() const {
        return std::holds_alternative<T>(content_);
    }

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

/// The value of a result that only reports success.
struct Done {};

} // namespace limber
