// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The server under test of the official conformance suite: the tools that its scenarios call, by the names, texts and
// keys that they look for. Everything that asks uses resolvers, except the one fixture that must work without a state.

#include <parley/parley.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

using namespace parley;
using namespace std::chrono_literals;

// ---- results of every kind ---------------------------------------------------------------------------------------

// One red pixel.
constexpr unsigned char png_bytes[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x08, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0x18,
    0xdd, 0x8d, 0xb0, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

// No sample at all: a header and an empty data chunk.
constexpr unsigned char wav_bytes[] = {'R', 'I', 'F', 'F', 0x24, 0, 0,   0,   'W', 'A',  'V',  'E', 'f', 'm',  't',
                                       ' ', 16,  0,   0,   0,    1, 0,   1,   0,   0x44, 0xac, 0,   0,   0x88, 0x58,
                                       1,   0,   2,   0,   16,   0, 'd', 'a', 't', 'a',  0,    0,   0,   0};

template <std::size_t Size>
std::string bytes(unsigned char const (&data)[Size]) {
  return {reinterpret_cast<char const*>(data), Size};
}

std::string test_simple_text() { return "This is a simple text response for testing."; }
image_content test_image_content() { return {.data = bytes(png_bytes), .mime_type = "image/png"}; }
audio_content test_audio_content() { return {.data = bytes(wav_bytes), .mime_type = "audio/wav"}; }

embedded_resource test_embedded_resource() {
  return {
      .uri = "test://embedded-resource", .mime_type = "text/plain", .text = "This is an embedded resource content."};
}

std::vector<content_block> test_multiple_content_types() {
  return {text_content{.text = "Multiple content types test:"},
          image_content{.data = bytes(png_bytes), .mime_type = "image/png"},
          embedded_resource{.uri = "test://mixed-content-resource",
                            .mime_type = "application/json",
                            .text = R"({"test":"data","value":123})"}};
}

std::string test_error_handling() { throw tool_error{"This tool intentionally returns an error for testing"}; }

std::string test_tool_with_progress(Context& context) {
  std::mutex guard;
  std::condition_variable_any wake;
  std::unique_lock lock(guard);
  for (int done : {0, 50, 100}) {
    context.progress(done, 100, "Completed step " + std::to_string(done) + " of 100");
    wake.wait_for(lock, context.stop_token(), 50ms, [] { return false; });
  }
  return "progress reported";
}

std::string test_logging_tool(Context& context) {
  context.log(severity::info, "Tool execution started");
  return "logged";
}

// ---- capabilities ------------------------------------------------------------------------------------------------

std::string test_missing_capability() { return "the client can be asked for a message of its model"; }

struct Confirmation {
  bool ok;
};

OrElicit<Confirmation> go_on(Context& context) {
  if (!context.supports({.elicitation_form = true})) return Confirmation{true};
  return Elicit<Confirmation>{"Shall the stream go on?"};
}
std::string test_streaming_elicitation(Resolve<go_on> answer) { return answer->ok ? "went on" : "stopped"; }

// ---- multi round-trip requests -----------------------------------------------------------------------------------

struct Name {
  std::string name;
};
struct Color {
  std::string color;
};

// Without a state, as the suite has it: an answer counts whoever sends it.
std::variant<CallToolResult, InputRequired> test_input_required_result_elicitation(Context& context) {
  if (auto const answer = elicitation_answer<Name>(context, "user_name")) {
    return answer->match([](Name const& who) { return CallToolResult::text("Hello, " + who.name + "!"); },
                         [] { return CallToolResult::text("Hello, whoever you are!"); },
                         [] { return CallToolResult::text("Hello?"); });
  }
  return InputRequired{}.elicit<Name>("user_name", "What is your name?");
}

namespace sampling {
Sample capital_question() { return {"What is the capital of France?", 100}; }
std::string tool(Resolve<capital_question> answer) { return "The model says: " + answer->text; }
}  // namespace sampling

namespace roots {
ListRoots client_roots() { return {}; }
std::string tool(Resolve<client_roots> list) { return std::to_string(list->roots.size()) + " roots"; }
}  // namespace roots

namespace request_state {
Elicit<Confirmation> confirm() { return {"Please confirm"}; }
std::string tool(Resolve<confirm> answer) { return answer->ok ? "state-ok: confirmed" : "state-ok: not confirmed"; }
}  // namespace request_state

namespace multiple {
Elicit<Name> user_name() { return {"What is your name?"}; }
Sample greeting() { return {"Generate a greeting", 50}; }
std::string tool(Resolve<user_name> name, Resolve<greeting> words, Resolve<roots::client_roots> list) {
  return words->text + " " + name->name + ", with " + std::to_string(list->roots.size()) + " roots";
}
}  // namespace multiple

namespace multi_round {
Elicit<Name> step1() { return {"Step 1: What is your name?"}; }
Elicit<Color> step2(Resolve<step1> first) {
  return {message("Step 2: What is your favourite colour, {}?", first->name)};
}
std::string tool(Resolve<step1> first, Resolve<step2> second) { return first->name + " likes " + second->color; }
}  // namespace multi_round

namespace capabilities {
OrElicit<Name> user_name(Context& context) {
  if (!context.supports({.elicitation_form = true})) return Name{"somebody"};
  return Elicit<Name>{"What is your name?"};
}
std::string tool(Resolve<user_name> name, Resolve<sampling::capital_question> answer) {
  return name->name + " hears: " + answer->text;
}
}  // namespace capabilities

}  // namespace

int main(int argc, char** argv) {
  Server server{"everything", PARLEY_VERSION, {.title = "Conformance fixture"}};

  server.tool<test_simple_text>("Returns one text block.");
  server.tool<test_image_content>("Returns an image.");
  server.tool<test_audio_content>("Returns a sound.");
  server.tool<test_embedded_resource>("Returns an embedded resource.");
  server.tool<test_multiple_content_types>("Returns text, an image and a resource.");
  server.tool<test_error_handling>("Always fails.");
  server.tool<test_tool_with_progress>("Reports progress while it works.");
  server.tool<test_logging_tool>("Logs once.");
  server.tool<test_missing_capability>("Needs a client that can be asked to sample.", {.required = {.sampling = true}});
  server.tool<test_streaming_elicitation>("Asks when it may.");

  server.tool<test_input_required_result_elicitation>("Asks for a name, without a state.");
  server.tool<"test_input_required_result_sampling">("Asks the client's model.", &sampling::tool);
  server.tool<"test_input_required_result_list_roots">("Asks for the client's roots.", &roots::tool);
  server.tool<"test_input_required_result_request_state">("Asks, and carries a state.", &request_state::tool);
  server.tool<"test_input_required_result_multiple_inputs">("Asks three things at once.", &multiple::tool);
  server.tool<"test_input_required_result_multi_round">("Asks twice, one after the other.", &multi_round::tool);
  server.tool<"test_input_required_result_tampered_state">("Asks; its state is tampered with.", &request_state::tool);
  server.tool<"test_input_required_result_capabilities">("Asks what the client can answer.", &capabilities::tool);
  return run(server, argc, argv);
}
