# The libraries that the engine uses, each behind one interface target, so that a module names what it uses and an
# option can leave it out. Nothing here is downloaded.

add_library(limber_sparse INTERFACE)
if(LIMBER_WITH_CHOLMOD)
    find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
    find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
    set(BLA_VENDOR OpenBLAS)
    find_package(BLAS REQUIRED)
    target_include_directories(limber_sparse SYSTEM INTERFACE ${CHOLMOD_INCLUDE_DIR})
    # gomp: only to keep CHOLMOD on one thread. Compiling with OpenMP would also enable Eigen's threads.
    target_link_libraries(limber_sparse INTERFACE ${CHOLMOD_LIBRARY} BLAS::BLAS gomp)
    target_compile_definitions(limber_sparse INTERFACE LIMBER_WITH_CHOLMOD=1)
endif()

add_library(limber_surface_formats INTERFACE)
find_package(tinyobjloader REQUIRED)
target_link_libraries(limber_surface_formats INTERFACE tinyobjloader::tinyobjloader_double)

add_library(limber_gltf INTERFACE)
find_package(TinyGLTF REQUIRED)
target_link_libraries(limber_gltf INTERFACE TinyGLTF::TinyGLTF)

add_library(limber_mesher INTERFACE)
if(LIMBER_WITH_CGAL)
    find_package(CGAL REQUIRED)
    target_link_libraries(limber_mesher INTERFACE CGAL::CGAL)
    target_compile_definitions(limber_mesher INTERFACE LIMBER_WITH_CGAL=1)
endif()

add_library(limber_json INTERFACE)
find_package(nlohmann_json REQUIRED)
target_link_libraries(limber_json INTERFACE nlohmann_json::nlohmann_json)
target_compile_definitions(limber_json INTERFACE $<BUILD_INTERFACE:JSON_USE_IMPLICIT_CONVERSIONS=0>)
