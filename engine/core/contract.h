// SPDX-License-Identifier: MIT
#pragma once

#include <source_location>

/// Contracts: conditions that only a programming error can violate. EXPECTS checks them at module boundaries, in all
/// builds. A violated contract calls one replaceable handler: the default prints it on stderr and aborts, tests throw,
/// the application saves what it can and reports.
namespace limber {

#ifdef __cpp_lib_source_location
using SourceLocation = std::source_location;
#else
// Clang before 16 lacks std::source_location but has the builtins.
class SourceLocation {
public:
    static constexpr SourceLocation current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
        return SourceLocation(file, line);
    }
    constexpr const char* file_name() const {
        return file_;
    }
    constexpr unsigned line() const {
        return line_;
    }

private:
    constexpr SourceLocation(const char* file, unsigned line) : file_(file), line_(line) {}

    const char* file_;
    unsigned line_;
};
#endif

using ContractHandler = void (*)(const char* condition, const SourceLocation& where);

/// Returns the previous handler. A handler must not return.
ContractHandler set_contract_handler(ContractHandler handler);

[[noreturn]] void contract_broken(const char* condition, const SourceLocation& where = SourceLocation::current());

} // namespace limber

#define EXPECTS(condition) ((condition) ? void(0) : ::limber::contract_broken(#condition))
