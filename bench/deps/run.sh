#!/usr/bin/env bash
# run.sh MODULE...: what collecting dependencies costs a real test suite. Each MODULE is the folder of a compiled Maven
# module (or of anything with target/classes, target/test-classes and a file target/test.classpath). Its tests run in a
# JVM of their own, through the JUnit console launcher, without the agent and with deps=class, method, method with
# receivers, and block, in turn; the time is that of the whole JVM, start and weaving included, and the best of RUNS
# counts. All must end with the same outcome of every test case.
#   RUNS=3  JVM="options of the JVM"  JDK=home  BUILD=build folder  LAUNCHER=console-standalone jar  VERIFY=1: -Xverify:all
#   TESTS='regular expression of test classes'  KINDS="class method method,receivers block"
#   SECONDS_OF=cpu: processor time of the JVM instead of time on the clock, for a machine that is not ours alone
set -euo pipefail
. "$(dirname "$0")/../suite.sh"
kinds=${KINDS:-class method method,receivers block}

printf '%-24s %6s %-18s %8s %7s %10s\n' suite tests deps seconds ratio file
status=0
for module in "$@"; do
  cd "$module"
  path=$(classpath)
  declare -A best=()
  declare -A size=()
  for ((run = 0; run < ${RUNS:-3}; run++)); do
    once plain
    best[plain]=$(least "${best[plain]:-}" "$seconds")
    for kind in $kinds; do
      rm -rf "$work/out"
      mkdir -m 700 "$work/out"
      once agent "-agentpath:$build/librevmon.so=deps=$kind,out=$work/out" ${VERIFY:+-Xverify:all}
      best[$kind]=$(least "${best[$kind]:-}" "$seconds")
      size[$kind]=$(cat "$work"/out/*.dependencies | wc -c)
      grep '^revmon:' "$work/agent.err" >&2 && status=1
      diff "$work/plain.outcomes" "$work/agent.outcomes" >"$work/differences" || {
        echo "$module: outcomes differ (< plain, > deps=$kind):" >&2
        head -n 10 "$work/differences" >&2
        status=1
      }
    done
  done
  for kind in plain $kinds; do
    printf '%-24s %6d %-18s %7.1fs %6.2fx %9dk\n' "$(basename "$module")" "$(wc -l <"$work/plain.outcomes")" "$kind" \
      "${best[$kind]}" "$(awk -v a="${best[$kind]}" -v b="${best[plain]}" 'BEGIN { print a / b }')" \
      "$((${size[$kind]:-0} / 1024))"
  done
  [ -z "${KEEP:-}" ] || cp "$work"/out/* "$KEEP"
done
exit $status
