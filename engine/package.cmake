# Installs the engine: headers below include/limber, static libraries, the CMake package Limber and limber.pc.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All modules of the engine: limber::engine, in this build and in the package.
get_property(modules GLOBAL PROPERTY engine_modules)
add_library(limber_engine INTERFACE)
add_library(limber::engine ALIAS limber_engine)
set_target_properties(limber_engine PROPERTIES EXPORT_NAME engine)
target_compile_features(limber_engine INTERFACE cxx_std_20)

set(package_headers ${CMAKE_INSTALL_INCLUDEDIR}/limber)
foreach(module IN LISTS modules)
    set_target_properties(engine_${module} PROPERTIES OUTPUT_NAME limber_${module} EXPORT_NAME ${module})
    target_compile_features(engine_${module} PUBLIC cxx_std_20)
    target_include_directories(engine_${module} INTERFACE $<INSTALL_INTERFACE:${package_headers}>)
    target_link_libraries(limber_engine INTERFACE engine_${module})
    list(APPEND package_targets engine_${module})
    list(PREPEND package_libraries -llimber_${module})
endforeach()
install(TARGETS limber_engine ${package_targets} limber_sparse limber_surface_formats limber_gltf limber_mesher limber_json
        EXPORT LimberTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT engine)
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${package_headers}/engine COMPONENT engine
        FILES_MATCHING PATTERN "*.h" PATTERN examples EXCLUDE PATTERN docs EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT engine)

set(package_licence "MIT")
if(LIMBER_WITH_CGAL)
    set(package_licence "GPL-3.0-or-later, because CGAL's Mesh_3 is linked")
elseif(LIMBER_WITH_CHOLMOD)
    set(package_licence "GPL-2.0-or-later, because CHOLMOD's supernodal module is linked")
endif()
message(STATUS "Licence of the binaries: ${package_licence}")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Limber)
install(EXPORT LimberTargets NAMESPACE limber:: DESTINATION ${package_folder} COMPONENT engine)
configure_package_config_file(LimberConfig.cmake.in LimberConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(LimberConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/LimberConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/LimberConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT engine)

set(package_libraries_of_others -ltinyobjloader_double -ltinygltf)
if(LIMBER_WITH_CHOLMOD)
    list(APPEND package_libraries_of_others -lcholmod -lopenblas -lgomp)
endif()
if(LIMBER_WITH_CGAL)
    list(APPEND package_libraries_of_others -lmpfr -lgmp)
endif()
list(JOIN package_libraries " " package_libraries)
list(JOIN package_libraries_of_others " " package_libraries_of_others)

configure_file(limber.pc.in limber.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/limber.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT engine)
