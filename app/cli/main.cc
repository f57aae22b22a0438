#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/command.h"

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  revmon::RealFileSystem files;
  return revmon::cli::Main(arguments, {.files = files, .out = stdout, .err = stderr});
}
