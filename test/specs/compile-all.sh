#!/bin/bash
# Compiles all spec pairs and runs them as plain Java on every JDK found: each must end with exit code 0 within 20 s
# and print nothing. Says "N programs on M JDKs: all ok" or names the ones that failed. Programs that need a terminal
# are only compiled here; run-pairs.sh gives them one.
# Usage: compile-all.sh [NAME...]   (all pairs by default); JDKS="home1 home2" overrides the search.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

sources=$here
if [ $# -gt 0 ]; then
  sources=$out/selected
  mkdir "$sources"
  for name in "$@"; do ln -s "$here/$name" "$sources/$name" || exit 2; done
fi
homes=${JDKS:-$(for javac in /usr/lib/jvm/*/bin/javac; do dirname "$(dirname "$(readlink -f "$javac")")"; done | sort -u)}

run_one() {  # JAVA CLASSES MAIN
  local text
  text=$(cd "$2" && timeout 20 "$1" -XX:TieredStopAtLevel=1 -cp . "$3" 2>&1 </dev/null)
  local code=$?
  if [ $code -ne 0 ] || [ -n "$text" ]; then
    echo "$(basename "$(dirname "$2")")/$3: exit $code with $1: $text" | head -5
  fi
}
export -f run_one

programs=0
jdks=0
bad=0
for home in $homes; do
  jdks=$((jdks + 1))
  "$home/bin/java" -XX:TieredStopAtLevel=1 "$here/CompileAll.java" "$sources" "$out/$jdks" >"$out/list" || bad=1
  while read -r folder main; do
    grep -q '^// needs: terminal' "$sources/$(basename "$(dirname "$folder")")/$main.java" || echo "$folder $main"
  done <"$out/list" >"$out/plain" && mv "$out/plain" "$out/list"
  programs=$((programs + $(wc -l <"$out/list")))
  failed=$(xargs -a "$out/list" -P 2 -L 1 bash -c 'run_one "$0" "$1" "$2"' "$home/bin/java")
  if [ -n "$failed" ]; then
    echo "$failed"
    bad=1
  fi
done
if [ $bad -ne 0 ]; then
  echo "spec pairs: failed"
  exit 1
fi
echo "$programs programs on $jdks JDKs: all ok"
