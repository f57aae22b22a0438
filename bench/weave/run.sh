#!/usr/bin/env bash
# run.sh JAR...: what weaving costs a class: RevMon's agent and AspectJ's load-time weaver, each with all events of all
# shipped specs (AspectJ's as empty advice), define every class of the jars in a JVM of their own; what the same takes
# without either is subtracted. It is the CPU time of the loading thread (the JIT works on others). All three must define
# the same number of classes; best of RUNS=3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${BUILD:-$top/build}
[ $# -gt 0 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
jars=()
for jar in "$@"; do jars+=("$(readlink -f "$jar")"); done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")

mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -Dmdep.stripVersion=true -DoutputDirectory="$work/lib"
mkdir classes out aspects results
javac -d classes "$here/LoadAll.java"
# shellcheck disable=SC2046  # one argument a file; none has blanks in its name
"$build/bin/match_tool" "$jdk" classes out $(find "$top/specs" -name '*.mop') >/dev/null
java -cp lib/aspectjtools.jar:lib/aspectjrt.jar org.aspectj.tools.ajc.Main -Xlint:ignore -nowarn -proc:none -source 17 -target 17 \
  -classpath lib/aspectjrt.jar -d aspects out/Events.aj
mkdir -p aspects/META-INF
cat >aspects/META-INF/aop.xml <<'XML'
<aspectj><aspects><aspect name="Before"/><aspect name="After"/></aspects><weaver options="-Xlint:ignore"/></aspectj>
XML

least() { # KIND: the line with the least time
  sort -n "results/$1" | head -1
}
for ((run = 0; run < ${RUNS:-3}; run++)); do
  java -cp classes LoadAll "${jars[@]}" >>results/plain
  rm -rf found
  mkdir -m 700 found
  java "-agentpath:$build/librevmon.so=plan=$build/specs.plan,out=$work/found" -cp classes LoadAll "${jars[@]}" >>results/revmon
  java -javaagent:lib/aspectjweaver.jar -cp classes:aspects:lib/aspectjrt.jar LoadAll "${jars[@]}" >>results/aspectj 2>aspectj.err
  ! grep -m1 -w error aspectj.err || exit 1
done
read -r plain count refused <<<"$(least plain)"
echo "$count classes defined ($refused need other libraries); without weaving $((plain / 1000)) ms"
for kind in revmon aspectj; do
  read -r micros same also <<<"$(least $kind)"
  [ "$same $also" = "$count $refused" ] || { echo "$kind defined $same and refused $also" >&2; exit 1; }
  echo "$kind: $((micros / 1000)) ms, $(((micros - plain) / count)) us a class"
done
"$build/revmon" results --stats found | sed -n '/classes woven/p'
awk -v a="$(least aspectj | cut -d' ' -f1)" -v r="$(least revmon | cut -d' ' -f1)" -v b="$plain" \
  'BEGIN { printf "RevMon weaves %.1f times as fast as AspectJ\n", (a - b) / (r - b) }'
