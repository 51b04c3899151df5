# The edition of the caches on disk: a hash of whatever decides, besides the input, what a preparation computes. It is
# taken while building, so that a change of a source needs no configuration, and compiles one small file when anything here changed.
#
#     cmake -D OUT=cache_edition.h -D ROOMS="core;linalg" -D BUILD="compiler and options" -P cache_edition.cmake
set(hashes "${BUILD}")
foreach(room IN LISTS ROOMS)
    file(GLOB sources ${CMAKE_CURRENT_LIST_DIR}/${room}/*.cpp ${CMAKE_CURRENT_LIST_DIR}/${room}/*.h)
    foreach(source IN LISTS sources)
        file(SHA256 ${source} hash)
        string(APPEND hashes ${hash})
    endforeach()
endforeach()
string(SHA256 edition "${hashes}")
file(CONFIGURE OUTPUT ${OUT} CONTENT "#pragma once\n\n#define LIMBER_CACHE_EDITION \"@edition@\"\n" @ONLY)
file(TOUCH ${OUT})
