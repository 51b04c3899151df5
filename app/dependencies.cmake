# The libraries that the application uses, each behind one interface target.

find_package(PkgConfig REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(glfw3 3.3 REQUIRED)
find_package(glm REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(STB REQUIRED IMPORTED_TARGET stb)
pkg_check_modules(BULLET REQUIRED IMPORTED_TARGET bullet)

# The OpenGL 4.1 core loader, generated offline.
find_program(GLAD_PROGRAM glad REQUIRED)
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
    OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
    COMMAND ${GLAD_PROGRAM} --api gl:core=4.1 --extensions= --out-path ${glad_dir} --reproducible --quiet c
    COMMENT "Generating the OpenGL loader"
    VERBATIM)
add_library(limber_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(limber_glad SYSTEM PUBLIC ${glad_dir}/include)

add_library(limber_gl INTERFACE)
target_link_libraries(limber_gl INTERFACE limber_glad PkgConfig::STB)

add_library(limber_window INTERFACE)
target_link_libraries(limber_window INTERFACE limber_glad glfw OpenGL::EGL)

# Where GLFW draws through Xlib, its error handler saves recordings when the X server ends.
find_package(X11)
if(X11_FOUND)
    target_link_libraries(limber_window INTERFACE X11::X11)
    target_compile_definitions(limber_window INTERFACE LIMBER_WITH_XLIB=1)
endif()

add_library(limber_gui INTERFACE)
target_link_libraries(limber_gui INTERFACE PkgConfig::IMGUI ${CMAKE_DL_LIBS})

add_library(limber_command_line INTERFACE)
target_link_libraries(limber_command_line INTERFACE CLI11::CLI11)

add_library(limber_bullet INTERFACE)
target_link_libraries(limber_bullet INTERFACE PkgConfig::BULLET)

# Live input reads the packets of trackers with liblo. Without it, the window says so.
add_library(limber_osc INTERFACE)
if(LIMBER_WITH_LIBLO)
    pkg_check_modules(LIBLO IMPORTED_TARGET liblo)
endif()
if(LIMBER_WITH_LIBLO AND LIBLO_FOUND)
    target_link_libraries(limber_osc INTERFACE PkgConfig::LIBLO)
    target_compile_definitions(limber_osc INTERFACE LIMBER_WITH_LIBLO=1)
endif()

# In C, and not in C++, whose interface MPI has given up.
add_library(limber_machines INTERFACE)
if(LIMBER_WITH_MPI)
    find_package(MPI REQUIRED COMPONENTS C)
    target_include_directories(limber_machines SYSTEM INTERFACE ${MPI_C_INCLUDE_DIRS})
    target_link_libraries(limber_machines INTERFACE ${MPI_C_LIBRARIES})
    target_compile_definitions(limber_machines INTERFACE LIMBER_WITH_MPI=1 OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
endif()
