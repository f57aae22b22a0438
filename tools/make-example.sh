#!/usr/bin/env bash
# Compiles examples/plain twice below the folder given: as it is (before/), and with one method changed (after/).
set -euo pipefail
out=$1
top=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$out/before" "$out/after" "$out/src"
mkdir -p "$out/before" "$out/after" "$out/src"
cp -r "$top/examples/plain/src/." "$out/src/"
javac -g -Xlint:-options --release 8 -d "$out/before" $(find "$out/src" -name '*.java')
# The change: pages() now counts the covers too. Everything below it moves down a line.
sed -i 's|^        return sum;|        // and two covers each\n        return sum + 2 * books.size();|' "$out/src/library/Catalogue.java"
javac -g -Xlint:-options --release 8 -d "$out/after" $(find "$out/src" -name '*.java')
