#!/usr/bin/env bash
# All tests of RevMon, on a fresh Debian 12 machine or any later one: installs what is missing, builds, runs.
#   ./test.sh            everything
#   ./test.sh quick      release build and its tests only
set -euo pipefail
cd "$(dirname "$0")"
mode=${1:-all}
jobs=$(nproc)
total=0

step() { printf '\n== %s (%dm%02ds)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

# run_tests <build folder> [ctest arguments]: runs ctest and adds its count to the total.
run_tests() {
  local folder=$1 log
  shift
  log=$(mktemp)
  if ! ctest --test-dir "$folder" -j"$jobs" --output-on-failure "$@" >"$log" 2>&1; then
    grep -v -E 'Start +[0-9]+:|   Passed  ' "$log"
    exit 1
  fi
  grep -E 'tests passed|Total Test time' "$log"
  local ran
  ran=$(sed -n 's/.* tests failed out of \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  [ "${ran:-0}" -gt 0 ] || { echo "no test ran in $folder"; exit 1; }
  total=$((total + ran))
  rm -f "$log"
}

# build <preset> <build folder> [cmake --build arguments]: quiet unless it fails.
build() {
  local preset=$1 log
  shift
  log=$(mktemp)
  if ! { cmake --preset "$preset" && cmake --build "$@" -j"$jobs"; } >"$log" 2>&1; then
    grep -E -A12 'error|FAILED|CMake Error' "$log" | head -n 80
    echo "build failed; the whole log: $log"
    exit 1
  fi
  rm -f "$log"
}

step "Installing what is missing"
tools/install-deps.sh test

step "Test jars from Maven Central"
tools/fetch-test-jars.sh
export REVMON_TEST_JARS=$PWD/build/test-jars

step "Format"
git ls-files '*.h' '*.cc' | xargs -r clang-format-14 --dry-run -Werror

step "Release build (gcc)"
build release build
step "Tests: release"
run_tests build

if [ "$mode" = all ]; then
  step "AddressSanitizer and UndefinedBehaviorSanitizer build (clang)"
  build asan build-asan
  step "Tests: asan"
  run_tests build-asan -LE jvm
  step "ThreadSanitizer build of the concurrent parts (clang)"
  build tsan build-tsan --target base_test classpath_test agent_threads_test
  step "Tests: tsan"
  run_tests build-tsan -R '^(base|classpath)\.|^agent\.(AgentThreads|Ticker|Jvm)Test'
  step "Fuzz targets (clang, libFuzzer)"
  build fuzz build-fuzz --target fuzz_targets
  step "Tests: fuzz smoke"
  run_tests build-fuzz -L fuzz
fi

step "Done"
echo "$total passed, 0 failed"
