# Cases of run.sh: test frameworks through real builds, and whose test it was.

# by SPEC TEST: the violation of this rule names this test.
by() {
  local run
  run=$(ls -d "$project"/.revmon/runs/* | tail -n 1)
  "$revmon" results --json "$run" >"$work/found.json" || true
  python3 - "$work/found.json" "$@" <<'PY' || fail "not by: $*"
import json, sys
answer = json.load(open(sys.argv[1]))
tests = [t["test"] for v in answer["violations"] if v["spec"] == sys.argv[2] for t in v["tests"]]
print(tests, file=sys.stderr)
sys.exit(0 if sys.argv[3] in tests else 1)
PY
}
# A class with one broken rule in each of its methods.
words() { # FOLDER
  mkdir -p "$1/text"
  cat >"$1/text/Words.java" <<'JAVA'
package text;
public class Words {
    public static String first(String line) {
        return new java.util.StringTokenizer(line).nextToken();
    }
}
JAVA
}

case_spock_maven() { # Groovy by gmavenplus, Spock 2 on the JUnit Platform
  project=$work/spock
  words "$project/src/main/java"
  mkdir -p "$project/src/test/groovy/text"
  cat >"$project/src/test/groovy/text/WordsSpec.groovy" <<'GROOVY'
package text
import spock.lang.Specification
class WordsSpec extends Specification {
    def "the first word is found"() {
        expect: Words.first("a b") == "a"
    }
    def "the first word of #line"() {
        expect: Words.first(line) == word
        where:
        line  | word
        "x y" | "x"
        "z"   | "z"
    }
}
GROOVY
  cat >"$project/pom.xml" <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>text</groupId><artifactId>text</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.spockframework</groupId><artifactId>spock-core</artifactId><version>2.3-groovy-4.0</version><scope>test</scope></dependency>
    <dependency><groupId>org.apache.groovy</groupId><artifactId>groovy</artifactId><version>4.0.24</version><scope>test</scope></dependency>
  </dependencies>
  <build><plugins>
    <plugin>
      <groupId>org.codehaus.gmavenplus</groupId><artifactId>gmavenplus-plugin</artifactId><version>4.1.1</version>
      <executions><execution><goals><goal>compileTests</goal></goals></execution></executions>
    </plugin>
    <plugin>
      <artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
      <configuration><includes><include>**/*Spec.java</include></includes></configuration>
    </plugin>
  </plugins></build>
</project>
XML
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || skip "no JDK 17"
  export JAVA_HOME
  before=$(files)
  test_it 1 --confirm-new 1
  logged 'Tests run: [34], Failures: 0' # Surefire counts the feature with a table, too
  says "StringTokenizer_HasMoreElements (again in 1 re-run)"
  by StringTokenizer_HasMoreElements 'text.WordsSpec#the first word is found'
}

case_testng_gradle() {
  project=$work/testng
  words "$project/src/main/java"
  mkdir -p "$project/src/test/java/text"
  cat >"$project/src/test/java/text/WordsTest.java" <<'JAVA'
package text;
import org.testng.annotations.*;
public class WordsTest {
    @DataProvider public Object[][] lines() { return new Object[][] {{"a b"}, {"c"}}; }
    @Test(dataProvider = "lines") public void firstWord(String line) { Words.first(line); }
    @Test public void nothing() {}
}
JAVA
  cat >"$project/build.gradle" <<'GRADLE'
apply plugin: 'java'
repositories { mavenCentral() }
dependencies { testCompile 'org.testng:testng:6.14.3' }
test { useTestNG() }
GRADLE
  echo "rootProject.name = 'text'" >"$project/settings.gradle"
  JAVA_HOME=$(jdk17)
  [ -n "$JAVA_HOME" ] || skip "no JDK 17"
  export JAVA_HOME
  before=$(files)
  test_it 1 -- --no-daemon
  found StringTokenizer_HasMoreElements Words.first 1
  by StringTokenizer_HasMoreElements 'text.WordsTest#firstWord[1]'
}

case_jupiter_maven() { # nested, parameterized, repeated and dynamic tests through Surefire
  project=$work/jupiter
  words "$project/src/main/java"
  mkdir -p "$project/src/test/java/text"
  cat >"$project/src/test/java/text/WordsTest.java" <<'JAVA'
package text;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class WordsTest {
    @ParameterizedTest @ValueSource(strings = {"a", "b c"}) void each(String line) { Words.first(line); }
    @RepeatedTest(2) void again() { Words.first("r"); }
    @TestFactory Stream<DynamicTest> made() {
        return Stream.of("x", "y").map(line -> DynamicTest.dynamicTest("made of " + line, () -> Words.first(line)));
    }
    @Nested class Inner {
        @Nested class Deep { @Test void deep() { Words.first("d"); } }
    }
}
JAVA
  cat >"$project/pom.xml" <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>text</groupId><artifactId>text</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>
  </dependencies>
  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>
</project>
XML
  before=$(files)
  test_it 1 --confirm-new 1
  logged 'Tests run: 7, Failures: 0'
  says "StringTokenizer_HasMoreElements (again in 1 re-run)"
  local test
  for test in 'each[1]' 'each[2]' 'again[1]' 'again[2]' 'made[1]' 'made[2]'; do
    by StringTokenizer_HasMoreElements "text.WordsTest#$test"
  done
  by StringTokenizer_HasMoreElements 'text.WordsTest$Inner$Deep#deep'
}
