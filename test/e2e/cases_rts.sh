# Only tests that a change can affect, in real builds.

# A test of its own for Basket, and one that uses nothing of the program.
more_tests() { # FOLDER PACKAGE IMPORT
  printf 'package shop;\npublic class BasketTest { @org.junit.Test public void one() { new Basket().add(1); } }\n' \
    >"$project/src/test/java/shop/BasketTest.java"
  printf 'package shop;\npublic class AloneTest { @org.junit.Test public void one() { } }\n' \
    >"$project/src/test/java/shop/AloneTest.java"
}
# ran CLASSES...: exactly these classes of tests ran in the last run (names without packages).
ran() {
  local found
  found=$(find "$project" -path '*-reports/TEST-*.xml' -newer "$work/mark" -o -path '*/test-results/*/TEST-*.xml' -newer "$work/mark" |
    sed 's/\$.*/.xml/; s/.*[.]\([A-Za-z]*\)[.]xml/\1/' | sort -u | tr '\n' ' ')
  [ "$found" = "$(printf '%s\n' "$@" | sort | tr '\n' ' ' | sed 's/^ $//')" ] || fail "ran: $found"
}
test_rts() { # EXIT-CODE ARGUMENTS...
  touch "$work/mark"
  sleep 0.05
  test_it "$@"
}

case_rts_maven() { # starts: what cannot be reached from a test leaves it alone; the build passes with no test left
  begin_history maven-junit4
  more_tests
  commit tests
  test_rts 0 --no-rv --rts starts
  says "3 of 3 test classes run (there is no earlier run to compare with)"
  ran CheckoutTest BasketTest AloneTest
  test_rts 0 --no-rv --rts starts
  says "0 of 3 test classes run (nothing changed)"
  ran
  logged 'BUILD SUCCESS'

  change src/main/java/shop/Checkout.java 's/^}$/    int more() { return 1; }\n}/'
  commit two
  test_rts 0 --no-rv --rts starts
  says "1 of 3 test classes run (shop.Checkout changed)"
  ran CheckoutTest

  # A failure is remembered until it passes, whatever changes.
  change src/test/java/shop/AloneTest.java 's/{ }/{ throw new RuntimeException(); }/'
  commit three
  test_rts 1 --no-rv --rts starts
  ran AloneTest
  change src/main/java/shop/Checkout.java 's/return 1/return 2/'
  test_rts 1 --no-rv --rts starts
  ran AloneTest CheckoutTest
  change src/test/java/shop/AloneTest.java 's/throw new RuntimeException();//'
  commit four
  test_rts 0 --no-rv --rts starts
  ran AloneTest CheckoutTest

  # What cannot be followed makes all of them run.
  change pom.xml 's/256m/255m/'
  commit five
  test_rts 0 --no-rv --rts starts
  says "3 of 3 test classes run (pom.xml changed)"
  # What the user names runs.
  test_rts 0 --no-rv --rts starts -- -Dtest=AloneTest
  says "(the arguments name the tests that run)"
  ran AloneTest
  test_rts 0 --no-rv --rts starts --always-run '*.Alone*'
  ran AloneTest
  test_rts 0 --no-rv --rts starts --observe
  says "0 of 3 test classes would have run (nothing changed)"
  says "no failure would have been missed"
  ran CheckoutTest BasketTest AloneTest
}

case_rts_monitored() { # a violation of a test that did not run is neither gone nor new
  begin_history maven-junit4
  more_tests
  commit tests
  test_rts 1 --rts starts
  says "Thread_RunDirectly"
  change src/test/java/shop/AloneTest.java 's/{ }/{ new java.util.StringTokenizer("a b").nextToken(); }/'
  commit two
  test_rts 1 --rts starts --no-rps
  ran AloneTest
  says "StringTokenizer_HasMoreElements"
  says_not "no longer there"
  known || true # there are new ones
  says "Thread_RunDirectly [known, not looked for in this run]"
  # A spec that is new has not been looked for in any test.
  change src/test/java/shop/AloneTest.java 's/"a b"/"a c"/'
  commit three
  test_rts 0 --rts starts --profile all --fail-on never
  says "3 of 3 test classes run (spec"
}

case_rts_surefire_versions() {
  for version in 2.12.4 2.20 3.0.0 3.5.4; do
    begin_history maven-junit4
    more_tests
    sed -i "s/2\.22\.2/$version/" "$project/pom.xml"
    commit tests
    test_rts 0 --no-rv --rts starts
    ran CheckoutTest BasketTest AloneTest
    change src/main/java/shop/Checkout.java 's/^}$/    int more() { return 1; }\n}/'
    test_rts 0 --no-rv --rts starts
    ran CheckoutTest
  done
}

case_rts_modules() { # each module leaves out its own tests, Failsafe's too; a change below is seen above
  begin_history maven-junit5-modules
  test_rts 0 --no-rv --rts starts -- verify
  ran ArchiveTest ReportTest ReportIT
  change app/src/main/java/logs/app/Report.java 's/^}$/    int more() { return 1; }\n}/'
  commit two
  test_rts 0 --no-rv --rts starts -- verify
  says "2 of 3 test classes run (logs.app.Report changed)"
  ran ReportTest ReportIT
  change core/src/main/java/logs/Archive.java 's/bytes, 64/bytes, 128/'
  commit three
  test_rts 0 --no-rv --rts starts -- verify
  ran ArchiveTest ReportTest ReportIT
}

case_rts_testng() {
  begin_history maven-testng
  printf 'package mail;\npublic class AloneTest { @org.testng.annotations.Test public void one() { } }\n' \
    >"$project/src/test/java/mail/AloneTest.java"
  commit tests
  test_rts 0 --no-rv --rts starts
  says "2 of 2 test classes run"
  change src/main/java/mail/Outbox.java 's/^}$/    int more() { return 1; }\n}/'
  test_rts 0 --no-rv --rts starts
  says "1 of 2 test classes run (mail.Outbox changed)"
  logged 'Tests run: 3, Failures: 0'
}

case_rts_gradle() { # Debian's Gradle needs JDK 17 or older
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  begin_history gradle
  test_rts 0 --no-rv --rts starts -- --no-daemon
  ran RingTest LabelTest
  test_rts 0 --no-rv --rts starts -- --no-daemon
  says "0 of 2 test classes run (nothing changed)"
  ran
  change tool/src/main/java/keys/Label.java 's/^}$/    int more() { return 1; }\n}/'
  test_rts 0 --no-rv --rts starts -- --no-daemon
  says "1 of 2 test classes run (keys.Label changed)"
  ran LabelTest
}

case_rts_dynamic() { # ekstazi: what a test did not use cannot matter to it
  begin_history maven-junit4
  more_tests
  commit tests
  test_rts 0 --no-rv --rts ekstazi
  says "3 of 3 test classes run (there is no earlier run to compare with)"
  change src/main/java/shop/Checkout.java 's/^}$/    int more() { return 1; }\n}/'
  commit two
  test_rts 0 --no-rv --rts ekstazi
  says "1 of 3 test classes run (shop.Checkout changed)"
  ran CheckoutTest
  # What is known of the tests that were left out is still known.
  change src/main/java/shop/Basket.java 's/^}$/    int more() { return 1; }\n}/'
  commit three
  test_rts 0 --no-rv --rts ekstazi
  ran CheckoutTest BasketTest
}

case_rts_plain() {
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  begin_history plain
  printf 'package library;\nclass AloneTest { @org.junit.jupiter.api.Test void one() { } }\n' >"$project/test/library/AloneTest.java"
  commit tests
  compile_plain() {
    "$JAVA_HOME/bin/javac" -d "$project/target/classes" "$project"/src/library/*.java
    "$JAVA_HOME/bin/javac" -d "$project/target/tests" -cp "$project/target/classes:$launcher" "$project"/test/library/*.java
  }
  for technique in starts ekstazi; do
    rm -rf "$project/.revmon"
    local options=(--no-rv --rts "$technique" --classes target/classes --tests target/tests --launcher "$launcher")
    compile_plain
    test_it 0 "${options[@]}"
    says "2 of 2 test classes run (there is no earlier run to compare with)"
    change src/library/Catalogue.java 's/^}$/    int more'$technique'() { return 1; }\n}/'
    compile_plain
    test_it 0 "${options[@]}"
    says "1 of 2 test classes run (library.Catalogue changed)"
    commit "$technique"
    test_it 0 "${options[@]}"
    test_it 0 "${options[@]}"
    says "0 of 2 test classes run (nothing changed)"
  done
  test_it 0 --no-rv --shard 1/2 --classes target/classes --tests target/tests --launcher "$launcher"
  says "1 of 2 test classes run (a shard; "
}
