#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/command.h"

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is an error of the write, like a full disk
  revmon::RealFileSystem files;
  return revmon::cli::Main(arguments, {.files = files, .out = stdout, .err = stderr});
}
