# Sourced by benchmarks that run the tests of compiled modules in a JVM of their own, through the JUnit console launcher.
#   JVM="options of the JVM"  JDK=home  BUILD=build folder  LAUNCHER=console-standalone jar  TESTS='regular expression of test classes'
#   SECONDS_OF=cpu: processor time of the JVM instead of time on the clock, for a machine that is not ours alone
# Needs: set -euo pipefail; the module's folder as working directory and its `path` set to what `classpath` prints.
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$top/build}
java=${JDK:+$JDK/bin/}java
tests=${TESTS:-'^(.*\.)?(Test[^.]*|[^.]*(Test|Tests|TestCase))$'}
launcher=${LAUNCHER:-$(find "$HOME/.m2" -name 'junit-platform-console-standalone-1*.jar' | sort -V | tail -1)}
[ -f "$launcher" ] || { echo "no JUnit console launcher: set LAUNCHER to its jar" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Jars of the launcher itself come once, from the launcher.
classpath() {
  if [ ! -f target/test.classpath ]; then
    mvn -q -B dependency:build-classpath -Dmdep.outputFile=target/test.classpath >"$work/mvn" 2>&1 ||
      { tail -n 5 "$work/mvn" >&2; exit 2; }
  fi
  tr ':' '\n' <target/test.classpath | grep -v -E 'junit-(platform|jupiter|vintage)|opentest4j|apiguardian' | paste -sd:
}

# once KIND [JVM OPTIONS]: runs the suite; leaves KIND.outcomes, sets `seconds`.
once() {
  local kind=$1
  shift
  rm -rf "$work/reports"
  # shellcheck disable=SC2086
  TIMEFORMAT='%R %U %S'
  { time "$java" ${JVM:-} "$@" -cp "target/test-classes:target/classes:$path:$launcher" \
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --details=none --scan-classpath=target/test-classes \
    --include-classname="$tests" --reports-dir="$work/reports" >"$work/$kind.out" 2>"$work/$kind.err" || true; } 2>"$work/time"
  seconds=$(awk -v cpu="${SECONDS_OF:-}" '{ print cpu == "cpu" ? $2 + $3 : $1 }' "$work/time")
  cat "$work"/reports/*.xml 2>/dev/null | awk '
    /<testcase/ { match($0, /name="[^"]*"/); n = substr($0, RSTART, RLENGTH)
                  match($0, /classname="[^"]*"/); name = substr($0, RSTART, RLENGTH) " " n; bad = "passed" }
    /<(failure|error)/ { bad = "failed" } /<skipped/ { bad = "skipped" }
    /<\/testcase>/ { print name, bad }' | sed -E 's/@[0-9a-f]{5,}/@/g' | sort >"$work/$kind.outcomes"
  [ -s "$work/$kind.outcomes" ] || { echo "no test ran:" >&2; tail -n 5 "$work/$kind.out" "$work/$kind.err" >&2; exit 1; }
}

least() { awk -v a="$1" -v b="$2" 'BEGIN { print (a == "" || b < a) ? b : a }'; }
