# Cases of run.sh: what is said where.

case_streams() { # the answer on stdout, all else on stderr, with "revmon:" in front of what is ours
  local code=0
  copy maven-testng
  (cd "$project" && "$revmon" test --format html --build-output) >"$work/stdout" 2>"$work/output" </dev/null || code=$?
  [ "$code" = 1 ] || fail "exit code $code, not 1"
  says "Tests run: 3"
  says "revmon: wrote $project/.revmon/report.html"
  ! grep -q 'Tests run\|INFO\|wrote' "$work/stdout" || fail "the build is on stdout"
  grep -q '^1 violation ' "$work/stdout" || fail "the summary is not on stdout"
  ! grep -q '^1 violation ' "$work/output" || fail "the summary is on stderr"
  (cd "$project" && "$revmon" test --json --fail-on never) >"$work/stdout" 2>"$work/output" </dev/null || fail "--json"
  python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))["violations"]) == 1' "$work/stdout" || fail "no JSON"
  (cd "$project" && "$revmon" test --quiet --fail-on never) >"$work/stdout" 2>"$work/output" </dev/null || fail "--quiet"
  [ ! -s "$work/stdout" ] && [ ! -s "$work/output" ] || fail "--quiet is not"
  copy plain
  "$(jdk17)/bin/javac" -d "$project/classes" "$project"/src/library/*.java
  (cd "$project" && "$revmon" run --profile strict -- java -cp classes library.Main) >"$work/stdout" 2>"$work/output" || fail "run"
  [ "$(wc -l <"$work/stdout")" = 1 ] || fail "more than the program's line on stdout"
  says "revmon: 3 violations"
}
