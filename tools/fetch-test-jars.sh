#!/usr/bin/env bash
# Brings the jars that tests read, once: libraries for the bulk tests (test/jars/pom.xml) into build/test-jars, test
# frameworks (test/frameworks/pom.xml) into build/test-frameworks.
set -euo pipefail
cd "$(dirname "$0")/.."

# fetch <pom> <folder> <goal> [more for Maven]
fetch() {
  local pom=$1 out=$2 goal=$3
  shift 3
  local stamp
  stamp=$out/.stamp-$(sha256sum "$pom" | cut -c1-16)
  [ -e "$stamp" ] && return
  mkdir -p "$out"
  mvn -q -B -f "$pom" "dependency:$goal" -DoutputDirectory="$PWD/$out" "$@" || {
    echo "Maven could not fetch the test jars; is Maven Central reachable (settings.xml, proxy)?" >&2
    exit 1
  }
  echo "$(find "$out" -name '*.jar' | wc -l) jars in $out"
  touch "$stamp"
}

fetch test/jars/pom.xml build/test-jars copy-dependencies -DincludeScope=runtime
fetch test/frameworks/pom.xml build/test-frameworks copy
