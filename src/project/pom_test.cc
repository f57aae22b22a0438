#include "project/pom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::project {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Pom, ReadsItsOwnNames) {
  Result<Pom> pom = ReadPom(R"(<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>org.acme</groupId>
  <artifactId>
    shop
  </artifactId>
  <packaging>war</packaging>
</project>)");
  ASSERT_TRUE(pom.ok()) << pom.error().Text();
  EXPECT_EQ(pom->group, "org.acme");
  EXPECT_EQ(pom->artifact, "shop");
  EXPECT_EQ(pom->packaging, "war");
  EXPECT_THAT(pom->modules, IsEmpty());
}

TEST(Pom, TakesTheGroupOfItsParent) {
  Result<Pom> pom =
      ReadPom("<project><parent><groupId>g</groupId></parent><artifactId>a</artifactId></project>");
  ASSERT_TRUE(pom.ok());
  EXPECT_EQ(pom->group, "g");
  EXPECT_EQ(pom->packaging, "jar");
}

TEST(Pom, ReadsModulesOfProfilesAndOfMaven4) {
  Result<Pom> pom = ReadPom(R"(<project><artifactId>a</artifactId>
    <modules><module>core</module><module> app </module></modules>
    <subprojects><subproject>tool</subproject></subprojects>
    <profiles><profile><modules><module>extra</module><module>core</module></modules></profile></profiles>
    </project>)");
  ASSERT_TRUE(pom.ok());
  EXPECT_THAT(pom->modules, ElementsAre("core", "app", "tool", "extra"));
}

TEST(Pom, ReadsDependenciesButNotManagedOnes) {
  Result<Pom> pom = ReadPom(R"(<project><artifactId>a</artifactId>
    <dependencyManagement><dependencies><dependency>
      <groupId>x</groupId><artifactId>managed</artifactId></dependency></dependencies></dependencyManagement>
    <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId></dependency></dependencies>
    </project>)");
  ASSERT_TRUE(pom.ok());
  EXPECT_THAT(pom->dependencies, ElementsAre("junit:junit"));
}

TEST(Pom, ReadsHowSurefireIsConfigured) {
  Result<Pom> pom = ReadPom(R"(<project><artifactId>a</artifactId><build>
    <pluginManagement><plugins><plugin><artifactId>maven-failsafe-plugin</artifactId></plugin></plugins></pluginManagement>
    <plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>2.22.2</version>
      <configuration><argLine>-Xmx1g</argLine><forkCount>0</forkCount></configuration></plugin></plugins>
    </build></project>)");
  ASSERT_TRUE(pom.ok());
  ASSERT_EQ(pom->plugins.size(), 2u);
  EXPECT_EQ(pom->plugins[0].artifact, "maven-surefire-plugin");
  EXPECT_EQ(pom->plugins[0].version, "2.22.2");
  EXPECT_EQ(pom->plugins[0].arg_line, "-Xmx1g");
  EXPECT_EQ(pom->plugins[0].fork_count, "0");
  EXPECT_EQ(pom->plugins[1].artifact, "maven-failsafe-plugin");
}

TEST(Pom, ABrokenOneIsAnErrorWithItsPlace) {
  Result<Pom> pom = ReadPom("<project>\n  <artifactId>a</artifact>\n</project>");
  ASSERT_FALSE(pom.ok());
  EXPECT_EQ(pom.error().code(), ErrorCode::kMalformed);
  EXPECT_EQ(pom.error().place().line, 2u);
  EXPECT_THAT(pom.error().message(), HasSubstr("not XML"));
}

TEST(Pom, AnEmptyFileIsNone) { EXPECT_FALSE(ReadPom("").ok()); }

TEST(Pom, OtherXmlIsNone) {
  Result<Pom> pom = ReadPom("<web-app/>");
  ASSERT_FALSE(pom.ok());
  EXPECT_THAT(pom.error().message(), HasSubstr("<project>"));
}

TEST(Pom, WithoutAnArtifactItIsNone) { EXPECT_FALSE(ReadPom("<project/>").ok()); }

}  // namespace
}  // namespace revmon::project
