#!/usr/bin/env bash
# Brings the jars that the bulk tests read (test/jars/pom.xml) into build/test-jars, once.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build/test-jars
stamp=$out/.stamp-$(sha256sum test/jars/pom.xml | cut -c1-16)
[ -e "$stamp" ] && exit 0
mkdir -p "$out"
mvn -q -B -f test/jars/pom.xml dependency:copy-dependencies -DoutputDirectory="$PWD/$out" -DincludeScope=runtime || {
  echo "Maven could not fetch the test jars; is Maven Central reachable (settings.xml, proxy)?" >&2
  exit 1
}
echo "$(find "$out" -name '*.jar' | wc -l) jars"
touch "$stamp"
