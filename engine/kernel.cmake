# Only the inner loops of a step are compiled once per instruction set: inline functions of other files, compiled for a
# wider instruction set, could be linked into code that runs on machines without it.
set(kernel_options -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math)
set(kernel_sources stepper/kernel_baseline.cpp)
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    message(FATAL_ERROR "the step's inner loops are written on the vector types of GCC and Clang: build with one of them")
endif()
# A build for several processor architectures uses the baseline of each.
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
if(processor MATCHES "x86_64|amd64" AND NOT CMAKE_OSX_ARCHITECTURES)
    list(APPEND kernel_sources stepper/kernel_avx2.cpp stepper/kernel_avx512.cpp)
    set_property(SOURCE stepper/kernel_avx2.cpp APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
    set_property(SOURCE stepper/kernel_avx512.cpp APPEND PROPERTY COMPILE_OPTIONS -mavx512f -mavx512vl -mavx512bw -mavx512dq -mavx512cd -mfma -mprefer-vector-width=512)
    target_compile_definitions(engine_stepper PRIVATE LIMBER_X86_KERNELS)
else()
    set_property(SOURCE stepper/kernel_avx2.cpp stepper/kernel_avx512.cpp PROPERTY HEADER_FILE_ONLY ON)
endif()
set_property(SOURCE ${kernel_sources} APPEND PROPERTY COMPILE_OPTIONS ${kernel_options})
set_property(SOURCE ${kernel_sources} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
