// SPDX-License-Identifier: MIT
#include "engine/stepper/kernel.h"

#include "engine/core/contract.h"

#include <initializer_list>

namespace limber {

namespace baseline {
extern const Kernel functions;
}
#if defined(LIMBER_X86_KERNELS)
namespace avx2 {
extern const Kernel functions;
}
namespace avx512 {
extern const Kernel functions;
}
#endif

bool runs_here(InstructionSet set) {
#if defined(LIMBER_X86_KERNELS)
    // The builtin also checks that the operating system saves the registers.
    switch (set) {
    case InstructionSet::baseline:
        return true;
    case InstructionSet::avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case InstructionSet::avx512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma");
    }
    return false;
#else
    return set == InstructionSet::baseline;
#endif
}

InstructionSet widest_instruction_set() {
    for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2}) {
        if (runs_here(set)) {
            return set;
        }
    }
    return InstructionSet::baseline;
}

const char* name_of(InstructionSet set) {
    switch (set) {
    case InstructionSet::avx2:
        return "AVX2";
    case InstructionSet::avx512:
        return "AVX-512";
    case InstructionSet::baseline:
        break;
    }
    return "baseline";
}

const Kernel& kernel(InstructionSet set) {
    EXPECTS(runs_here(set));
#if defined(LIMBER_X86_KERNELS)
    if (set == InstructionSet::avx512) {
        return avx512::functions;
    }
    if (set == InstructionSet::avx2) {
        return avx2::functions;
    }
#endif
    return baseline::functions;
}

} // namespace limber
