# Most sources begin with the same headers of the standard library and of Eigen, which take 2 s of a compiler. They are
# compiled once for each level of optimisation, because compilers read only headers that were compiled with their own flags.
# A source includes what it uses all the same: `./test.sh --full debug` compiles without precompiled headers.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/no_code.cpp CONTENT "")

# precompile_headers(LEVEL header ...): further headers than those that all levels have.
function(precompile_headers level)
    set(target headers_at_O${level})
    add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/no_code.cpp)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
    target_link_libraries(${target} PRIVATE engine_core Eigen3::Eigen warnings)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <chrono> <cmath> <condition_variable> <cstdint> <deque> <filesystem> <functional> <future> <limits>
        <map> <memory> <mutex> <numbers> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <thread> <utility>
        <variant> <vector>
        <Eigen/Cholesky> <Eigen/Eigenvalues> <Eigen/Geometry> <Eigen/QR> <Eigen/SparseCore> ${ARGN})
endfunction()

# share_headers(LEVEL target ...): of targets with the flags of this level.
function(share_headers level)
    foreach(target IN LISTS ARGN)
        target_precompile_headers(${target} REUSE_FROM headers_at_O${level})
    endforeach()
endfunction()
