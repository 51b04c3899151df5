#!/usr/bin/env bash
# Installs missing packages, builds Limber, and opens it. Arguments are passed on to `limber`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
called_from=$PWD
cd "$here"
source .ci/build.sh

install_missing "${packages_to_build[@]}" "${packages_to_show[@]}"
build build/release -DCMAKE_BUILD_TYPE=Release -DLIMBER_WITH_TESTS=OFF

cd "$called_from"
exec "$here/build/release/app/limber" "$@"
