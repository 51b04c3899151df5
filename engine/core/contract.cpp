// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace limber {
namespace {

void abort_handler(const char* condition, const SourceLocation& where) {
    const std::string place = std::string(where.file_name()) + ":" + std::to_string(where.line());
    std::fputs((place + ": broken contract: " + condition + "\n").c_str(), stderr);
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
