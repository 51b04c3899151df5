# Installs the engine into an empty prefix, builds the examples outside of the tree with find_package(Limber), and one with
# pkg-config, and runs them. Variables: SOURCE, BUILD (of Limber), FOLDER (is emptied), GENERATOR, COMPILER.
file(REMOVE_RECURSE ${FOLDER})
set(prefix ${FOLDER}/prefix)

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${ARGN} ended with ${code}:\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component engine)
run(${CMAKE_COMMAND} -S ${SOURCE}/engine/examples -B ${FOLDER}/examples -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${FOLDER}/examples)

set(assets ${SOURCE}/assets)
run(${FOLDER}/examples/poke_a_body ${assets}/meshes/toy_block.msh)
set(poked "${output}")
if(NOT poked MATCHES "2.000 s ")
    message(FATAL_ERROR "poke_a_body printed:\n${poked}")
endif()
run(${FOLDER}/examples/play_a_clip ${assets}/meshes/toy_block.msh ${assets}/rigs/toy_block.json
    ${assets}/clips/toy_block_hop.json ${FOLDER}/hop.pc2)
file(READ ${FOLDER}/hop.pc2 start LIMIT 10)
if(NOT start MATCHES "POINTCACHE")
    message(FATAL_ERROR "play_a_clip wrote no point cache: ${start}")
endif()
run(${FOLDER}/examples/find_a_gait ${assets}/meshes/toy_block.msh 1 ${FOLDER}/gait.json)
file(READ ${FOLDER}/gait.json gait)
if(NOT gait MATCHES "limber-gait")
    message(FATAL_ERROR "find_a_gait wrote no gait: ${gait}")
endif()

set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig:$ENV{PKG_CONFIG_PATH})
run(pkg-config --cflags limber)
separate_arguments(compile UNIX_COMMAND "${output}")
run(pkg-config --libs limber)
separate_arguments(link UNIX_COMMAND "${output}")
run(${COMPILER} ${compile} -O0 ${SOURCE}/engine/examples/poke_a_body.cpp -o ${FOLDER}/poke ${link})
run(${FOLDER}/poke ${assets}/meshes/toy_block.msh)
if(NOT output STREQUAL poked)
    message(FATAL_ERROR "built with pkg-config, poke_a_body printed something else:\n${output}")
endif()

# A mesh that is missing is one sentence, and an error.
execute_process(COMMAND ${FOLDER}/poke ${FOLDER}/nothing.msh RESULT_VARIABLE code ERROR_VARIABLE error)
if(code EQUAL 0 OR NOT error MATCHES "nothing.msh")
    message(FATAL_ERROR "a missing mesh ended with ${code}: ${error}")
endif()
