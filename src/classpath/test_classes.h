// Answers: how do tests get small class files that say what they are in the test itself?
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"

namespace revmon::classpath {

struct TestMember {
  std::string name;
  std::string descriptor;
  uint16_t flags = classfile::kAccPublic;
};

// A class without code: enough for everything that asks about types and members only.
struct TestClass {
  std::string name;
  std::string super = "java/lang/Object";  // "": none
  std::vector<std::string> interfaces = {};
  uint16_t flags = classfile::kAccPublic;
  std::vector<TestMember> fields = {};
  std::vector<TestMember> methods = {};

  [[nodiscard]] std::vector<uint8_t> Build() const {
    ByteWriter pool, body;
    uint16_t count = 1;
    auto utf8 = [&](std::string_view text) {
      pool.U1(1);
      pool.U2(static_cast<uint16_t>(text.size()));
      pool.Put(text);
      return count++;
    };
    auto class_ref = [&](std::string_view text) {
      const uint16_t index = utf8(text);
      pool.U1(7);
      pool.U2(index);
      return count++;
    };
    body.U2(flags);
    body.U2(class_ref(name));
    body.U2(super.empty() ? uint16_t{0} : class_ref(super));
    body.U2(static_cast<uint16_t>(interfaces.size()));
    for (const std::string& interface : interfaces) body.U2(class_ref(interface));
    for (const std::vector<TestMember>& members : {fields, methods}) {
      body.U2(static_cast<uint16_t>(members.size()));
      for (const TestMember& member : members) {
        body.U2(member.flags);
        body.U2(utf8(member.name));
        body.U2(utf8(member.descriptor));
        body.U2(0);
      }
    }
    body.U2(0);
    ByteWriter out;
    out.U4(classfile::kMagic);
    out.U4(52);
    out.U2(count);
    out.Put(pool.bytes());
    out.Put(body.bytes());
    return out.Release();
  }
};

}  // namespace revmon::classpath
