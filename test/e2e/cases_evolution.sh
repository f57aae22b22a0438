# After a change: what is monitored again, what is shown, in real builds.

# change FILE SED-SCRIPT: edits a file of the project.
change() { sed -i "$2" "$project/$1" && before=$(files); }
# begin_history EXAMPLE: a fresh copy in git, one commit.
begin_history() {
  copy "$1"
  (cd "$project" && git init -q -b main && printf 'target/\nbuild/\n.gradle/\n' >.gitignore)
  commit one
}
known() { (cd "$project" && "$revmon" violations --known) >"$work/output"; }
says_not() { ! grep -q -F -- "$1" "$work/output" || fail "says: $1"; }

case_evolution_maven() { # one module: classes are compiled first, then the selection is made
  begin_history maven-junit4
  test_it 1
  says "Thread_RunDirectly"
  says "there is no earlier run to compare with"

  # Comments change no class: the tests run without the agent, and what is known stays known.
  change src/main/java/shop/Checkout.java '1i // A comment.'
  commit two
  test_it 0
  says "specs re-monitored (nothing changed)"
  logged 'Tests run: 3, Failures: 0, Errors: 0, Skipped: 0'
  known
  says "(Checkout.java:21): warning: Thread_RunDirectly [known, not looked for in this run]"
  commit_empty
  test_it 0 --skip-unchanged
  logged 'Tests are skipped'

  # A class that Checkout uses changes: Checkout is looked at again, and its violation is known.
  change src/main/java/shop/Basket.java 's/^}$/    int pieces() { return 7; }\n}/'
  commit three
  test_it 0
  says "re-monitored (shop.Basket changed:"
  (cd "$project" && "$revmon" impacted --why) >"$work/why" || fail "impacted needs --classes"
  grep -q '^shop.Checkout: .*shop.Basket, which changed$' "$work/why" || { cp "$work/why" "$work/output"; fail "no chain"; }
  (cd "$project" && "$revmon" affected-specs --why) >"$work/why" || fail "affected-specs needs --classes"
  grep -q '^Thread_RunDirectly: has events in shop.Checkout, which' "$work/why" || { cp "$work/why" "$work/output"; fail "no reason"; }
  says "1 known"
  ! grep -q -E '([0-9]+) of \1 specs' "$work/output" || fail "everything is monitored"
  known
  says "(Checkout.java:21): warning: Thread_RunDirectly [known]"

  # A new one is shown, once.
  change src/test/java/shop/CheckoutTest.java 's/^}$/    @Test public void another() { new java.util.StringTokenizer("a b").nextToken(); }\n}/'
  commit four
  test_it 1
  says "StringTokenizer_HasMoreElements"
  says_not "warning: Thread_RunDirectly"
  change src/main/java/shop/Basket.java 's/return 7/return 8/'
  commit five
  test_it 0
  says "2 known"

  # What cannot be analysed is monitored in full, and the build does not mind.
  printf '#!/bin/sh\nrm .revmon/runs/*/build/request.json\nexec mvn "$@"\n' >"$work/mvn" && chmod +x "$work/mvn"
  change src/main/java/shop/Basket.java 's/return 8/return 9/'
  commit six
  test_it 0 --build-program "$work/mvn"
  says "everything is monitored in"
  says "specs monitored (the change could not be analysed"
  says "2 known"
}
commit_empty() { (cd "$project" && git -c user.name=T -c user.email=t@t commit -q --allow-empty -m empty) && before=$(files); }

case_evolution_methods() { # a change in one method: specs of others are not looked at, and only impacted methods are woven
  begin_history maven-junit4
  change src/main/java/shop/Checkout.java 's/^}$/    public String first(String words) {\n        return new java.util.StringTokenizer(words).nextToken();\n    }\n}/'
  change src/test/java/shop/CheckoutTest.java 's/^}$/    @Test public void first() { new Checkout().first("a b"); }\n}/'
  commit two
  test_it 1 --analysis mthd-fm
  says "Thread_RunDirectly"
  says "StringTokenizer_HasMoreElements"

  # first() changes: the specs of order() and its violation stay out, the one of first() is seen again and known.
  change src/main/java/shop/Checkout.java 's/first(String words) {/&\n        words = words.trim();/'
  commit three
  test_it 0 --analysis mthd-fm
  known
  says "StringTokenizer_HasMoreElements [known]"
  says "Thread_RunDirectly [known, not looked for in this run]"
  (cd "$project" && "$revmon" impacted --analysis mthd-fm --methods) >"$work/output" || fail "impacted --methods fails"
  says "shop.Checkout.first(java.lang.String)"
  says_not "shop.Checkout.order("
  grep -q '"shop/Checkout": \[' "$project"/.revmon/runs/*/build/*.selection || fail "the whole class is woven"

  # A new violation in a method that changes is shown.
  change src/main/java/shop/Checkout.java 's/return mails;/new java.util.StringTokenizer("x").nextToken(); return mails;/'
  commit four
  test_it 1 --analysis mthd-nop
  says "StringTokenizer_HasMoreElements"
  says_not "warning: Thread_RunDirectly"

  # Which analysis is the fastest here: one of the two, with the same new violations, and written down.
  (cd "$project" && "$revmon" calibrate --analysis mthd-nop --rounds 1) >"$work/output" 2>"$work/errors" || fail "calibrate fails: $(cat "$work/errors")"
  says "chosen"
  grep -q '^mthd-nop .* 1\( *chosen\)*$' "$work/output" || fail "mthd-nop does not show the one new violation: $(cat "$work/output")"
  grep -q -E '^analysis = "(class|mthd-nop)"$' "$project/revmon.toml" || fail "the choice is not in revmon.toml"
  rm "$project/revmon.toml"
}

case_evolution_modules() { # a change in one module reaches the classes of another
  begin_history maven-junit5-modules
  test_it 1
  says "ByteArrayOutputStream_FlushBeforeRetrieve"
  says "Collections_SortBeforeBinarySearch"

  # Only the module that uses nothing of the other changes: the other runs unmonitored.
  change app/src/main/java/logs/app/Report.java 's/" lines, "/" lines and "/'
  change app/src/test/java/logs/app/ReportTest.java 's/2 lines, 13/2 lines and 13/'
  commit two
  test_it 0
  says "re-monitored (logs.app.Report"
  grep -q '"specs": \[\]' "$project"/.revmon/runs/*/build/*.selection || fail "a module without changes is monitored"
  known
  says "logs.Archive.size(Archive.java:36): warning: ByteArrayOutputStream_FlushBeforeRetrieve [known, not looked for in this run]"
  says "Collections_SortBeforeBinarySearch [known]"

  # A change below is seen above, through the class path; so it is in another phase, where that is a jar.
  change core/src/main/java/logs/Archive.java 's/bytes, 64/bytes, 128/'
  commit three
  test_it 0
  says "re-monitored (logs.Archive changed:"
  says "2 known"
  python3 - "$project" <<'PY' || fail "the module above does not see the change"
import glob, json, sys
runs = sorted(glob.glob(sys.argv[1] + "/.revmon/runs/*"))
modules = {}
for file in glob.glob(runs[-1] + "/build/*.selection"):
    record = json.load(open(file))
    modules[record["module"].split()[0].split(":")[-1]] = record
assert set(modules) == {"log-tools-core", "log-tools-app"}, modules.keys()
assert "logs.app.Report" in modules["log-tools-app"]["impacted"], modules["log-tools-app"]
assert "logs.app.Report" not in modules["log-tools-core"]["impacted"]
PY
  change core/src/main/java/logs/Archive.java 's/bytes, 128/bytes, 256/'
  commit four
  test_it 0 -- verify
  says "re-monitored (logs.Archive and"
  says "the earlier run did not test"
  says "2 known"
}

case_evolution_gradle() { # Debian's Gradle needs JDK 17 or older
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || exit 77
  export JAVA_HOME
  begin_history gradle
  test_it 1 -- --no-daemon
  says "DateTimeFormatter_WeekBasedYear"
  change tool/src/main/java/keys/Label.java 's/ring.borrow(key, until);/ring.borrow(key, until); ring.keys();/'
  commit two
  test_it 0 -- --no-daemon
  says "re-monitored (keys.Label changed:"
  known
  says "DateTimeFormatter_WeekBasedYear [known"
  change lib/src/main/java/keys/Ring.java 's/return keys;/return new ArrayList<>(keys);/'
  commit three
  test_it 0 -- --no-daemon
  says "re-monitored (keys.Ring changed:"
  says "1 known"
  commit_empty
  test_it 0 --skip-unchanged -- --no-daemon
  says "nothing changed"
}
