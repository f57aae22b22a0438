# Cases of run.sh: --confirm-new runs the tests of new violations again.

# A test that breaks a rule only when nobody has run it before: it leaves a file. FILE is where, PACKAGE and ANNOTATION as they are.
flaky_test() { # FILE PACKAGE ANNOTATION
  cat >"$1" <<JAVA
package $2;
public class FlakyTest {
    @$3
    public void first() throws Exception {
        java.util.StringTokenizer words = new java.util.StringTokenizer("a b");
        if (new java.io.File("$work/was-here").createNewFile() || words.hasMoreTokens()) {
            words.nextToken();
        }
    }
}
JAVA
}
# One unstable and one that comes again: the second alone fails the build.
confirmed() { # SPEC THAT STAYS
  says "StringTokenizer_HasMoreElements (unstable: again in 0 of 1 re-run)"
  says "$1 (again in 2 re-runs)"
  says ", 1 unstable, in "
}

case_confirm_maven() {
  copy maven-junit4
  flaky_test "$project/src/test/java/shop/FlakyTest.java" shop org.junit.Test
  before=$(files)
  test_it 1 --confirm-new 2
  confirmed Thread_RunDirectly
  says "runs the tests of 2 classes again, 1 of 2"
  says "runs the tests of shop.CheckoutTest again, 2 of 2"
  rm "$work/was-here" # only the unstable one: no failure
  test_it 0 --confirm-new 1 --without Thread_RunDirectly
  says "1 unstable"
  rm "$work/was-here"
  test_it 1 --without Thread_RunDirectly # and without being asked nothing runs again
}

case_confirm_unstable_is_not_known() { # else it would hide the same violation once it comes every time
  begin_history maven-junit4
  flaky_test "$project/src/test/java/shop/FlakyTest.java" shop org.junit.Test
  commit two
  test_it 1 --confirm-new 1
  says "StringTokenizer_HasMoreElements (unstable: again in 0 of 1 re-run)"
  (cd "$project" && "$revmon" violations --all) >"$work/output" || true
  says "Thread_RunDirectly"
  says_not "StringTokenizer_HasMoreElements"
  rm "$work/was-here"
  change src/test/java/shop/FlakyTest.java 's/"a b"/"a b c"/'
  commit three
  test_it 1 --no-rps
  says "StringTokenizer_HasMoreElements"
  says "1 known"
}

case_confirm_modules() { # integration tests, and modules that have none of the tests
  copy maven-junit5-modules
  test_it 1 --confirm-new 1 -- verify
  says "ByteArrayOutputStream_FlushBeforeRetrieve (again in 1 re-run)"
  says "Collections_SortBeforeBinarySearch (again in 1 re-run)"
}

case_confirm_gradle() {
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  copy gradle
  test_it 1 --confirm-new 1 -- --no-daemon
  says "DateTimeFormatter_WeekBasedYear (again in 1 re-run)"
}

case_confirm_plain() {
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  copy plain
  flaky_test "$project/test/library/FlakyTest.java" library org.junit.jupiter.api.Test
  before=$(files)
  javac -d "$project/target/classes" "$project"/src/library/*.java
  javac -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/test/library/*.java
  test_it 1 --classes target/classes --tests target/tests --launcher "$launcher" --profile all --confirm-new 2
  confirmed Collections_SynchronizedCollection
}
