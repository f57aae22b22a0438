// Answers: may this plan be trusted, and what does it say?
//
// A plan holds classes that the boot loader runs, so whoever can write the file controls the program. It is
// read only if it is a regular file of this user or of root, no symbolic link, and nobody else may write to
// it.
#pragma once
#include <string>

#include "base/result.h"
#include "wire/plan.h"

namespace revmon::agent {

[[nodiscard]] Result<wire::Plan> LoadPlan(const std::string& path);

}  // namespace revmon::agent
