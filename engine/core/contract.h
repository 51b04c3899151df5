#pragma once

#include <source_location>

/// Contracts: what must be true unless we ourselves made a mistake. EXPECTS stands at the doors of
/// the rooms and is always checked. A broken contract goes to one settable handler: the default
/// aborts, tests throw, the application saves what it can and says so.
namespace limber {

#ifdef __cpp_lib_source_location
using SourceLocation = std::source_location;
#else
// Clang before 16 has the parts, but not the whole.
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

/// Returns the handler that was in force. A handler must not return.
ContractHandler set_contract_handler(ContractHandler handler);

[[noreturn]] void contract_broken(const char* condition, const SourceLocation& where = SourceLocation::current());

} // namespace limber

#define EXPECTS(condition) ((condition) ? void(0) : ::limber::contract_broken(#condition))
