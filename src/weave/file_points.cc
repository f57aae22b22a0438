#include "weave/file_points.h"

#include <algorithm>

#include "classfile/class_editor.h"
#include "classfile/code_builder.h"
#include "classfile/code_editor.h"
#include "weave/dependency_probe.h"

namespace revmon::weave {
namespace {

struct FilePoint {
  std::string_view owner;
  std::string_view method;
  std::string_view descriptor;  // starts with it; the first parameter is the path
};

constexpr FilePoint kPoints[] = {
    {"java/io/FileInputStream", "open", "(Ljava/lang/String;)"},
    {"java/io/RandomAccessFile", "open", "(Ljava/lang/String;"},
    {"sun/nio/fs/UnixChannelFactory", "newFileChannel", "(Lsun/nio/fs/UnixPath;"},
    {"sun/nio/fs/UnixChannelFactory", "newAsynchronousFileChannel", "(Lsun/nio/fs/UnixPath;"},
};

bool IsPoint(const classfile::ClassFile& file, const classfile::Member& method) {
  return std::any_of(std::begin(kPoints), std::end(kPoints), [&](const FilePoint& point) {
    return point.owner == file.name() && point.method == method.name &&
           method.descriptor.starts_with(point.descriptor);
  });
}

}  // namespace

std::vector<std::string_view> FileClasses() {
  return {"java/io/FileInputStream", "java/io/RandomAccessFile", "sun/nio/fs/UnixChannelFactory"};
}

bool HasFilePoints(std::string_view name) {
  return std::any_of(std::begin(kPoints), std::end(kPoints),
                     [&](const FilePoint& point) { return point.owner == name; });
}

Result<std::vector<uint8_t>> WeaveFilePoints(const classfile::ClassFile& file) {
  classfile::ClassEditor editor(file);
  bool changed = false;
  for (size_t index = 0; index < file.methods().size(); ++index) {
    const classfile::Member& method = file.methods()[index];
    if (file.Find(method, classfile::AttributeKind::kCode) == nullptr || !IsPoint(file, method)) continue;
    REVMON_ASSIGN_OR_RETURN(classfile::CodeEditor code, editor.EditCode(index));
    classfile::CodeBuilder entry(code.pool());
    entry.Load('A', (method.access_flags & classfile::kAccStatic) != 0 ? 0 : 1);
    entry.Invokestatic(kDependencyHook, "file", "(Ljava/lang/Object;)V");
    REVMON_RETURN_IF_ERROR(code.InsertBefore(0, std::move(entry), classfile::Jumps::kSkipInserted));
    REVMON_RETURN_IF_ERROR(editor.SetCode(index, code));
    changed = true;
  }
  if (!changed) return std::vector<uint8_t>();
  return editor.Write();
}

}  // namespace revmon::weave
