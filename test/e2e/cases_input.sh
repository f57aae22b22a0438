# Cases of run.sh: what cannot work is said in one line with the next step, ends with 2, and leaves nothing behind.

# refused CODE COMMAND...: runs it in $project; one line on stderr, nothing on stdout.
refused() {
  local expected=$1 code=0
  shift
  (cd "$project" && "$@") >"$work/stdout" 2>"$work/output" </dev/null || code=$?
  [ "$code" = "$expected" ] || fail "exit code $code, not $expected: $*"
  [ "$(wc -l <"$work/output")" = 1 ] || fail "not one line: $*"
  [ ! -s "$work/stdout" ] || fail "something on stdout: $*"
}
no_runs() { [ -z "$(ls -A "$project/.revmon/runs" 2>/dev/null)" ] || fail "a run was left behind"; }
no_temporaries() { [ -z "$(find "$project" -name '*.tmp*')" ] || fail "a temporary file was left behind"; }

# A folder with links to the programs that a build needs, and no java; $PATH for it.
path_without_java() {
  local program
  mkdir -p "$work/bin"
  for program in mvn sh bash env cat ls dirname basename readlink uname expr sed tr; do
    ln -sf "$(command -v "$program")" "$work/bin/$program"
  done
  echo "$work/bin"
}

# skip REASON: seen in the test's output; ctest calls it skipped.
skip() {
  echo "e2e $name: skipped: $1"
  exit 77
}

# Without /usr/lib/jvm: in a mount namespace of its own, with an empty folder on top of it.
hide_jdks() {
  unshare -m sh -c 'mount -t tmpfs none /usr/lib/jvm && exec "$@"' sh "$@"
}

case_bad_input() {
  copy maven-junit4
  sed -i 's|</project>|</projekt>|' "$project/pom.xml"
  before=$(files)
  test_it 2
  says "pom.xml:"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
  rm "$project/pom.xml"
  before=$(files)
  refused 2 "$revmon" test
  says "no project here"
  copy maven-junit4
  refused 2 env PATH=/nowhere "$revmon" test
  says "no mvn in PATH"
  refused 2 "$revmon" test --build-program /nowhere/mvn
  says "no such program"
  refused 2 "$revmon" test --specs /nowhere
  refused 2 "$revmon" test --classes target/classes
  says "--classes without --tests"
  refused 2 "$revmon" test --classes target/classes --tests nowhere
  says "no such folder"
  refused 2 "$revmon" run -- nowhere-java -version
  says "no nowhere-java in PATH"
  refused 2 "$revmon" run -- ./nowhere/java -version
  says "no such program"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
}

case_broken_build() { # what only the build tool can see is said by it, with the build's exit code
  copy maven-junit4
  sed -i 's|<artifactId>junit</artifactId>|<artifactId>junit-that-is-nowhere</artifactId>|' "$project/pom.xml"
  before=$(files)
  test_it 1 -- -o
  says "junit-that-is-nowhere"
  says "the build failed with exit code 1; all of its output: "
  says "nothing was monitored"
  copy maven-junit4
  echo 'class {' >>"$project/src/main/java/shop/Checkout.java"
  before=$(files)
  test_it 1
  says "Checkout.java:["
}

case_no_jdk() {
  local path
  path=$(path_without_java)
  copy maven-junit4
  refused 2 env JAVA_HOME=/nowhere "$revmon" test
  says "/nowhere: JAVA_HOME is set to this, and there is no bin/java in it (set JAVA_HOME to a JDK, or unset it)"
  refused 2 env -u JAVA_HOME PATH="$path" "$revmon" run -- java -version
  says "no java in PATH (install a JDK, or give the path of its bin/java)"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
  # A JDK that nobody points at is taken, and Maven is told.
  (export PATH="$path" && unset JAVA_HOME && cd "$project" && "$revmon" test) >"$work/output" 2>&1 && fail "exit code 0"
  says "the build gets JAVA_HOME="
  found Thread_RunDirectly Checkout.order 1
  hide_jdks true 2>/dev/null || skip "mounting is not allowed here: a machine without any JDK was not tried"
  copy maven-junit4
  refused 2 hide_jdks env -u JAVA_HOME PATH="$path" "$revmon" test
  says "no Java found: not by JAVA_HOME, nor in PATH or /usr/lib/jvm (install a JDK, or set JAVA_HOME)"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
}

own_spec() { # FILE: a rule that holds Java code
  cat >"$1" <<'MOP'
import java.util.*;
OwnRule(Random r) {
  int seen = 0;
  creation event make after() returning(Random r): call(Random.new(..)) {}
  event use before(Random r): call(* Random.nextInt(..)) && target(r) { seen++; }
  ere: make use use*
  @match { seen = 0; }
}
MOP
}

case_jre() { # javac is needed for Java code in own rules only
  local jdk jre=$work/jre
  jdk=$(jdk17)
  [ -n "$jdk" ] || skip "no JDK 17"
  "$jdk/bin/jlink" --add-modules java.base,java.logging --output "$jre" || fail "jlink"
  copy plain
  "$jdk/bin/javac" -d "$project/classes" "$project"/src/library/*.java
  own_spec "$project/own.mop"
  (cd "$project" && "$revmon" run --jdk "$jre" --profile strict -- "$jre/bin/java" -cp classes library.Main) >"$work/output" 2>&1 ||
    fail "the shipped rules need javac"
  says "Collections_SynchronizedCollection"
  rm -rf "$project/.revmon"
  XDG_CACHE_HOME=$work/cache refused 2 "$revmon" run --jdk "$jre" --add-specs own.mop -- "$jre/bin/java" -cp classes library.Main
  says "OwnRule"
  says "no javac in $jre"
  says "name one with --jdk or JAVA_HOME"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
  # With the JRE in front, another JDK's javac is found.
  (cd "$project" && XDG_CACHE_HOME=$work/cache JAVA_HOME=$jre "$revmon" run --add-specs own.mop -- "$jre/bin/java" -cp classes library.Main) \
    >"$work/output" 2>&1 || fail "no javac although there is one"
}

case_unreadable_spec() {
  local as=()
  copy plain
  own_spec "$project/own.mop"
  chmod 000 "$project/own.mop"
  if [ "$(id -u)" = 0 ]; then # root reads everything
    command -v setpriv >/dev/null || skip "root, and no setpriv"
    as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    chmod 755 "$work"
  fi
  refused 2 "${as[@]}" env HOME=/nowhere "$revmon" run --out "$work/out" --add-specs own.mop -- true
  says "own.mop: cannot open: Permission denied"
  chmod 644 "$project/own.mop"
  echo 'Broken(Random r) { event' >"$project/own.mop"
  (cd "$project" && "$revmon" run --add-specs own.mop -- true) >"$work/output" 2>&1 && fail "a broken spec is no error"
  says "specs have errors, nothing was started:"
  says "own.mop:1:"
  refused 2 "$revmon" run --add-specs . --specs src -- true
  head -c 4096 /dev/urandom >"$project/own.mop"
  (cd "$project" && "$revmon" run --add-specs own.mop -- true) >"$work/output" 2>&1 && fail "noise is no error"
  says "own.mop:1:"
  [ ! -e "$project/.revmon" ] || fail "left .revmon behind"
}

disk() { # SIZE: an empty file system of this size at $project, which is the current project
  project=$work/disk
  mkdir -p "$project"
  umount "$project" 2>/dev/null || true
  mount -t tmpfs -o "size=$1,nr_inodes=100" none "$project" 2>/dev/null
}

case_full_disk() {
  "$(jdk17)/bin/javac" -d "$work/classes" "$top"/examples/plain/src/library/*.java
  local run=("$revmon" run --profile all --format html -- java -cp "$work/classes" library.Main)
  disk 64k || skip "mounting is not allowed here: see case_file_size_limit"
  trap 'umount "$work/disk"; rm -rf "$work"' EXIT
  refused 2 "${run[@]}" # no room for the plan: the program is not started
  says "/plan: cannot write: No space left on device (results go to $project/.revmon; --out names another folder)"
  no_runs
  no_temporaries
  local plan
  (cd "$work" && "${run[@]}") >/dev/null 2>&1 || true
  plan=$(stat -c %s "$work"/.revmon/runs/*/plan)
  disk $((plan / 4096 * 4 + 12))k # room for the plan, not for results
  local code=0
  (cd "$project" && "${run[@]}") >"$work/stdout" 2>"$work/output" || code=$?
  [ "$code" = 2 ] || fail "exit code $code, not 2"
  grep -q '^2 books' "$work/stdout" || fail "the program was harmed"
  says "No space left on device"
  no_temporaries
  disk 16k # room for everything but the report
  code=0
  (cd "$work" && "$revmon" run --profile all --report html="$project/report.html" -- java -cp "$work/classes" library.Main) \
    >"$work/stdout" 2>"$work/output" || code=$?
  [ "$code" = 2 ] || fail "exit code $code, not 2"
  says "3 violations"
  says "report.html: cannot write: No space left on device"
  no_temporaries
  [ ! -e "$project/report.html" ] || fail "half a report"
}

case_file_size_limit() { # the same without a mount: no file may grow beyond a limit
  "$(jdk17)/bin/javac" -d "$work/classes" "$top"/examples/plain/src/library/*.java
  copy plain
  refused 2 bash -c 'ulimit -f 16; exec "$@"' bash "$revmon" run -- java -cp "$work/classes" library.Main
  says "/plan: cannot write: File too large"
  no_runs
  no_temporaries
  local code=0
  "$revmon" specs list >/dev/full 2>"$work/output" || code=$?
  [ "$code" = 2 ] || fail "exit code $code, not 2, for an answer that is lost"
  says "revmon: cannot write the answer: No space left on device"
}

# started FILE: waits until a program has made it.
started() {
  local i
  for i in $(seq 600); do [ -e "$1" ] && return; sleep 0.1; done
  fail "$1 was never made"
}
# gone TEXT: no process with this in its command line is there any more; the dying get ten seconds.
gone() {
  local i
  for i in $(seq 100); do pgrep -f -- "$1" >/dev/null || return 0; sleep 0.1; done
  fail "still there: $(pgrep -fa -- "$1")"
}

slow_project() {
  copy maven-junit4
  cat >"$project/src/test/java/shop/SlowTest.java" <<'JAVA'
package shop;
public class SlowTest {
    @org.junit.Test public void slow() throws Exception { new java.io.File("started").createNewFile(); Thread.sleep(600000); }
}
JAVA
}

slow_gradle_project() {
  copy gradle
  cat >"$project/lib/src/test/java/keys/SlowTest.java" <<JAVA
package keys;
public class SlowTest {
    @org.junit.Test public void slow() throws Exception { new java.io.File("$project/started").createNewFile(); Thread.sleep(600000); }
}
JAVA
}

# interrupt WHOM SIGNAL ARGUMENT...: starts revmon test in a session of its own, waits for the test, sends; WHOM is group or
# revmon.
interrupt() {
  local pid code=0 target number whom=$1 signal=$2
  shift 2
  rm -f "$project/started"
  (cd "$project" && exec setsid "$revmon" test "$@" >"$work/stdout" 2>"$work/output" </dev/null) &
  pid=$!
  started "$project/started"
  [ "$whom" = group ] && target=-$pid || target=$pid
  number=$(kill -l "$signal")
  kill "-$signal" -- "$target"
  wait "$pid" || code=$?
  [ "$code" = $((128 + number)) ] || fail "exit code $code after SIG$signal to the $whom"
  gone "$project/target/surefire"
  gone "$project/.revmon/runs"
  says "revmon: interrupted; nothing of this run is kept"
  [ "$(wc -l <"$work/output")" -le 2 ] || fail "more than the progress and one line"
  [ ! -s "$work/stdout" ] || fail "something on stdout"
  no_runs
}

case_interrupted() { # Ctrl-C (the whole group) and a CI server's kill (revmon alone) reach build and tests; nothing stays
  slow_project
  interrupt group INT
  interrupt revmon TERM
  interrupt revmon INT
}

case_interrupted_gradle() { # with a JVM of its own for the build, and with the daemon, which Gradle keeps
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  slow_gradle_project
  interrupt group INT -- --no-daemon
  interrupt revmon TERM -- --no-daemon
  # Options that no other daemon has: this one is ours to end.
  interrupt group INT -- "-Dorg.gradle.jvmargs=-Drevmon.e2e=$work"
  pkill -f -- "-Drevmon.e2e=$work" || true
  gone "-Drevmon.e2e=$work"
}

case_interrupted_run() { # the program decides how it ends; what was found until then is shown
  local pid code=0
  mkdir -p "$work/plain/classes"
  project=$work/plain
  cat >"$project/Server.java" <<'JAVA'
import java.util.*;
public class Server {
    public static void main(String[] arguments) throws Exception {
        new StringTokenizer("a b").nextToken();
        new java.io.File("started").createNewFile();
        Thread.sleep(600000);
    }
}
JAVA
  "$(jdk17)/bin/javac" -d "$project/classes" "$project/Server.java"
  (cd "$project" && exec setsid "$revmon" run -- java -cp "$project/classes" Server >"$work/stdout" 2>"$work/output" </dev/null) &
  pid=$!
  started "$project/started"
  kill -INT -- "-$pid"
  wait "$pid" || code=$?
  [ "$code" = 130 ] || fail "exit code $code, not 130"
  gone "$project/classes"
  says "StringTokenizer_HasMoreElements"
  says "revmon: 1 violation (1 warning) of 1 spec in 1 JVM"
  (cd "$project" && "$revmon" results) >"$work/output" || true
  says "StringTokenizer_HasMoreElements"
}
