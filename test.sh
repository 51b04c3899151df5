#!/usr/bin/env bash
# Installs missing packages, builds Limber and its tests, and runs all tests, those of the window under Xvfb.
# Arguments are passed on to ctest: `-L fast` runs unit and property tests only. Without any, tests that take long and passed
# before are left out while nothing that they read has changed; `-R .` runs all again.
# `--full` runs what takes hours, too: Debug, the sanitizers, the fuzzers and clang-tidy; `--full PART ...` runs only the
# named parts, which .ci/full.sh lists.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source .ci/build.sh

with_tests=(-DLIMBER_WITH_TESTS=ON -DLIMBER_WITH_MPI=ON)

build_tests() {
    build build/test -DCMAKE_BUILD_TYPE=Release -DLIMBER_WITH_CHECKS=ON "${with_tests[@]}"
}

# run_ordinary_tests [ctest options ...]
run_ordinary_tests() {
    local selection=("$@") unchanged failed=0
    build_tests
    unchanged=$(python3 .ci/unchanged_tests.py choose build/test)
    if [ $# -eq 0 ] && [ -n "$unchanged" ]; then
        echo "left out, for they passed before and nothing that they read has changed (-R . runs all): $unchanged"
        selection=(-E "$unchanged")
    fi
    # More programs than there are processors, because the scenarios in the window wait for much of their time.
    rm -f build/test/results.xml
    ctest --test-dir build/test --output-on-failure --parallel $(($(nproc) + 2)) --output-junit results.xml \
        "${selection[@]}" || failed=$?
    [ ! -f build/test/results.xml ] || python3 .ci/unchanged_tests.py keep build/test
    return $failed
}

check_tests() {
    run_ordinary_tests -R .
}

install_missing "${packages_to_build[@]}" "${packages_to_show[@]}" "${packages_to_test[@]}"
export CI=${CI:-true} # everything is installed, so tests fail instead of skipping
if [ "${1:-}" = --full ]; then
    source .ci/full.sh
    install_missing "${packages_to_check[@]}"
    run_parts "${@:2}"
else
    run_ordinary_tests "$@"
fi
