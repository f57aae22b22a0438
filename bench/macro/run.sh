#!/usr/bin/env bash
# run.sh MODULE...: what monitoring costs a real test suite. Each MODULE is the folder of a compiled Maven module (or of
# anything with target/classes, target/test-classes and a file target/test.classpath). Its tests run in a JVM of their
# own, through the JUnit console launcher, with and without the agent, alternately; the time is that of the whole JVM,
# start and weaving included, and the best of RUNS counts. Both must end with the same outcome of every test case.
#   RUNS=3  PROFILE=strict  JVM="options of the JVM"  JDK=home  BUILD=build folder  LAUNCHER=console-standalone jar
#   TESTS='regular expression of test classes'  STATS=1: one more run that counts events  VERIFY=1: -Xverify:all
set -euo pipefail
. "$(dirname "$0")/../suite.sh"

"$build/revmon" run --quiet --profile "${PROFILE:-strict}" --out "$work/probe" -- "$java" -version >/dev/null 2>&1
mv "$work"/probe/runs/*/plan "$work/plan"
printf '%-24s %6s %8s %9s %7s %8s %8s %10s %s\n' suite tests plain monitored ratio classes sites weaving violations
status=0
for module in "$@"; do
  cd "$module"
  path=$(classpath)
  plain= monitored=
  for ((run = 0; run < ${RUNS:-3}; run++)); do
    once plain
    plain=$(least "$plain" "$seconds")
    rm -rf "$work/out"
    mkdir -m 700 "$work/out"
    once monitored "-agentpath:$build/librevmon.so=plan=$work/plan,out=$work/out" ${VERIFY:+-Xverify:all}
    monitored=$(least "$monitored" "$seconds")
    diff "$work/plain.outcomes" "$work/monitored.outcomes" >"$work/differences" || {
      echo "$module: outcomes differ (< plain, > monitored):" >&2
      head -n 10 "$work/differences" >&2
      status=1
    }
  done
  "$build/revmon" results "$work/out" >"$work/found" 2>&1 || true
  "$build/revmon" results --stats "$work/out" >"$work/stats" 2>&1 || true
  woven=$(sed -n 's/^\([0-9]*\) of [0-9]* classes woven.*/\1/p' "$work/stats" | head -1)
  sites=$(sed -n 's/.*classes woven, \([0-9]*\) sites.*/\1/p' "$work/stats" | head -1)
  weaving=$(sed -n 's/.*, \([0-9.]* ms\) weaving.*/\1/p' "$work/stats" | head -1)
  printf '%-24s %6d %7.1fs %8.1fs %6.2fx %8s %8s %10s %s\n' "$(basename "$module")" "$(wc -l <"$work/plain.outcomes")" \
    "$plain" "$monitored" "$(awk -v a="$monitored" -v b="$plain" 'BEGIN { print a / b }')" "$woven" "$sites" "$weaving" \
    "$(tail -1 "$work/found")"
  [ -z "${FOUND:-}" ] || cp "$work/found" "$FOUND.$(basename "$module")"
  if [ -n "${STATS:-}" ]; then
    rm -rf "$work/out"
    mkdir -m 700 "$work/out"
    once counted "-agentpath:$build/librevmon.so=plan=$work/plan,out=$work/out,stats"
    "$build/revmon" results --stats "$work/out" 2>/dev/null | awk -F'[: ,]+' '/ events, / { e += $2; m += $4 }
      END { printf "%-24s %d events, %d monitors\n", "", e, m }'
  fi
done
exit $status
