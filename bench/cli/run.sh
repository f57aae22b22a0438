#!/usr/bin/env bash
# What `revmon test` costs outside the test JVM (start, discovery, plan, selection, report), on a project of 100 classes.
#   bench/cli/run.sh [BUILD] [ROUNDS]
# The test JVM's own time is what `revmon test` itself measures of it (wallMs in run.json); everything else of the command is
# the overhead. Best of ROUNDS, for a first run and for one after a change of one class; the limit is 0.5 s.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(realpath "${1:-$top/build}")
rounds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
[ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2

mkdir -p "$work/src/p" "$work/test/p"
for i in $(seq 100); do
  cat >"$work/src/p/C$i.java" <<JAVA
package p;
import java.util.*;
public class C$i {
    private final List<String> words = new ArrayList<>();
    public int add(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        while (tokens.hasMoreTokens()) words.add(tokens.nextToken() + $i);
        return words.size();
    }
    public String all() {
        StringBuilder text = new StringBuilder();
        for (Iterator<String> at = words.iterator(); at.hasNext();) text.append(at.next()).append(' ');
        return text.toString();
    }
}
JAVA
  [ $((i % 10)) != 0 ] || cat >"$work/test/p/C${i}Test.java" <<JAVA
package p;
class C${i}Test {
    @org.junit.jupiter.api.Test void adds() { C$i c = new C$i(); c.add("a b"); org.junit.jupiter.api.Assertions.assertEquals("a$i b$i ", c.all()); }
}
JAVA
done
cd "$work"
printf 'classes/\ntests/\n' >.gitignore
compile() { javac -g -d classes src/p/*.java && javac -g -d tests -cp "classes:$launcher" test/p/*.java; }
commit() { git add -A && git -c user.name=B -c user.email=b@b commit -q -m "$1"; }
compile
git init -q -b main && commit one

# overhead: the whole command less the JVM, in milliseconds.
overhead() {
  local start end
  start=$(date +%s%N)
  "$build/revmon" test --classes classes --tests tests --launcher "$launcher" --fail-on never >out 2>err
  end=$(date +%s%N)
  grep -q 'violations' out || { cat out err; exit 1; }
  python3 - "$(ls -d .revmon/runs/* | tail -n 1)/run.json" $(((end - start) / 1000000)) <<'PY'
import json, sys
jvm = json.load(open(sys.argv[1]))["wallMs"]
print(int(sys.argv[2]) - jvm, jvm)
PY
}
best() { # NAME: the smallest overhead, with the JVM's time of that round
  local i
  for i in $(seq "$rounds"); do
    [ "$1" != first ] || rm -rf .revmon
    overhead
  done | sort -n | head -n 1
}
first=$(best first)
sed -i 's/words.size();/words.size() + 0;/' src/p/C10.java
compile
commit two
changed=$(best changed)
echo "first run:       ${first% *} ms beside ${first#* } ms in the JVM"
echo "after a change:  ${changed% *} ms beside ${changed#* } ms in the JVM"
[ "${first% *}" -lt 500 ] && [ "${changed% *}" -lt 500 ] || { echo "over 500 ms" >&2; exit 1; }
