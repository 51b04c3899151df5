// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"

#include <atomic>
#include <cstdlib>

namespace limber {
namespace {

void abort_handler(const char*, const SourceLocation&) {
    std::abort();
}

std::atomic<ContractHandler> current_handler{&abort_handler};

} // namespace

ContractHandler set_contract_handler(ContractHandler handler) {
    return current_handler.exchange(handler ? handler : &abort_handler);
}

void contract_broken(const char* condition, const SourceLocation& where) {
    current_handler.load()(condition, where);
    std::abort();
}

} // namespace limber
