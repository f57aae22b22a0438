// Answers: how do the specs of a run get the classes that their embedded Java needs?
//
// Source is written per spec (spec/support_source.h), all of it compiled by one javac (javac.h), and what
// javac finds wrong is shown in the spec file, at the character. Specs without Java need no JDK.
#pragma once
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "run/javac.h"
#include "run/precompiled.h"
#include "spec/model.h"
#include "spec/source.h"
#include "wire/plan.h"

namespace revmon::run {

struct SupportOptions {
  std::string jdk_home;                 // "" = any
  std::vector<std::string> class_path;  // for specs that name types of the program
  std::string cache_folder;             // "" = no cache
  std::string precompiled;              // file of classes that the build made, asked first; "" = none
};

struct SpecText {
  const spec::Spec* spec = nullptr;
  const spec::SourceText* source = nullptr;  // the file it is from
};

struct SupportClasses {
  std::vector<std::vector<wire::ClassBlob>> classes;  // per spec; none for a spec without Java
  std::vector<std::string> errors;                    // rendered, ready to print; then no classes at all
  size_t compiled = 0;                                // specs that javac saw; the others were kept somewhere
  Precompiled kept;                                   // all of them, under their keys
};

// An Error when there is no javac (it names the specs that want one) or javac itself failed.
[[nodiscard]] Result<SupportClasses> CompileSupport(FileSystem& files, const std::vector<SpecText>& specs,
                                                    const SupportOptions& options);

// Makes the plan's spec refer to its classes; without classes, to none.
void Attach(std::vector<wire::ClassBlob> classes, wire::Spec* spec);

}  // namespace revmon::run
