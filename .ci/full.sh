# The parts of `./test.sh --full`, which sources this file: `check_NAME` for each. The sanitizers make programs several
# times slower, so that all parts together take hours.

full_parts=(tests full_space gltf exports mutants debug addresses threads fuzzers recent_sources)
# Debian 12's clang is 14. One of the benchmarks needs ARPACK.
packages_to_check=(clang clang-tidy libclang-rt-14-dev libarpack2-dev python3-numpy python3-scipy nodejs blender ffmpeg)
command -v npm >/dev/null || packages_to_check+=(npm) # a nodejs of others brings it and conflicts with Debian's
fuzz_seconds=120
random_input_seconds=600

# run_parts [PART ...]: runs all parts or those that are named, each to its end, and prints what became of them. Fails if
# one of them fails. Not for conditions, in which bash would ignore `set -e`.
run_parts() {
    local part started result failed=0 table=''
    [ $# -gt 0 ] || set -- "${full_parts[@]}"
    for part in "$@"; do
        [[ " ${full_parts[*]} " == *" $part "* ]] ||
            { echo "--full has no part $part; its parts are ${full_parts[*]}" >&2; return 2; }
    done
    skipped=$(mktemp)
    for part in "$@"; do
        printf '\n== %s\n' "$part"
        started=$SECONDS
        result=passed
        set +e
        (
            set -e
            "check_$part"
        )
        [ $? -eq 0 ] || result=FAILED
        set -e
        [ "$result" = passed ] || failed=1
        table+=$(printf '%-16s %-8s %6d s' "$part" "$result" $((SECONDS - started)))$'\n'
    done
    printf '\n%s' "$table"
    sed 's/^/skipped: /' "$skipped"
    rm -f "$skipped"
    return $failed
}

# skip WHAT: for what a part leaves out; listed at the end.
skip() {
    echo "$*" >>"$skipped"
}

# run_tests FOLDER [ctest options ...]
run_tests() {
    local folder=$1
    shift
    ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel 2 "$@"
}

# run_selected PROGRAM FILTER: fails if no test has such a name, which GoogleTest lets pass.
run_selected() {
    "$1" --gtest_list_tests --gtest_filter="$2" | grep '^  ' >/dev/null ||
        { echo "$1 has no test $2" >&2; return 1; }
    "$1" --gtest_filter="$2"
}

# A window under random input, with a sanitizer.
run_random_input() {
    python3 tests/gui/driven/random_input_driven.py "$1/app/limber" "$1/gui_pictures" "$random_input_seconds"
}

# Each source and each header compiles without the others. The benchmarks are compiled here only, and not run.
configure_debug() {
    configure build/debug -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DLIMBER_WITH_BENCHMARKS=ON "${with_tests[@]}"
}

check_debug() {
    configure_debug
    cmake --build build/debug
    run_tests build/debug -L fast
}

check_addresses() {
    local failed=0
    build build/address -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=address "${with_tests[@]}"
    UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS="suppressions=$PWD/tests/support/leak_suppressions.txt" \
        run_tests build/address || failed=1
    run_random_input build/address || failed=1
    return $failed
}

# The label is given in tests/CMakeLists.txt.
check_threads() {
    local failed=0
    build build/thread -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=thread "${with_tests[@]}"
    TSAN_OPTIONS="suppressions=$PWD/tests/support/thread_suppressions.txt" \
        run_tests build/thread -L threads || failed=1
    run_random_input build/thread || failed=1
    return $failed
}

check_fuzzers() {
    build build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=address \
        -DLIMBER_WITH_CHECKS=ON -DLIMBER_WITH_FUZZERS=ON -DLIMBER_WITH_TESTS=OFF -DLIMBER_FUZZ_SECONDS=$fuzz_seconds
    run_tests build/fuzz
}

# Runs clang-tidy on the sources changed by the last twenty commits. Prints findings; only its own failure is one.
check_recent_sources() {
    local base sources
    base=$(git rev-parse --quiet --verify HEAD~20 || git rev-list --max-parents=0 HEAD | tail -n 1)
    sources=$(git diff --name-only --diff-filter=d "$base" -- 'engine/*.cpp' 'app/*.cpp')
    configure_debug
    cmake --build build/debug --target limber_glad # whose header is generated
    # The compile commands contain g++'s warnings, which clang does not know.
    [ -z "$sources" ] || echo "$sources" | xargs clang-tidy -p build/debug --quiet \
        --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-error
}

# Debian's own Python has Debian's packages.
check_full_space() {
    build_tests
    /usr/bin/python3 tests/independent/full_space_check.py build/test/tests/full_space_motion
    local mesh=${LIMBER_SHARED_DATA:-../shared/data}/tets/leg.mesh
    [ ! -e "$mesh" ] || /usr/bin/python3 tests/independent/full_space_check.py build/test/tests/full_space_motion "$mesh"
}

# The files of others are beside the checkout, or absent. Prints the paths of those that are there.
files_of_others() {
    local part=$1 folder=${LIMBER_SHARED_DATA:-../shared/data}/characters name
    shift
    for name in "$@"; do
        if [ -e "$folder/$name.glb" ]; then
            echo "$folder/$name.glb"
        else
            skip "$part: $folder/$name.glb is not there"
        fi
    done
}

check_gltf() {
    local others
    mapfile -t others < <(files_of_others gltf fox robot cesium_man brain_stem xbot)
    build_tests
    /usr/bin/python3 tests/independent/gltf_check.py build/test/tests/gltf_motion "${others[@]}"
    /usr/bin/python3 tests/independent/real_characters_check.py build/test/app/limber "${LIMBER_SHARED_DATA:-../shared/data}"
}

# Thousands of files of each format; of FBX and Collada, each is read by a process of its own. Binary FBX is Blender's.
check_mutants() {
    build_tests
    /usr/bin/python3 tests/independent/blender_character.py build/mutants
    LIMBER_MUTANTS=3000 LIMBER_MUTATED_FILES=$PWD/build/mutants/plain.fbx \
        run_selected build/test/tests/imports_tests '*WhateverItsBytes*'
    LIMBER_MUTANTS=3000 run_selected build/test/tests/formats_tests '*WhateverItsBytes*'
}

# The Khronos validator is a package of npm.
check_exports() {
    local others large
    mapfile -t others < <(files_of_others exports fox robot cesium_man)
    mapfile -t large < <(files_of_others exports brain_stem xbot)
    npm install --silent --no-save --prefix build/npm gltf-validator
    build_tests
    NODE_PATH=$PWD/build/npm/node_modules /usr/bin/python3 tests/independent/exported_motion_check.py \
        build/test/app/limber assets/scenes/{fish,puppy,octopus,toy_block}.json creature:sea "${others[@]}"
    # A frame of 30,000 vertices is 2 MB as USD.
    [ ${#large[@]} -eq 0 ] ||
        NODE_PATH=$PWD/build/npm/node_modules /usr/bin/python3 tests/independent/exported_motion_check.py --frames 12 \
            build/test/app/limber "${large[@]}"
    /usr/bin/python3 tests/independent/blender_check.py build/test/app/limber assets/scenes/{fish,puppy}.json \
        "${others[@]}" "${large[@]}"
    /usr/bin/python3 tests/independent/blender_return_check.py build/test/app/limber assets/scenes/{fish,puppy}.json \
        "${others[@]}" "${large[@]}"
    /usr/bin/python3 tests/independent/film_check.py build/test/app/limber assets/scenes/puppy.json
}
