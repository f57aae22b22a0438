#!/usr/bin/env bash
# Runs every specification's pair of programs under the agent, on every JDK found, and compares the reported lines with
# those that the programs mark. Usage: run-pairs.sh BUILD-FOLDER [NAME...]; JDKS="home1 home2" overrides the search,
# TABLE=FILE writes a Markdown table of specs with their events, automaton states and pair results.
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
  version=$("$home/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
  sed "s/^/JDK $version\t/" "$out/list.outcomes" >>"$out/outcomes"
  rm "$out/list.outcomes"
done

# "passed" of a JDK: both programs of the pair reported exactly the lines they mark.
table() {
  cut -f1 "$out/outcomes" | sort -uV >"$out/jdks"
  "$build/revmon" specs list --specs "$top/specs" | awk -F '  +' -v jdks="$out/jdks" -v outcomes="$out/outcomes" '
    BEGIN {
      while ((getline line < jdks) > 0) jdk[++count] = line
      while ((getline line < outcomes) > 0) {
        split(line, part, "\t")
        key = part[1] SUBSEP part[2]
        if (result[key] != "failed") result[key] = part[4]
      }
    }
    {
      row = "|"
      for (i = 1; i <= 6; i++) row = row " " $i " |"
      for (j = 1; j <= count; j++) {
        key = jdk[j] SUBSEP $1
        row = row " " (NR == 1 ? jdk[j] : key in result ? result[key] : "not run") " |"
      }
      print row
      if (NR == 1) { gsub(/[^|]+/, "---", row); print row }
    }'
}
[ -z "${TABLE:-}" ] || table >"$TABLE"
exit $status
