#!/usr/bin/env bash
# run.sh BUILD CASE: one end-to-end case of `revmon test` on a copy of an example, with a real build tool.
#   BUILD is the build folder (revmon, librevmon.so); the cases are the functions case_* below.
# Dependencies come from Maven Central at the first run and from the local repository afterwards.
set -euo pipefail
build=$(realpath "$1")
name=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
revmon=$build/revmon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1

fail() {
  echo "e2e $name: $1" >&2
  for file in "$work"/output "$work"/*/.revmon/runs/*/build.log; do
    [ -e "$file" ] && { echo "--- $file"; tail -n 60 "$file"; } >&2
  done
  exit 1
}

# One JDK of each version: the newest versions of the machine and 17.
jdks() {
  local home
  for home in /usr/lib/jvm/*; do
    [ -x "$home/bin/javac" ] && [ ! -L "$home" ] && echo "$home"
  done
}
jdk17() { jdks | while read -r home; do grep -q 'JAVA_VERSION="17' "$home/release" && echo "$home" && break; done; }

# copy EXAMPLE [NAME]: a fresh project in the work folder; $project is its path.
copy() {
  project="$work/${2:-$1}"
  rm -rf "$project"
  cp -r "$top/examples/$1" "$project"
  before=$(files)
}
# All files that are not made by the build itself.
files() { (cd "$project" && find . \( -name target -o -name build -o -name .gradle -o -name .revmon \) -prune -o -type f -print | sort | xargs -d '\n' sha256sum); }

# test_it EXIT-CODE ARGUMENTS...: runs revmon test in $project.
test_it() {
  local expected=$1 code=0
  shift
  (cd "$project" && "$revmon" test "$@") >"$work/output" 2>&1 </dev/null || code=$?
  [ "$code" = "$expected" ] || fail "exit code $code, not $expected"
  [ "$(files)" = "$before" ] || fail "files of the project were changed"
  [ ! -e "$project/.revmon" ] || [ "$(cat "$project/.revmon/.gitignore")" = '*' ] || fail ".revmon has no .gitignore"
}
says() { grep -q -F -- "$1" "$work/output" || fail "does not say: $1"; }
logged() { grep -q -E -- "$1" "$project"/.revmon/runs/*/build.log || fail "the build did not say: $1"; }
found() { # SPEC CLASS.METHOD JVMS
  local run
  run=$(ls -d "$project"/.revmon/runs/* | tail -n 1)
  "$revmon" results --json "$run" >"$work/found.json" || true
  python3 - "$work/found.json" "$@" <<'PY' || fail "did not find: $*"
import json, sys
answer = json.load(open(sys.argv[1]))
hits = [v for v in answer["violations"] if v["spec"] == sys.argv[2] and sys.argv[3] in v["location"]]
sys.exit(0 if hits and answer["jvms"] == int(sys.argv[4]) else 1)
PY
}

case_maven_junit4() {
  for JAVA_HOME in $(jdks); do
    export JAVA_HOME
    copy maven-junit4
    test_it 1
    found Thread_RunDirectly Checkout.order 1
    logged 'Tests run: 3, Failures: 0, Errors: 0, Skipped: 0'
  done
}

case_maven_modules() {
  for JAVA_HOME in $(jdks); do
    export JAVA_HOME
    copy maven-junit5-modules
    test_it 1 -- verify -T2
    found ByteArrayOutputStream_FlushBeforeRetrieve Archive.size 3
    found Collections_SortBeforeBinarySearch Report.mentions 3
    [ -s "$project/core/target/jacoco.exec" ] && [ -s "$project/app/target/jacoco.exec" ] || fail "JaCoCo wrote nothing"
  done
}

case_maven_testng() {
  for JAVA_HOME in $(jdks); do
    export JAVA_HOME
    copy maven-testng
    test_it 1
    found Writer_ManipulateAfterClose Outbox.close 1
    logged 'Tests run: 3, Failures: 0, Errors: 0, Skipped: 0'
  done
}

case_surefire_versions() {
  for version in 2.20 2.22.0 3.0.0 3.5.4; do
    copy maven-junit4
    sed -i "s/2\.22\.2/$version/" "$project/pom.xml"
    before=$(files)
    test_it 1
    found Thread_RunDirectly Checkout.order 1
    logged "maven-surefire-plugin:$version:test|surefire:$version:test"
  done
}

case_forks() { # a JVM for each test class, two at a time
  copy maven-junit4
  sed -i 's|<argLine>|<forkCount>2</forkCount><reuseForks>false</reuseForks>&|' "$project/pom.xml"
  sed 's/CheckoutTest/SecondTest/' "$project/src/test/java/shop/CheckoutTest.java" >"$project/src/test/java/shop/SecondTest.java"
  before=$(files)
  test_it 1
  found Thread_RunDirectly Checkout.order 2
}

case_no_fork() { # tests in Maven's own JVM cannot be monitored: said, and the build goes on
  copy maven-junit4
  sed -i 's|<argLine>.*</argLine>|<forkCount>0</forkCount>|; /<configuration>/,/<\/configuration>/b' "$project/pom.xml"
  rm "$project/src/test/java/shop/CheckoutTest.java"
  printf 'package shop;\npublic class OneTest { @org.junit.Test public void one() {} }\n' >"$project/src/test/java/shop/OneTest.java"
  before=$(files)
  test_it 0
  says "forkCount is 0"
  logged 'Tests run: 1, Failures: 0'
}

case_failing_test() { # the build's failure is shown, with its exit code; violations are there too
  copy maven-junit4
  sed -i 's/assertEquals(1, checkout/assertEquals(2, checkout/' "$project/src/test/java/shop/CheckoutTest.java"
  before=$(files)
  test_it 1 --fail-on never
  says "CheckoutTest.theCustomerGetsAMail"
  says "the build failed with exit code 1"
  found Thread_RunDirectly Checkout.order 1
}

case_odd_path() { # quotes are left out: Surefire itself does not survive them
  copy maven-junit4 "my project, too"
  test_it 1
  found Thread_RunDirectly Checkout.order 1
}

case_fail_on() {
  copy maven-junit4
  test_it 0 --fail-on never
  test_it 1 --fail-on any
  test_it 0 --without Thread_RunDirectly
}

case_fail_on_new() { # of programs that are no tests: what tests of an earlier commit found is known, and what was accepted
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  begin_history plain
  javac -g -d "$project/target/classes" "$project"/src/library/*.java
  javac -g -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/test/library/*.java
  local rule=Collections_SynchronizedCollection
  ends() { # CODE ARGUMENT...: revmon ends with it
    local expected=$1 code=0
    shift
    (cd "$project" && "$revmon" "$@") >"$work/output" 2>&1 || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code, not $expected: $*"
  }
  run_main() { ends "$1" run --spec $rule --fail-on new -- java -cp target/classes library.Main; }
  run_main 1
  says "all violations count as new: revmon test has kept no run in"
  test_it 1 --classes target/classes --tests target/tests --launcher "$launcher" --spec $rule
  run_main 1 # a commit is not compared with itself, here as in tests
  says "all violations count as new: no ancestor of this commit has a run"
  commit_empty
  run_main 0
  says "$rule (known)"
  ends 0 results --fail-on new
  says "$rule (known)"
  ends 1 results
  rm "$project/.revmon/store.db"
  commit_empty
  run_main 1
  test_it 1 --classes target/classes --tests target/tests --launcher "$launcher" --spec $rule
  ends 0 accept $rule --reason "one thread only"
  rm "$project/.revmon/store.db"
  run_main 0
  says "all violations count as new: revmon test has kept no run in"
  says "$rule (known)"
}

case_system_properties() { # the program under test sees nothing of ours
  copy maven-junit4
  cat >"$project/src/test/java/shop/PropertiesTest.java" <<'JAVA'
package shop;
public class PropertiesTest {
    @org.junit.Test public void nothingOfOurs() {
        for (String name : System.getProperties().stringPropertyNames()) {
            String both = name + "=" + System.getProperty(name);
            if (name.contains("revmon") || name.contains("maven.ext")) throw new AssertionError(both);
        }
    }
}
JAVA
  before=$(files)
  test_it 1
  logged 'Tests run: 4, Failures: 0'
}

case_gradle() { # Debian's Gradle needs JDK 17 or older
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  copy gradle
  test_it 1 -- --no-daemon
  found DateTimeFormatter_WeekBasedYear Ring.borrow 2
  test_it 1 -- --no-daemon --parallel # nothing is up to date
  found DateTimeFormatter_WeekBasedYear Ring.borrow 2
  test_it 1 -- --no-daemon :lib:test --tests '*aKeyHasADate'
  found DateTimeFormatter_WeekBasedYear Ring.borrow 1
  test_it 1 -- --no-daemon --tests '*nothingOfThisName*'
  says "No tests found"
}

case_plain() {
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  for JAVA_HOME in $(jdks); do
    export JAVA_HOME
    copy plain
    "$JAVA_HOME/bin/javac" -d "$project/target/classes" "$project"/src/library/*.java
    "$JAVA_HOME/bin/javac" -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/test/library/*.java
    test_it 1 --classes target/classes --tests target/tests --launcher "$launcher" --profile all
    found Collections_SynchronizedCollection Catalogue.pages 1
    logged '2 tests successful'
  done
}

block() { # LANGUAGE N: the Nth fenced block of that language in docs/ci.md
  awk -v want="$2" -v open="\`\`\`$1" '$0 == open { n++; inside = n == want; next } /^```/ { inside = 0 } inside' "$top/docs/ci.md"
}

case_recipes() { # what docs/ci.md says, as it says it
  local agent="-agentpath:$build/librevmon.so=plan=$work/plan,out=$work/out"
  "$revmon" specs compile "$top/specs" -o "$work/plan" >"$work/output"
  copy maven-testng
  (cd "$project" && mvn -B -q test -DargLine="$agent") >"$work/output" 2>&1 || fail "mvn -DargLine"
  "$revmon" results "$work/out" >"$work/output" || true
  says Writer_ManipulateAfterClose
  copy maven-junit4
  sed -i "s|<argLine>.*</argLine>|$(block xml 1)|; s|</properties>|<revmon.agent></revmon.agent></properties>|" "$project/pom.xml"
  sed -i 's/"EUR"/null/' "$project/src/test/java/shop/CheckoutTest.java"
  (cd "$project" && mvn -B -q test) >"$work/output" 2>&1 || fail "mvn without the property"
  (cd "$project" && mvn -B -q test -Drevmon.agent="$agent") >"$work/output" 2>&1 || fail "mvn with the property"
  "$revmon" results "$work/out" >"$work/output" || true
  says Thread_RunDirectly
  JAVA_HOME=$(jdk17)
  if [ -n "$JAVA_HOME" ]; then
    copy gradle
    block groovy 1 | sed 's/^/    /; 1i subprojects {' >>"$project/build.gradle"
    echo '}' >>"$project/build.gradle"
    (cd "$project" && JAVA_HOME=$JAVA_HOME REVMON_AGENT="$agent" gradle --no-daemon -q test) >"$work/output" 2>&1 || fail "gradle"
    "$revmon" results "$work/out" >"$work/output" || true
    says DateTimeFormatter_WeekBasedYear
  fi
  copy plain
  javac -d "$project/classes" "$project"/src/library/*.java
  JAVA_TOOL_OPTIONS="$agent" java -cp "$project/classes" library.Main >"$work/output" 2>&1
  "$revmon" results "$work/out" >"$work/output" || true
  says Collections_SynchronizedCollection
  for n in 1 2; do block yaml "$n" | python3 -c 'import sys
try:
    import yaml
    yaml.safe_load(sys.stdin)
except ImportError:
    pass' || fail "yaml block $n"; done
}

# commit MESSAGE: everything that is not build output.
commit() { (cd "$project" && git add -A && git -c user.name=T -c user.email=t@t commit -q -m "$1") && before=$(files); }

case_evolution() { # known violations stay out of sight, and only what a change can affect is monitored again
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  project=$work/words
  mkdir -p "$project/src/p"
  cat >"$project/src/p/Words.java" <<'JAVA'
package p;
class Words {
  static String first(String s) { return new java.util.StringTokenizer(s).nextToken(); }
}
JAVA
  cat >"$project/src/p/Sizes.java" <<'JAVA'
package p;
class Sizes {
  static int of(java.util.List<?> l) { return l.size(); }
}
JAVA
  for class in Words Sizes; do
    local call='Words.first("a b")'
    [ $class = Words ] || call='Sizes.of(java.util.Arrays.asList(1))'
    echo "package p; class ${class}Test { @org.junit.jupiter.api.Test void t() { $call; } }" >"$project/src/p/${class}Test.java"
  done
  (cd "$project" && git init -q -b main && printf 'target/\n' >.gitignore)
  compile() {
    rm -rf "$project/target"
    "$JAVA_HOME/bin/javac" -g -d "$project/target/classes" "$project"/src/p/{Words,Sizes}.java
    "$JAVA_HOME/bin/javac" -g -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/src/p/*Test.java
  }
  run_it() { test_it "$1" --classes target/classes --tests target/tests --launcher "$launcher" "${@:2}"; }
  commit one && compile
  run_it 1
  says "StringTokenizer_HasMoreElements"
  says "there is no earlier run to compare with"
  run_it 1 # one tree, one answer
  says "StringTokenizer_HasMoreElements"

  # Another class changes: the known violation is neither looked for nor shown.
  sed -i 's/l.size()/l.size() + 1/' "$project/src/p/Sizes.java"
  commit two && compile
  run_it 0
  says "(p.Sizes changed: 2 classes impacted)"
  (cd "$project" && "$revmon" violations --known) >"$work/output"
  says "p.Words.first(Words.java:3): warning: StringTokenizer_HasMoreElements [known, not looked for in this run]"

  # Its own line moves: looked for, found, and known.
  sed -i '2i\  // a comment' "$project/src/p/Words.java"
  sed -i 's/static String first/static int n; static String first/' "$project/src/p/Words.java"
  sed -i 's/static int n; static String first(String s) {/static int n;\n  static String first(String s) {/' "$project/src/p/Words.java"
  commit three && compile
  run_it 0
  says "1 known"

  # A second one is new, in a dirty tree and when it is committed.
  sed -i 's/^}$/  static String second(String s) { return new java.util.StringTokenizer(s).nextToken(); }\n}/' "$project/src/p/Words.java"
  sed -i 's/first("a b")/second("a b" + Words.first("x"))/' "$project/src/p/WordsTest.java"
  before=$(files)
  compile
  run_it 1
  says "in p.Words.second"
  says "1 known"
  commit four
  run_it 1
  says "in p.Words.second"

  # Accepted with a reason, it is known; nothing changed, nothing is run if so asked.
  (cd "$project" && "$revmon" accept p.Words.second --reason "never empty") >/dev/null
  commit five
  run_it 0
  says "0 of "
  run_it 0 --skip-unchanged
  says "no tests were run"
}

for file in "$top"/test/e2e/cases_*.sh; do . "$file"; done
"case_$name"
echo "e2e $name: passed"
