#!/bin/sh
# run.sh [JAVA_HOME]: reads and canonically hashes all classes of a JDK, once with RevMon and once with ASM, and
# prints how much faster RevMon is. Both sides: one thread, bytes already in memory, warmed up, the same hash
# function (checked), CPU time of that thread, best of several rounds; the two take turns, so that other load on the
# machine meets both. Needs mvn (to fetch ASM) and a release build in build/.
set -eu
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
java=${1:+$1/bin/}java
rounds=${ROUNDS:-3}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ninja -C "$root/build" hash_bench >/dev/null
mvn -q -f "$here/pom.xml" package >/dev/null
asm() { "$java" -XX:+UseSerialGC -Xms2g -Xmx2g -cp "$here/target/classes:$here/target/lib/*" revmon.bench.HashBench "$@"; }
asm pack "$work/classes"
"$java" -version 2>&1 | head -1

for round in $(seq "$rounds"); do
  asm run "$work/classes" 8 8 >>"$work/asm"
  REVMON_HASH_PACK="$work/classes" "$root/build/bin/hash_bench" --benchmark_repetitions=8 \
    --benchmark_report_aggregates_only --benchmark_format=csv >>"$work/csv" 2>>"$work/revmon"
done

# The answers first: the same hash function, and the same number of everything, each time.
facts() { grep -hoE "$1=[^ ]*" "$work/asm" "$work/revmon" | sort -u; }
for fact in hash_check classes methods fields instructions; do
  if [ "$(facts $fact | wc -l)" != 1 ]; then
    echo "the two sides do not agree on $fact:" $(facts $fact) >&2
    exit 1
  fi
  facts $fact
done

asm_best() { grep "^$1 best_ms" "$work/asm" | sed 's/.*=//' | sort -n | head -1; }
revmon_best() { grep "^\"$1_min\"" "$work/csv" | cut -d, -f4 | sort -n | head -1; }
for name in asm_skip_debug asm_skip_debug_frames; do printf '%-28s %7.1f ms\n' $name "$(asm_best $name)"; done
for name in revmon_xxh3_64 revmon_xxh3_128 revmon_xxh3_128_with_debug parse_only; do
  printf '%-28s %7.1f ms\n' $name "$(revmon_best $name)"
done
for name in asm_skip_debug asm_skip_debug_frames; do
  echo "$(asm_best $name) $(revmon_best revmon_xxh3_64)" | awk -v n=$name '{ printf "%s / revmon_xxh3_64 = %.2f\n", n, $1 / $2 }'
done
