# Compiles and links everything with the sanitizers in LIMBER_SANITIZE.
if(LIMBER_WITH_FUZZERS) # instruments the code for coverage-guided fuzzing
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
endif()
string(TOLOWER "${LIMBER_SANITIZE}" wanted)
if(wanted MATCHES "^(address|on|1|yes|true)$")
    set(sanitizers address,undefined)
elseif(wanted STREQUAL "thread")
    set(sanitizers thread)
elseif(LIMBER_SANITIZE)
    message(FATAL_ERROR "LIMBER_SANITIZE is '${LIMBER_SANITIZE}'; it can be OFF, address, ON (the same as address) or thread")
else()
    return()
endif()
add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
add_link_options(-fsanitize=${sanitizers})
# Unoptimised code with sanitizers is too slow for the tests, and line numbers are all that a report needs.
add_compile_options($<$<CONFIG:Debug>:-O1> $<$<CONFIG:Debug>:-g1>)

# The address sanitizer can name a leaking library only while the library is loaded.
if(sanitizers MATCHES address)
    add_library(keep_libraries_loaded OBJECT ${PROJECT_SOURCE_DIR}/tests/support/keep_libraries_loaded.cpp)
    link_libraries($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:keep_libraries_loaded>>)
endif()
