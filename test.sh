#!/usr/bin/env bash
# Installs missing packages, builds Limber and its tests, and runs all tests, those of the window under Xvfb.
# Arguments are passed on to ctest: `-L fast` runs unit and property tests only.
# --full must come first. It adds Debug, the sanitizers, the fuzzers and clang-tidy, which take hours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source .ci/build.sh

full=false
if [ "${1:-}" = --full ]; then
    full=true
    shift
    source .ci/full.sh
    install_missing "${packages_to_check[@]}"
fi

install_missing "${packages_to_build[@]}" "${packages_to_show[@]}" "${packages_to_test[@]}"
export CI=${CI:-true} # everything is installed, so tests fail instead of skipping
with_tests=(-DLIMBER_WITH_TESTS=ON -DLIMBER_WITH_MPI=ON)
build build/test -DCMAKE_BUILD_TYPE=Release -DLIMBER_WITH_CHECKS=ON "${with_tests[@]}"
# One program more than there are processors, because the scenarios in the window wait for some of their time.
ctest --test-dir build/test --output-on-failure --parallel $(($(nproc) + 1)) "$@"

if $full; then
    check_everything
fi
