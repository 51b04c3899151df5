// SPDX-License-Identifier: MIT
#include "engine/linalg/arithmetic.h"

#include <Eigen/Core>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#ifdef LIMBER_WITH_CHOLMOD
#include <cholmod.h>

extern "C" {
const char* openblas_get_config();
const char* openblas_get_corename();
}
#endif

namespace limber {
namespace {

std::string processor_features() {
#if defined(__x86_64__) && defined(__GNUC__)
    return std::string(__builtin_cpu_supports("fma") ? "fma " : "") + (__builtin_cpu_supports("avx2") ? "avx2 " : "") +
           (__builtin_cpu_supports("avx512f") ? "avx512f " : "");
#else
    return {};
#endif
}

std::string c_library_version() {
#ifdef __GLIBC__
    return std::string("glibc ") + gnu_get_libc_version() + " ";
#else
    return {};
#endif
}

std::string factorisation_version() {
#ifdef LIMBER_WITH_CHOLMOD
    int version[3] = {};
    cholmod_version(version);
    return std::string(openblas_get_config()) + " " + openblas_get_corename() + " CHOLMOD " +
           std::to_string(version[0]) + "." + std::to_string(version[1]) + "." + std::to_string(version[2]);
#else
    return {};
#endif
}

} // namespace

std::string arithmetic_of_this_machine() {
    return processor_features() + c_library_version() + "Eigen " + Eigen::SimdInstructionSetsInUse() + " " +
           factorisation_version();
}

} // namespace limber
