#!/usr/bin/env bash
# Runs every specification's pair of programs under the agent, on every JDK found, and compares the reported lines with
# those that the programs mark. Usage: run-pairs.sh BUILD-FOLDER [NAME...]; JDKS="home1 home2" overrides the search.
set -euo pipefail
build=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

sources=$here
if [ $# -gt 0 ]; then
  sources=$out/selected
  mkdir "$sources"
  for name in "$@"; do ln -s "$here/$name" "$sources/$name"; done
fi
mkdir "$out/plans" "$out/classes"
for spec in $(find "$top/specs" -name '*.mop'); do
  name=$(basename "$spec" .mop)
  [ -e "$sources/$name" ] || continue
  "$build/revmon" specs compile "$spec" -o "$out/plans/$name.plan" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
done
status=0
for folder in ${JDKS:-/usr/lib/jvm/*}; do
  home=$(readlink -f "$folder")
  [ -x "$home/bin/javac" ] || continue
  case " ${seen:-} " in *" $home "*) continue ;; esac
  seen="${seen:-} $home"
  rm -rf "$out/classes"
  "$home/bin/java" -XX:TieredStopAtLevel=1 "$here/CompileAll.java" "$sources" "$out/classes" >"$out/list"
  "$build/bin/pair_runner" "$build/librevmon.so" "$out/plans" "$here" "$out/list" "$home/bin/java" || status=1
done
exit $status
