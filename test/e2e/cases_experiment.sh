# Cases of run.sh about `revmon experiment`.

case_experiment_seeded() { # two of the seeded projects, four revisions: nothing new is missed, and the page shows it
  local launcher=$HOME/.m2/repository/org/junit/platform/junit-platform-console-standalone/1.10.2/junit-platform-console-standalone-1.10.2.jar
  [ -e "$launcher" ] || mvn -q -B dependency:get -Dartifact=org.junit.platform:junit-platform-console-standalone:1.10.2
  local seeded=$top/bench/experiments/seeded
  cd "$work"
  java "$seeded/Histories.java" projects 4 bank library >output
  # The plan that is kept, without what it has more: projects, repetitions, and techniques alike to these.
  awk -v RS= '/^\[\[project\]\]/ && !/"(bank|library)"/ { next }
              /^\[\[technique\]\]/ && !/"(plain|full|ps3cl|skip)"/ { next }
              { print $0 "\n" }' "$seeded/plan.toml" | sed 's/^repetitions = .*/repetitions = 1/' >plan.toml
  JUNIT=$launcher "$revmon" experiment run plan.toml --jobs 2 >output 2>&1 || fail "experiment run"
  says "32 cells run now, 0 of them failed"
  JUNIT=$launcher "$revmon" experiment run plan.toml >output 2>&1 || fail "experiment run, the second time"
  says "0 cells run now, 0 of them failed; 32 were there before"
  "$revmon" experiment report plan.out >output || fail "experiment report"
  "$revmon" experiment export plan.out --format json >cells.json || fail "experiment export"
  # technique, new, found, missed, unsafe revisions, unsafe projects, ...
  local technique
  for technique in ps3cl skip; do
    grep -qE "^\| $technique \| ([0-9]+) \| \1 \| 0 \| 0 \| 0 \| " output || fail "$technique misses something"
    grep -qE "^\| $technique \| ([0-9]+ \| ){7}0 \| 0 \|$" output || fail "$technique finds what is not there"
  done
  grep -qE '^\| ps3cl \| [1-9]' output || fail "there is nothing new to find"
  "$revmon" experiment report plan.out --html report.html || fail "experiment report --html"
  local browser
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || return 0
  "$browser" --headless --no-sandbox --disable-gpu --dump-dom "file://$work/report.html" >dom 2>/dev/null || fail "$browser"
  local wanted
  for wanted in '<h2>Time</h2>' '<h2>Safety</h2>' '<polyline' 'ps3cl' 'library'; do
    grep -q -F -- "$wanted" dom || fail "the page does not show: $wanted"
  done
}
