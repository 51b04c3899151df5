#!/usr/bin/env bash
# with_display.sh COMMAND ...: runs a command on an X display of its own (Xvfb, software OpenGL) with a free number, and
# ends the display afterwards. The size is LIMBER_TEST_SCREEN, by default 1280x720.
set -euo pipefail

screen=${LIMBER_TEST_SCREEN:-1280x720}
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

# The server chooses the number and writes it to the file when it is ready.
Xvfb -displayfd 3 -screen 0 "${screen}x24" +extension GLX +render -noreset -nolisten tcp \
    3>"$folder/number" 2>"$folder/log" &
server=$!
for _ in $(seq 100); do
    [ -s "$folder/number" ] && break
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
done
[ -s "$folder/number" ] || { echo "no X display came up within ten seconds" >&2; exit 1; }

export DISPLAY=":$(cat "$folder/number")" LIBGL_ALWAYS_SOFTWARE=1
"$@"
