#include "engine/core/contract.h"

#include <atomic>
#include <cstdlib>

namespace limber {
namespace {

void abort_at_once(const char*, const SourceLocation&) {
    std::abort();
}

std::atomic<ContractHandler> handler_in_force{&abort_at_once};

} // namespace

ContractHandler set_contract_handler(ContractHandler handler) {
    return handler_in_force.exchange(handler ? handler : &abort_at_once);
}

void contract_broken(const char* condition, const SourceLocation& where) {
    handler_in_force.load()(condition, where);
    std::abort();
}

} // namespace limber
