# The edition of the caches on disk: a hash of everything besides the input that affects the cached results. It is
# computed while building, so that a change of a source needs no configuration; only one small file depends on it.
#
#     cmake -D OUT=cache_edition.h -D MODULES="core;linalg" -D BUILD="compiler and options" -P cache_edition.cmake
set(hashes "${BUILD}")
foreach(module IN LISTS MODULES)
    file(GLOB sources ${CMAKE_CURRENT_LIST_DIR}/${module}/*.cpp ${CMAKE_CURRENT_LIST_DIR}/${module}/*.h)
    foreach(source IN LISTS sources)
        file(SHA256 ${source} hash)
        string(APPEND hashes ${hash})
    endforeach()
endforeach()
string(SHA256 edition "${hashes}")
file(CONFIGURE OUTPUT ${OUT} CONTENT "#pragma once\n\n#define LIMBER_CACHE_EDITION \"@edition@\"\n" @ONLY)
file(TOUCH ${OUT})
