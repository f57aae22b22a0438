# Cases of run.sh: critical specs first, the others in the background.

# plain_history: two classes with a test each in git, compiled by compile_plain, run by plain_it CODE OPTIONS...
plain_history() {
  launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
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
  static int of(java.util.List<?> l) {
    return l.size();
  }
}
JAVA
  echo 'package p; class WordsTest { @org.junit.jupiter.api.Test void t() { Words.first("a b"); } }' >"$project/src/p/WordsTest.java"
  echo 'package p; class SizesTest { @org.junit.jupiter.api.Test void t() { Sizes.of(java.util.Arrays.asList(1)); } }' >"$project/src/p/SizesTest.java"
  (cd "$project" && git init -q -b main && printf 'target/\n' >.gitignore)
  commit one
  compile_plain
}
compile_plain() {
  rm -rf "$project/target"
  "$JAVA_HOME/bin/javac" -g -d "$project/target/classes" "$project"/src/p/{Words,Sizes}.java
  "$JAVA_HOME/bin/javac" -g -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/src/p/*Test.java
}
plain_it() { test_it "$1" --classes target/classes --tests target/tests --launcher "$launcher" "${@:2}"; }
background() { # EXIT-CODE WORDS...: revmon background
  local expected=$1 code=0
  shift
  (cd "$project" && "$revmon" background "$@") >"$work/output" 2>&1 || code=$?
  [ "$code" = "$expected" ] || fail "background $*: exit code $code, not $expected"
}
says_like() { grep -q -E -- "$1" "$work/output" || fail "does not say: $1"; }
critical() { grep -qx "$1" "$project/.revmon/critical-specs"; }

case_rpp() { # critical specs first, the rest in the background; alone and with selection and suppression
  plain_history
  background 0 status
  says "nothing was left to the background"

  # Without history everything is critical; what was violated stays so.
  plain_it 1 --rpp --no-rps --no-vms
  says "StringTokenizer_HasMoreElements"
  background 0 status
  says "nothing was left to the background"
  [ "$(cat "$project/.revmon/critical-specs")" = StringTokenizer_HasMoreElements ] || fail "critical-specs"

  # RPP alone: one spec now, the others later.
  plain_it 1 --rpp --no-rps --no-vms
  says_like '^1 of [0-9]+ specs, [0-9]+ in the background, monitored \(asked for\)$'
  background 0 wait
  says_like '^background: done: [0-9]+ specs, no new violation$'
  background 0 log

  # RPP + VMS, and a violation that only the background sees: found there, promoted, and known afterwards.
  change src/p/Sizes.java 's/return l.size();/new Thread() { public void run() { } }.run();\n&/'
  commit two
  compile_plain
  plain_it 0 --rpp --no-rps
  says "1 known"
  background 1 wait
  says "1 new violation"
  says "Thread_RunDirectly"
  critical Thread_RunDirectly || fail "not promoted"
  (cd "$project" && "$revmon" violations --all) >"$work/output" || true
  says "Thread_RunDirectly [new]"
  says "StringTokenizer_HasMoreElements [known]"

  # All three: of what a change can affect, the critical part now.
  change src/p/Sizes.java 's/return l.size();/return l.size() + 1;/'
  commit three
  compile_plain
  plain_it 0 --rpp --wait
  says "in the background, re-monitored (p.Sizes"
  says "1 known"
  says "no new violation"
  known
  says "StringTokenizer_HasMoreElements [known, not looked for in this run]"

  # RPS + RPP shows known ones, too; --demote drops what was looked for and is gone.
  change src/p/Sizes.java '/new Thread/d'
  commit four
  compile_plain
  plain_it 0 --rpp --no-vms --demote --wait
  says "1 no longer there"
  ! critical Thread_RunDirectly || fail "not demoted"
  critical StringTokenizer_HasMoreElements || fail "demoted without having been looked for"

  # The user's lists win.
  printf '# mine\nThread_RunDirectly\n' >"$work/critical"
  change src/p/Sizes.java 's/ + 1;/ + 2;/'
  commit five
  compile_plain
  plain_it 0 --rpp --no-rps --critical-specs "$work/critical" --wait
  says_like '^1 of [0-9]+ specs, [0-9]+ in the background,'
}

case_rpp_yields() { # a newer run stops the background; what it owed is looked for again
  plain_history
  plain_it 1 --rpp
  change src/p/SizesTest.java 's/void t() {/void t() throws Exception { if (System.getProperty("java.class.path").contains("background")) Thread.sleep(60000);/'
  change src/p/Sizes.java 's/return l.size();/new Thread() { public void run() { } }.run();\n&/'
  commit two
  compile_plain
  plain_it 0 --rpp
  says "in the background"
  background 0 status
  says "background: running"
  # Nothing changes any more, and still the violation that the background owes is found.
  commit_empty
  plain_it 1
  says "the run in the background was stopped"
  says "Thread_RunDirectly"
  background 0 status
  says "background: stopped"
  [ ! -e "$project/.revmon/background/copy" ] || fail "the copy is still there"
}

case_rpp_maven() { # the background builds a copy: the project can be edited meanwhile
  begin_history maven-junit4
  test_it 1 --rpp
  change src/test/java/shop/CheckoutTest.java 's/^}$/    @Test public void another() { new java.util.StringTokenizer("a b").nextToken(); }\n}/'
  commit two
  test_it 0 --rpp
  says "in the background, re-monitored (shop.CheckoutTest changed:"
  says "1 known"
  change src/main/java/shop/Basket.java 's/^}$/ this does not compile }/'
  background 1 wait
  says "StringTokenizer_HasMoreElements"
  says_not "Thread_RunDirectly"
}
