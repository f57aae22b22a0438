#!/usr/bin/env bash
# The agent, built with AddressSanitizer and UndefinedBehaviorSanitizer, in real JVMs: the sanitizers' runtime is loaded into
# the JVM before anything else, which leaves the signals that the JVM lives on to the JVM. Any report of theirs ends the JVM.
# Usage: asan-jvm.sh BUILD-FOLDER COMPILER; REVMON=path of another CLI to compile the plan with.
set -euo pipefail
build=$(cd "$1" && pwd)
runtime=$("$2" -print-file-name=libclang_rt.asan-$(uname -m).so)
[ -e "$runtime" ] || { echo "no shared runtime of AddressSanitizer beside $2"; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"${REVMON:-$build/revmon}" specs compile "$top/specs" -o "$out/all.plan" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
javac -g -nowarn --release 8 -Xlint:-options -d "$out" "$here/Workload.java" "$top/test/replay/RandomUse.java" 2>/dev/null

# run <java> <agent options> <main> [arguments]: must end well, without a word from the sanitizers.
run() {
  local java=$1 options=$2
  shift 2
  if ! LD_PRELOAD=$runtime \
    ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:allow_user_segv_handler=1:exitcode=99 \
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    "$java" "-agentpath:$build/librevmon.so=$options" -cp "$out" "$@" >"$out/stdout" 2>"$out/stderr" ||
    grep -q -E 'Sanitizer|runtime error' "$out/stderr"; then
    echo "$java with $options: $*"
    head -n 60 "$out/stderr"
    exit 1
  fi
}

head -c 5000 "$out/all.plan" >"$out/cut.plan"
ran=0
for home in $(for javac in /usr/lib/jvm/*/bin/javac; do dirname "$(dirname "$(readlink -f "$javac")")"; done | sort -u); do
  run "$home/bin/java" selftest=nop Workload
  run "$home/bin/java" "plan=$out/cut.plan,out=$out/cut" Workload
  run "$home/bin/java" "plan=$out/all.plan,out=$out/one-$ran" RandomUse 1 5000
  run "$home/bin/java" "plan=$out/all.plan,out=$out/four-$ran,events=5,stats,record" RandomUse 2 500 4
  for folder in "$out/one-$ran" "$out/four-$ran"; do
    "${REVMON:-$build/revmon}" results "$folder" >"$out/log" 2>&1 || true
    grep -q -E '^[0-9]+ violations? .*in 1 JVM' "$out/log" || { cat "$out/log"; exit 1; }
    ! grep -q 'without saying so' "$out/log" || { cat "$out/log"; exit 1; }
  done
  ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no JDK found"; exit 1; }
echo "$ran JDKs: no report"
