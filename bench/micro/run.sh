#!/usr/bin/env bash
# run.sh [SHAPE...]: what monitoring costs, shape by shape: nanoseconds an element without the agent, with the one spec
# that the shape is about, with all specs, and with hand-written weak-map monitors (WeakMaps.java), in one run on each JDK.
# The answer of every run is compared with that of the plain one, and no run may report a violation, before its time
# counts. MILLIS=1000 per measurement, JDKS="home1 home2", JVM="-Xint" or any other options, BUILD=build folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${BUILD:-$top/build}
millis=${MILLIS:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A spec=(
  [loop]=java.util/Iterator_HasNext [short]=java.util/Iterator_HasNext [megamorphic]=java.util/Iterator_HasNext
  [builder]=java.lang/StringBuilder_ThreadSafe [changing]=java.util/Collection_UnsafeIterator
  [views]=java.util/Map_UnsafeIterator [no-parameter]=java.lang/CharSequence_NotInSet
  [contended]=java.util/Iterator_HasNext [unshared]=java.util/Iterator_HasNext)
shapes=("$@")
[ ${#shapes[@]} -gt 0 ] || shapes=(loop short megamorphic builder changing views no-parameter contended unshared)

for name in $(for s in "${shapes[@]}"; do echo "${spec[$s]}"; done | sort -u); do
  "$build/revmon" specs compile "$top/specs/$name.mop" -o "$work/$(basename "$name").plan" >/dev/null
done
"$build/revmon" specs compile $(find "$top/specs" -name '*.mop') -o "$work/all.plan" >/dev/null

for folder in ${JDKS:-/usr/lib/jvm/*}; do
  home=$(readlink -f "$folder")
  [ -x "$home/bin/javac" ] || continue
  case " ${seen:-} " in *" $home "*) continue ;; esac
  seen="${seen:-} $home"
  rm -rf "$work/classes"
  "$home/bin/javac" -nowarn -Xlint:none -d "$work/classes" "$here"/*.java
  "$home/bin/java" -version 2>&1 | head -1
  printf '%-13s %9s %20s %20s %20s\n' 'ns/element' plain 'one spec' 'all specs' 'weak maps'
  for shape in "${shapes[@]}"; do
    run() { # ARGUMENTS OPTIONS...
      local arguments=$1; shift
      # shellcheck disable=SC2086
      "$home/bin/java" -Xmx512m ${JVM:-} "$@" -cp "$work/classes" Micro "$shape" "$millis" $arguments
    }
    agent() { # PLAN
      rm -rf "$work/out"; mkdir -m 700 "$work/out"
      run "" "-agentpath:$build/librevmon.so=plan=$work/$1.plan,out=$work/out" 2>"$work/err"
    }
    plain=$(run "")
    one=$(agent "$(basename "${spec[$shape]}")")
    all=$(agent all)
    weak=$(run weakmap)
    set -- $plain; base=$2 answer=$3
    line=$(printf '%-13s %9.2f' "$shape" "$base")
    for result in "$one" "$all" "$weak"; do
      set -- $result
      [ "$3" = "$answer" ] || { echo "$shape: answer $3 instead of $answer" >&2; exit 1; }
      [ "$4" = 0 ] || [ "$shape" = contended ] || { echo "$shape: $4 violations" >&2; exit 1; }
      line+=$(awk -v a="$2" -v b="$base" 'BEGIN { printf " %11.2f %7.2fx", a, a / b }')
    done
    echo "$line"
  done
done
