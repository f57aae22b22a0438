// Answers: what does the manifest of a jar say about finding classes?
//
// Only the main section counts. Attribute names are compared without case, values are unfolded from their
// 72-byte lines.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace revmon::classpath {

struct Manifest {
  bool multi_release = false;
  std::vector<std::string> class_path;  // the relative URLs of Class-Path, in order
  std::string start_class;              // of a Spring Boot jar
  std::string classes_root;             // Spring-Boot-Classes, e.g. "BOOT-INF/classes/"
  std::string library_root;             // Spring-Boot-Lib, e.g. "BOOT-INF/lib/"

  [[nodiscard]] static Manifest Parse(std::string_view text);
};

// The file path that a Class-Path URL means, seen from the folder of its jar: "lib/a%20b.jar",
// "file:/x/y.jar", "../z/". Empty where it is no file ("http://...").
[[nodiscard]] std::string PathOfUrl(std::string_view url, std::string_view folder);

}  // namespace revmon::classpath
