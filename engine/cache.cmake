# The edition at the start of the cache keys of engine/model, see cache_edition.cmake.
set(cached_modules core linalg mesh operators rig subspace loads clusters model actuation general_basis cubature
                   body)
set(cached_sources "")
foreach(module IN LISTS cached_modules)
    file(GLOB sources CONFIGURE_DEPENDS ${module}/*.cpp ${module}/*.h)
    list(APPEND cached_sources ${sources})
endforeach()
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(cached_build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_CXX_FLAGS}"
                 "${CMAKE_CXX_FLAGS_${build_type}} Eigen ${Eigen3_VERSION} CGAL ${CGAL_VERSION} cgal ${LIMBER_WITH_CGAL}"
                 "cholmod ${LIMBER_WITH_CHOLMOD} sanitize ${LIMBER_SANITIZE}")
get_directory_property(cached_options COMPILE_OPTIONS)
list(APPEND cached_build ${cached_options})
list(JOIN cached_build " " cached_build)

add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/cache_edition.h
    COMMAND ${CMAKE_COMMAND} -D OUT=${CMAKE_CURRENT_BINARY_DIR}/cache_edition.h -D "MODULES=${cached_modules}"
            -D "BUILD=${cached_build}" -P ${CMAKE_CURRENT_SOURCE_DIR}/cache_edition.cmake
    DEPENDS ${cached_sources} cache_edition.cmake
    VERBATIM)
target_sources(engine_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/cache_edition.h)
target_include_directories(engine_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
