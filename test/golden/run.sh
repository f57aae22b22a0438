#!/bin/sh
# run.sh [--update] REVMON [CASE...]: runs golden cases (all of them if none is named) and compares their output
# with `expected`; --update writes it instead. See CMakeLists.txt for what a case is.
set -eu
update=
if [ "$1" = --update ]; then update=1; shift; fi
revmon=$(realpath "$1"); shift
here=$(dirname "$(realpath "$0")")
[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */ | tr -d /)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for case in "$@"; do
  mkdir "$work/$case"
  for input in "$here/$case"/*; do
    case "$(basename "$input")" in command | expected) continue ;; esac
    sources=$(find "$input" -name '*.java')
    if [ -z "$sources" ]; then cp -r "$input" "$work/$case/"; continue; fi
    # --release pins what javac writes, so that expectations hold on any JDK from 17 on.
    javac --release 17 -g -proc:none -nowarn -d "$work/$case/$(basename "$input")" $sources
  done
  code=0
  (cd "$work/$case" && PATH="$(dirname "$revmon"):$PATH" sh "$here/$case/command") >"$work/out" 2>&1 || code=$?
  echo "exit code $code" >>"$work/out"
  if [ -n "$update" ]; then
    cp "$work/out" "$here/$case/expected"
  elif ! diff -u "$here/$case/expected" "$work/out"; then
    echo "golden: $case differs; to accept: test/golden/run.sh --update $revmon $case" >&2
    failed=1
  fi
done
exit $failed
