#include "spec/resolve.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/pointcut_parser.h"

namespace revmon::spec {
namespace {

class FakeOracle : public TypeOracle {
 public:
  FakeOracle(std::initializer_list<std::string> names) : names_(names) {}
  bool Exists(std::string_view name) const override { return names_.count(std::string(name)) > 0; }

 private:
  std::set<std::string> names_;
};

ImportDecl Single(std::string name) { return {std::move(name), false, false, {}}; }
ImportDecl OnDemand(std::string name) { return {std::move(name), false, true, {}}; }

const FakeOracle kJdk = {"java.lang.String",
                         "java.lang.Object",
                         "java.util.Map",
                         "java.util.Map$Entry",
                         "java.util.List",
                         "java.awt.List",
                         "java.io.File",
                         "java.util.concurrent.Future",
                         "java.lang.ref.Cleaner",
                         "my.Own",
                         "java.util.concurrent.locks.Lock"};

TEST(Resolve, SingleTypeImportWins) {
  FileAst file;
  file.imports = {OnDemand("java.util"), Single("java.awt.List")};
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve("List"), "java.awt.List");
}

TEST(Resolve, OnDemandImportsInOrder) {
  FileAst file;
  file.imports = {OnDemand("java.awt"), OnDemand("java.util")};
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve("List"), "java.awt.List");
}

TEST(Resolve, ImplicitImports) {
  FileAst file;
  NameResolver resolver(file, &kJdk);
  EXPECT_EQ(resolver.Resolve("String"), "java.lang.String");
  EXPECT_EQ(resolver.Resolve("Map"), "java.util.Map");
  EXPECT_EQ(resolver.Resolve("Future"), "java.util.concurrent.Future");
  EXPECT_EQ(resolver.Resolve("Lock"), "java.util.concurrent.locks.Lock");
  EXPECT_EQ(resolver.Resolve("Cleaner"), "java.lang.ref.Cleaner");
  EXPECT_EQ(resolver.Resolve("File"), "") << "java.io is not implicit";
}

TEST(Resolve, FileImportsComeBeforeImplicitOnes) {
  FileAst file;
  file.imports = {OnDemand("java.awt")};
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve("List"), "java.awt.List");
}

TEST(Resolve, NestedTypes) {
  FileAst file;
  NameResolver resolver(file, &kJdk);
  EXPECT_EQ(resolver.Resolve("Map.Entry"), "java.util.Map$Entry");
  EXPECT_EQ(resolver.Resolve("java.util.Map.Entry"), "java.util.Map$Entry");
  EXPECT_EQ(resolver.Resolve("Map.Nothing"), "");
}

TEST(Resolve, ImportsOfNestedTypes) {
  FileAst single;
  single.imports = {Single("java.util.Map.Entry")};
  EXPECT_EQ(NameResolver(single, &kJdk).Resolve("Entry"), "java.util.Map$Entry");
  FileAst all;
  all.imports = {OnDemand("java.util.Map")};
  EXPECT_EQ(NameResolver(all, &kJdk).Resolve("Entry"), "java.util.Map$Entry");
}

TEST(Resolve, OwnPackage) {
  FileAst file;
  file.package = "my";
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve("Own"), "my.Own");
}

TEST(Resolve, PrimitivesAndVoid) {
  FileAst file;
  NameResolver resolver(file, nullptr);
  EXPECT_EQ(resolver.Resolve("int"), "int");
  EXPECT_EQ(resolver.Resolve("void"), "void");
}

TEST(Resolve, ExplicitImportIsBelievedWithoutOracle) {
  FileAst file;
  file.imports = {Single("com.acme.Widget")};
  NameResolver resolver(file, nullptr);
  EXPECT_EQ(resolver.Resolve("Widget"), "com.acme.Widget");
  EXPECT_EQ(resolver.Resolve("Widget.Part"), "com.acme.Widget$Part");
  EXPECT_EQ(resolver.Resolve("Map"), "");
}

TEST(Resolve, StaticImportsAreNotTypes) {
  FileAst file;
  file.imports = {{"my.Own", true, false, {}}};
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve("Own"), "");
}

TEST(Resolve, VeryLongNameIsUnknown) {
  FileAst file;
  std::string name = "a";
  for (int i = 0; i < 10000; ++i) name += ".a";
  EXPECT_EQ(NameResolver(file, &kJdk).Resolve(name), "");
}

TEST(Resolve, ManyImportsTimesManyNamesEnd) {
  FileAst file;
  for (int i = 0; i < 5000; ++i) file.imports.push_back(OnDemand("p" + std::to_string(i)));
  NameResolver resolver(file, &kJdk);
  EXPECT_EQ(resolver.Resolve("Map"), "java.util.Map");
  for (int i = 0; i < 20000; ++i) EXPECT_EQ(resolver.Resolve("T" + std::to_string(i)), "");
}

TEST(Resolve, PointcutPatternsAreFilledInAndUnknownOnesListed) {
  SourceText source("p",
                    "call(* Map+.put(String, .., Gone[])) && within(java..* || File) && handler(Map.Entry)");
  Diagnostics diagnostics;
  Pointcut pointcut = ParsePointcut(source, &diagnostics);
  FileAst file;
  std::vector<const TypePattern*> unknown;
  NameResolver resolver(file, &kJdk);
  resolver.Resolve(&pointcut, &unknown);
  EXPECT_EQ(pointcut.nodes[0].signature.declaring.resolved, "java.util.Map");
  EXPECT_EQ(pointcut.nodes[0].signature.parameters[0].resolved, "java.lang.String");
  EXPECT_EQ(pointcut.nodes[2].args[0].type.resolved, "java.util.Map$Entry");
  ASSERT_EQ(unknown.size(), 2u);
  EXPECT_EQ(unknown[0]->name, "Gone");
  EXPECT_EQ(unknown[1]->name, "File");
}

}  // namespace
}  // namespace revmon::spec
