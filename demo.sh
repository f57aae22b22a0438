#!/usr/bin/env bash
# What RevMon does, on the example program in this repository. Installs what is missing, builds, and shows.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\n\033[1m== %s\033[0m\n' "$1"; }
show() {
  printf '$ %s\n' "$*"
  "$@" || [ $? = 1 ]  # 1 is an answer: something differs, or was found
}

say "Installing what is missing (apt)"
tools/install-deps.sh build

say "Building build/revmon and build/librevmon.so"
cmake --preset release >/dev/null
cmake --build build --target revmon revmon_agent | tail -n 1

say "The example: a small library catalogue, compiled as it is and with one method changed"
tools/make-example.sh build/demo
show java -cp build/demo/before library.Main

say "Which elements did the change touch? Lines moved in the whole class; one body differs"
show build/revmon inspect --diff build/demo/before build/demo/after

say "A class, with the checksums that decide this"
show build/revmon inspect --checksums build/demo/before/library/Book.class

say "The specification library, checked"
show build/revmon specs check specs

say "One specification as an automaton, and what it says about a recorded trace"
show build/revmon specs show Collection_UnsafeIterator --stage automaton
show build/revmon specs run Collection_UnsafeIterator --trace examples/traces/unsafe-iterator.trace

say "The program under the library's specifications: its output is its own, and two contracts are broken"
cmake --build build --target revmon_specs >/dev/null
show build/revmon run --out build/demo/out --profile strict --format html -- java -Xverify:all -cp build/demo/before library.Main
echo "open build/demo/out/report.html in a browser"

say "A Maven project with two modules: its tests pass, two contracts are broken"
rm -rf build/demo/modules && cp -r examples/maven-junit5-modules build/demo/modules
show build/revmon test -C build/demo/modules --format html
echo "open build/demo/modules/.revmon/report.html in a browser"
