#!/usr/bin/env bash
# The agent against the reference engine: every specification's pair of programs and random programs run with all
# specifications on, the recorded events are replayed. Usage: run.sh BUILD-FOLDER [pairs|random] [JAVA-HOME]
set -euo pipefail
build=$(cd "$1" && pwd)
what=$2
home=${3:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$build/revmon" specs compile "$top/specs" -o "$out/all.plan" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
if [ "$what" = pairs ]; then
  "$home/bin/java" -XX:TieredStopAtLevel=1 "$top/test/specs/CompileAll.java" "$top/test/specs" "$out/classes" >"$out/pairs"
  while read -r classes main; do
    name=$(basename "$(dirname "$classes")")
    grep -q '^// needs: ' "$top/test/specs/$name/$main.java" || echo "once $classes $main"
  done <"$out/pairs" >"$out/list"
else
  mkdir -p "$out/random/RandomUse"
  "$home/bin/javac" -g -nowarn -d "$out/random/RandomUse" "$here/RandomUse.java" 2>/dev/null
  for seed in $(seq 1 "${SEEDS:-6}"); do
    echo "same $out/random/RandomUse RandomUse $seed 20000"
    echo "threads $out/random/RandomUse RandomUse $seed 3000 4"
  done >"$out/list"
fi
"$build/bin/replay_runner" "$build/librevmon.so" "$out/all.plan" "$top/specs" "$home/bin/java" "$out/list"
