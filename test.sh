#!/usr/bin/env bash
# Installs what is missing, builds Limber and its tests, and runs every test, the window's under Xvfb.
# Arguments are passed on to ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source .ci/build.sh

install_missing "${packages_to_build[@]}" "${packages_to_show[@]}" "${packages_to_test[@]}"
build build/test -DCMAKE_BUILD_TYPE=Release -DLIMBER_WITH_CHECKS=ON -DLIMBER_WITH_TESTS=ON -DLIMBER_WITH_MPI=ON
ctest --test-dir build/test --output-on-failure --parallel 2 "$@"
