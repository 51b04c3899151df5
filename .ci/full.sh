# The additional checks of `./test.sh --full`, which sources this file. They take hours: sanitizers make a program several
# times slower.

packages_to_check=(clang clang-tidy libclang-rt-14-dev python3-numpy python3-scipy nodejs npm) # Debian 12's clang is 14
fuzz_seconds=120
random_input_seconds=600

# run_tests FOLDER [ctest options ...]
run_tests() {
    local folder=$1
    shift
    ctest --test-dir "$folder" --output-on-failure --parallel 2 "$@"
}

# Each source and each header compiles without the others.
check_debug() {
    build build/debug -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=OFF "${with_tests[@]}"
    run_tests build/debug -L fast
}

check_addresses() {
    build build/address -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=address "${with_tests[@]}"
    UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS="suppressions=$PWD/tests/support/leak_suppressions.txt" \
        run_tests build/address
    python3 tests/gui/driven/random_input_driven.py build/address/app/limber build/address/gui_pictures "$random_input_seconds"
}

check_threads() {
    build build/thread -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=thread "${with_tests[@]}"
    TSAN_OPTIONS="suppressions=$PWD/tests/support/thread_suppressions.txt" \
        run_tests build/thread -R '^(core|linalg|clusters|jobs|document|character|motion|comparison|recording|simulation|view|search|control|session|panels|application|window_driven)$'
    python3 tests/gui/driven/random_input_driven.py build/thread/app/limber build/thread/gui_pictures "$random_input_seconds"
}

run_fuzzers() {
    build build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DLIMBER_SANITIZE=address \
        -DLIMBER_WITH_CHECKS=ON -DLIMBER_WITH_FUZZERS=ON -DLIMBER_WITH_TESTS=OFF -DLIMBER_FUZZ_SECONDS=$fuzz_seconds
    run_tests build/fuzz
}

# Runs clang-tidy on the sources changed by the last twenty commits. Prints findings; only its own failure stops the run.
check_recent_sources() {
    local base sources
    base=$(git rev-parse --quiet --verify HEAD~20 || git rev-list --max-parents=0 HEAD | tail -n 1)
    sources=$(git diff --name-only --diff-filter=d "$base" -- 'engine/*.cpp' 'app/*.cpp')
    # The compile commands contain g++'s warnings, which clang does not know.
    [ -z "$sources" ] || echo "$sources" | xargs clang-tidy -p build/debug --quiet \
        --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-error
}

# Debian's own Python has Debian's packages.
check_full_space() {
    /usr/bin/python3 tests/independent/full_space_check.py build/test/tests/full_space_motion
}

# The files of others are beside the checkout, or absent.
check_gltf() {
    local characters=${LIMBER_SHARED_DATA:-../shared/data}/characters
    /usr/bin/python3 tests/independent/gltf_check.py build/test/tests/gltf_motion \
        "$characters"/{fox,robot,cesium_man,brain_stem,xbot}.glb
}

# The Khronos validator is a package of npm; without it the rest is checked.
check_exports() {
    npm install --silent --no-save --prefix build/npm gltf-validator || echo "gltf-validator cannot be installed"
    NODE_PATH=$PWD/build/npm/node_modules /usr/bin/python3 tests/independent/exported_motion_check.py \
        build/test/app/limber assets/scenes/{fish,puppy,octopus,toy_block}.json creature:sea
}

check_everything() {
    check_full_space
    check_gltf
    check_exports
    check_debug
    check_addresses
    check_threads
    run_fuzzers
    check_recent_sources
}
