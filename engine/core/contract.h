#pragma once

#include <source_location>

/// Contracts: what must be true unless we ourselves made a mistake. EXPECTS stands at the doors of
/// the rooms and is always checked; DEBUG_EXPECTS stands in the loops of the step and is checked in
/// Debug builds. A broken contract goes to one settable handler: the default
/// aborts, tests throw, the application saves what it can and says so.
namespace limber {

using ContractHandler = void (*)(const char* condition, const std::source_location& where);

/// Returns the handler that was in force. A handler must not return.
ContractHandler set_contract_handler(ContractHandler handler);

[[noreturn]] void contract_broken(const char* condition,
                                  const std::source_location& where = std::source_location::current());

} // namespace limber

#define EXPECTS(condition) ((condition) ? void(0) : ::limber::contract_broken(#condition))

#ifdef NDEBUG
#define DEBUG_EXPECTS(condition) void(0)
#else
#define DEBUG_EXPECTS(condition) EXPECTS(condition)
#endif
