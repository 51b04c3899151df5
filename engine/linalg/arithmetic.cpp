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

std::string of_the_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
    return std::string(__builtin_cpu_supports("fma") ? "fma " : "") + (__builtin_cpu_supports("avx2") ? "avx2 " : "") +
           (__builtin_cpu_supports("avx512f") ? "avx512f " : "");
#else
    return {};
#endif
}

std::string of_the_c_library() {
#ifdef __GLIBC__
    return std::string("glibc ") + gnu_get_libc_version() + " ";
#else
    return {};
#endif
}

std::string of_the_factorisation() {
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
    return of_the_processor() + of_the_c_library() + "Eigen " + Eigen::SimdInstructionSetsInUse() + " " +
           of_the_factorisation();
}

} // namespace limber
