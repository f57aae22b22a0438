// Answers: how do tests of hierarchy and resolution set up their little worlds?
#pragma once
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classpath/hierarchy.h"
#include "classpath/test_classes.h"

namespace revmon::classpath {

inline constexpr uint16_t kTestInterface =
    classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract;
inline constexpr uint16_t kTestAbstract = classfile::kAccPublic | classfile::kAccAbstract;

class HierarchyFixture : public ::testing::Test {
 protected:
  HierarchyFixture() {
    Put({.name = "java/lang/Object",
         .super = "",
         .methods = {{"hashCode", "()I"}, {"clone", "()Ljava/lang/Object;", classfile::kAccProtected}}});
    PutInterface("java/lang/Cloneable", {});
    PutInterface("java/io/Serializable", {});
  }
  void Put(const TestClass& c) { fs_.Put("/classes/" + c.name + ".class", c.Build()); }
  void PutClass(std::string name, std::string super, std::vector<std::string> interfaces = {}) {
    Put({.name = std::move(name), .super = std::move(super), .interfaces = std::move(interfaces)});
  }
  void PutInterface(std::string name, std::vector<std::string> supers, std::vector<TestMember> methods = {}) {
    Put({.name = std::move(name),
         .interfaces = std::move(supers),
         .flags = kTestInterface,
         .methods = std::move(methods)});
  }
  // Made at the first use, when the classes are in place.
  Hierarchy& hierarchy() {
    if (hierarchy_ == nullptr) {
      path_ = std::make_unique<ClassPath>(fs_);
      path_->AddElement("/classes");
      hierarchy_ = std::make_unique<Hierarchy>(*path_);
    }
    return *hierarchy_;
  }
  std::vector<std::string> Names(std::span<const ClassId> ids) {
    std::vector<std::string> names;
    for (ClassId id : ids) names.emplace_back(hierarchy().Name(id));
    return names;
  }
  ClassId Id(std::string_view name) { return hierarchy().Id(name); }

  InMemoryFileSystem fs_;
  std::unique_ptr<ClassPath> path_;
  std::unique_ptr<Hierarchy> hierarchy_;
};

}  // namespace revmon::classpath
