// expect: parley: the arguments of prompts, resource templates and completers come as text
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_prompt.hpp>

#include <string>
#include <vector>

using namespace parley;

std::string greet(Arg<"greeting">, Arg<"names", std::vector<std::string>> names) { return names->front(); }

auto const prompt = detail::make_prompt<greet>("Greet.");
