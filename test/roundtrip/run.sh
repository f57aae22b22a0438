#!/bin/sh
# Every class of every JDK found here, and of the jars in $REVMON_TEST_JARS, is read and written back, then rewritten
# and loaded into real JVMs with -Xverify:all. A class may fail to load only if it fails in the same way unedited.
#   run.sh TOOL WORK_DIR
# JDKs are those in /usr/lib/jvm (or $REVMON_TEST_JDKS, separated by blanks) from 11 on. See roundtrip_tool.cc for what
# the modes insert.
set -eu
export LC_ALL=C
tool=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work/classes"
failed=0

say() { echo "$(date +%T) $*"; }

find_jdks() {
  for home in ${REVMON_TEST_JDKS:-/usr/lib/jvm/*}; do
    [ -f "$home/lib/modules" ] && [ -x "$home/bin/javac" ] && readlink -f "$home"
  done | sort -u
}

# patch_options TREE: one --patch-module per folder of the tree
patch_options() {
  for module in "$1"/*; do echo "--patch-module $(basename "$module")=$module"; done
}

# The failures in $1 must be failures of the same class with the same kind of error in $2 as well. Which of several
# missing classes is missed first may differ.
compare() {
  cut -d' ' -f1,2 "$1" | sort >"$work/after"
  cut -d' ' -f1,2 "$2" | sort >"$work/before"
  if [ -n "$(comm -23 "$work/after" "$work/before")" ]; then
    comm -23 "$work/after" "$work/before" | head -20
    return 1
  fi
}

check_jdk() {
  jdk=$1
  mode=$2
  tree=$work/tree
  rm -rf "$tree"
  say "$jdk: $mode"
  "$tool" "$mode" "$tree" "$work/names" "jdk:$jdk" || failed=1
  java="$jdk/bin/java -Xverify:all -Xshare:off --add-modules ALL-SYSTEM -Djava.class.path=$work/classes"
  # shellcheck disable=SC2046,SC2086
  $java $(patch_options "$tree") LoadAll "$work/names" "$work/failures" 2>"$work/stderr" ||
    { cat "$work/stderr"; failed=1; return; }
  cut -d' ' -f1 "$work/failures" >"$work/failed_names"
  $java LoadAll "$work/failed_names" "$work/failures_before" 2>/dev/null
  compare "$work/failures" "$work/failures_before" || failed=1
  # The rewritten compiler, on the rewritten class library, does the same work.
  # shellcheck disable=SC2046,SC2086
  $java $(patch_options "$tree") -m jdk.compiler/com.sun.tools.javac.Main -d "$work/again" "$here/LoadAll.java"
  "$jdk/bin/javac" -d "$work/once" "$here/LoadAll.java"
  cmp "$work/again/LoadAll.class" "$work/once/LoadAll.class" || failed=1
}

check_jars() {
  jdk=$1
  mode=$2
  tree=$work/tree
  rm -rf "$tree"
  say "jars on $jdk: $mode"
  "$tool" "$mode" "$tree" "$work/names" "$REVMON_TEST_JARS"/*.jar || failed=1
  java="$jdk/bin/java -Xverify:all -Djava.class.path=$work/classes"
  $java LoadAll "$work/names" "$work/failures" "$tree"
  cut -d' ' -f1 "$work/failures" >"$work/failed_names"
  $java LoadAll "$work/failed_names" "$work/failures_before" "$REVMON_TEST_JARS"/*.jar
  compare "$work/failures" "$work/failures_before" || failed=1
}

jdks=$(find_jdks)
[ -n "$jdks" ] || { echo "no JDK found"; exit 1; }
first=$(echo "$jdks" | head -1)
last=$(echo "$jdks" | tail -1)
"$first/bin/javac" --release 11 -d "$work/classes" "$here/LoadAll.java"

for jdk in $jdks; do
  say "$jdk: identity"
  "$tool" identity "jdk:$jdk" || failed=1
  check_jdk "$jdk" nop
  check_jdk "$jdk" stress
done
if [ -n "${REVMON_TEST_JARS:-}" ]; then
  say "jars: identity"
  "$tool" identity "$REVMON_TEST_JARS"/*.jar || failed=1
  check_jars "$last" nop
  check_jars "$last" stress
else
  say "REVMON_TEST_JARS is not set: no jars tested"
fi
rm -rf "$work/tree"
[ $failed -eq 0 ] && say "all classes survive"
exit $failed
