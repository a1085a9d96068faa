// expect: parley: a prompt returns text, a content block, PromptMessage
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_prompt.hpp>

#include <string>

using namespace parley;

struct Weather {
  int degrees;
};
Weather look_up(Arg<"city">) { return {7}; }

auto const prompt = detail::make_prompt<look_up>("The weather.");
