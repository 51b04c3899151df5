#!/usr/bin/env bash
# full_run_test.sh FULL_SH: the parts of `./test.sh --full` run to their end, and a failure of one is not lost.
set -euo pipefail
source "$1"
full_parts=(good bad partial late)
check_good() { echo "good runs"; }
check_bad() {
    false
    echo "bad goes on after a failure"
}
check_partial() { skip "partial: the moon is not there"; }
check_late() { echo "late runs"; }

# expect_run STATUS PART ...: sets `output`.
expect_run() {
    local expected=$1 status
    shift
    set +e
    output=$(set -e; run_parts "$@" 2>&1)
    status=$?
    set -e
    [ "$status" -eq "$expected" ] || { echo "run_parts $* returned $status: $output"; exit 1; }
}

expect_line() {
    grep -qE "$1" <<<"$output" || { echo "'$1' is missing in: $output"; exit 1; }
}

expect_no_line() {
    ! grep -qE "$1" <<<"$output" || { echo "'$1' is in: $output"; exit 1; }
}

expect_run 1
expect_line '^good +passed +[0-9]+ s$'
expect_line '^bad +FAILED +[0-9]+ s$'
expect_line '^partial +passed +[0-9]+ s$'
expect_line '^late +passed +[0-9]+ s$'
expect_line '^skipped: partial: the moon is not there$'
expect_line '^late runs$'
expect_no_line 'goes on'
expect_run 0 good late
expect_no_line 'bad'
expect_no_line 'skipped'
expect_run 1 bad
expect_run 2 good moon
expect_line '^--full has no part moon; its parts are good bad partial late$'
expect_no_line 'good runs'
