// Answers: what does a command print, and with which code does it end? For tests of commands.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace revmon::cli {

struct Answer {
  int code = 0;
  std::string out;
  std::string err;
};

// All that was written to it; closes it.
inline std::string Drain(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof(buffer), file)) > 0;) text.append(buffer, n);
  std::fclose(file);
  return text;
}

inline Answer Ask(FileSystem& files, const std::vector<std::string>& arguments) {
  std::FILE* out = std::tmpfile();
  std::FILE* err = std::tmpfile();
  Answer answer;
  answer.code = Main(arguments, Context{files, out, err});
  answer.out = Drain(out);
  answer.err = Drain(err);
  return answer;
}

}  // namespace revmon::cli
