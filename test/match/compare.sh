#!/bin/sh
# compare.sh MATCH_TOOL WORK: generates and compiles the call sites, asks our matcher and AspectJ, compares.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=$(readlink -f "$1")
work=$2
mkdir -p "$work"
cd "$work"
rm -rf sources classes out
mkdir -p sources classes out

javac=$(readlink -f "$(command -v javac)")
jdk=$(dirname "$(dirname "$javac")")
[ -e lib/aspectjrt.jar ] || mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies \
  -Dmdep.stripVersion=true -DoutputDirectory="$work/lib"

# Types that the specs speak of: every imported or written name that is a class of this JDK.
java "$here/GenerateCalls.java" sources "$here/types.txt"
find sources "$here/users" -name '*.java' > sources.txt
javac -nowarn -Xlint:none -proc:none -g -d classes @sources.txt
find "$root/specs" "$here" -name '*.mop' | LC_ALL=C sort > specs.txt
# shellcheck disable=SC2046  # one argument a file; none has blanks in its name
"$tool" "$jdk" classes out $(cat specs.txt)
java -Xmx1g -cp lib/aspectjtools.jar:lib/aspectjrt.jar "$here/Compare.java" \
  out classes lib/aspectjrt.jar "$here/intended-differences.txt"
