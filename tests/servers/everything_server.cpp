// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The server under test of the official conformance suite: the tools, prompts and resources that its scenarios use, by
// the names, texts and keys that they look for. Everything that asks uses resolvers, except the one fixture that must
// work without a state.

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

// Waits, unless the client gives up.
void pass(Context& context, std::chrono::milliseconds time) {
  std::mutex guard;
  std::condition_variable_any wake;
  std::unique_lock lock(guard);
  wake.wait_for(lock, context.stop_token(), time, [] { return false; });
}

std::string test_tool_with_progress(Context& context) {
  for (int done : {0, 50, 100}) {
    context.progress(done, 100, "Completed step " + std::to_string(done) + " of 100");
    pass(context, 50ms);
  }
  return "progress reported";
}

std::string test_logging_tool(Context& context) {
  context.log(severity::info, "Tool execution started");
  return "logged";
}

std::string test_tool_with_logging(Context& context) {
  for (char const* line : {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    context.log(severity::info, line);
    pass(context, 50ms);
  }
  return "logged three times";
}

// Goes on after the client has been sent away to come back for the rest.
std::string test_reconnection(Context& context) {
  context.release_stream();
  pass(context, 100ms);
  return "Came to its end while nobody was connected.";
}

// The argument that a client repeats in a header.
struct Place {
  std::optional<std::string> region;
  std::int64_t level;
  static constexpr auto fields = parley::fields(field<&Place::region>{.description = "Where", .header = "Region"});
};
std::string test_x_mcp_header(Input<Place> place) {
  return place->region.value_or("no region") + ", level " + std::to_string(place->level);
}

// ---- resources ---------------------------------------------------------------------------------------------------

std::string static_text() { return "This is the content of the static text resource."; }
ResourceContents static_binary() { return ResourceContents::of_bytes(bytes(png_bytes)); }
std::string watched_resource() { return "A resource whose changes can be watched."; }

struct TemplateData {
  std::string id;
  bool templateTest;
  std::string data;
};
TemplateData template_data(Arg<"id"> id) { return {*id, true, "Data for ID: " + *id}; }

// ---- prompts -----------------------------------------------------------------------------------------------------

std::string test_simple_prompt() { return "This is a simple prompt for testing."; }

std::string test_prompt_with_arguments(Arg<"arg1"> first, Arg<"arg2"> second) {
  return "Prompt with arguments: arg1='" + *first + "', arg2='" + *second + "'";
}
std::vector<std::string> complete_arg1(Arg<"arg1"> so_far) { return {*so_far + "1", *so_far + "2"}; }

std::vector<PromptMessage> test_prompt_with_embedded_resource(Arg<"resourceUri"> uri) {
  return {{.content = embedded_resource{.uri = *uri, .mime_type = "text/plain", .text = "Embedded for testing."}},
          PromptMessage::user("Please process the embedded resource above.")};
}

std::vector<PromptMessage> test_prompt_with_image() {
  return {{.content = image_content{.data = bytes(png_bytes), .mime_type = "image/png"}},
          PromptMessage::user("Please analyze the image above.")};
}

// ---- lists that change -------------------------------------------------------------------------------------------

// Add something and take it away again, so that clients are told and the list is what it was. One at a time: a name is
// given once.
std::mutex changing;

std::string test_trigger_tool_change(Service<Server> server) {
  std::lock_guard const lock(changing);
  server->tool<"test_passing_tool">("Comes and goes.", [] { return std::string("gone"); });
  server->remove_tool("test_passing_tool");
  return "The list of tools has changed, and changed back.";
}

std::string test_trigger_prompt_change(Service<Server> server) {
  std::lock_guard const lock(changing);
  server->prompt<"test_passing_prompt">("Comes and goes.", [] { return std::string("gone"); });
  server->remove_prompt("test_passing_prompt");
  return "The list of prompts has changed, and changed back.";
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

// ---- questions as clients of older revisions are asked them ------------------------------------------------------

namespace asked_model {
Sample reply(Arg<"prompt"> prompt) { return {*prompt, 100}; }
std::string tool(Arg<"prompt">, Resolve<reply> answer) { return "LLM response: " + answer->text; }
}  // namespace asked_model

template <class Form>
std::string told(ElicitationResult<Form> const& answer, char const* what) {
  return what + answer.match([](Form const&) { return std::string("accept"); }, [] { return std::string("decline"); },
                             [] { return std::string("cancel"); });
}

struct Account {
  std::string username;
  std::string email;
};
namespace asked_person {
Elicit<Account> account(Arg<"message"> words) { return {unchecked_message(*words)}; }
std::string tool(Arg<"message">, Resolve<account, ElicitationResult<Account>> answer) {
  return told(answer, "User response: ");
}
}  // namespace asked_person

enum class Status { active, inactive, pending };
struct Profile {
  std::string name = "John Doe";
  int age = 30;
  double score = 95.5;
  Status status = Status::active;
  bool verified = true;
  static constexpr auto fields = parley::fields(field<&Profile::status>{.optional = true});  // 0 is no default unasked
};
namespace asked_with_defaults {
Elicit<Profile> profile() { return {"Please look through your profile."}; }
std::string tool(Resolve<profile, ElicitationResult<Profile>> answer) {
  return told(answer, "Elicitation completed: ");
}
}  // namespace asked_with_defaults

// Each way in which choices may be written. One of them is of the past, and no type makes it.
tool_outcome test_elicitation_sep1330_enums(Context& context) {
  if (auto const action = elicitation_action(context, "choices"); action && context.request_state() == "asked") {
    return CallToolResult::text("Elicitation completed: " + std::string(to_string(*action)));
  }
  return InputRequired{}
      .form("choices", "Please choose.", R"({
        "type": "object",
        "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {"type": "string", "oneOf": [
            {"const": "value1", "title": "First Option"},
            {"const": "value2", "title": "Second Option"},
            {"const": "value3", "title": "Third Option"}]},
          "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                         "enumNames": ["Option One", "Option Two", "Option Three"]},
          "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
          "titledMulti": {"type": "array", "items": {"anyOf": [
            {"const": "value1", "title": "First Choice"},
            {"const": "value2", "title": "Second Choice"},
            {"const": "value3", "title": "Third Choice"}]}}
        }
      })")
      .state("asked");
}

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

namespace from_a_prompt {
struct Circumstances {
  std::string context;
};
Elicit<Circumstances> user_context() { return {"What context should the prompt use?"}; }
std::string prompt(Resolve<user_context> answer) { return "Use this context: " + answer->context; }
}  // namespace from_a_prompt

namespace capabilities {
OrElicit<Name> user_name(Context& context) {
  if (!context.supports({.elicitation_form = true})) return Name{"somebody"};
  return Elicit<Name>{"What is your name?"};
}
std::string tool(Resolve<user_name> name, Resolve<sampling::capital_question> answer) {
  return name->name + " hears: " + answer->text;
}
}  // namespace capabilities

// Listed as it stands here, whatever is in it.
ToolDefinition json_schema_2020_12_tool() {
  return {.name = "json_schema_2020_12_tool",
          .description = "Takes arguments that a schema with all kinds of keywords describes.",
          .input_schema = R"({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
              "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
              }
            },
            "properties": {
              "name": {"type": "string"},
              "address": {"$ref": "#/$defs/address"},
              "contactMethod": {"type": "string", "enum": ["phone", "email"]},
              "phone": {"type": "string"},
              "email": {"type": "string"}
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false
          })"};
}

}  // namespace

int main(int argc, char** argv) {
  Server server{"everything", PARLEY_VERSION, {.title = "Conformance fixture"}};
  server.provide(server);

  server.tool<test_simple_text>("Returns one text block.");
  server.tool<test_image_content>("Returns an image.");
  server.tool<test_audio_content>("Returns a sound.");
  server.tool<test_embedded_resource>("Returns an embedded resource.");
  server.tool<test_multiple_content_types>("Returns text, an image and a resource.");
  server.tool<test_error_handling>("Always fails.");
  server.tool<test_tool_with_progress>("Reports progress while it works.");
  server.tool<test_logging_tool>("Logs once.");
  server.tool<test_tool_with_logging>("Logs while it works.");
  server.tool<test_reconnection>("Closes its stream and goes on.");
  server.tool<test_x_mcp_header>("Takes an argument that is repeated in a header.");
  server.tool<test_trigger_tool_change>("Changes the list of tools for a moment.");
  server.tool<test_trigger_prompt_change>("Changes the list of prompts for a moment.");
  server.add_tool(json_schema_2020_12_tool(), [](json const&) { return "The arguments fit."; });
  server.tool<test_missing_capability>("Needs a client that can be asked to sample.", {.required = {.sampling = true}});
  server.tool<test_streaming_elicitation>("Asks when it may.");

  server.tool<"test_sampling">("Asks the client's model what it is told to.", &asked_model::tool);
  server.tool<"test_elicitation">("Asks the person what it is told to.", &asked_person::tool);
  server.tool<"test_elicitation_sep1034_defaults">("Asks with a form that is filled in.", &asked_with_defaults::tool);
  server.tool<test_elicitation_sep1330_enums>("Asks with choices of every kind.");

  server.tool<test_input_required_result_elicitation>("Asks for a name, without a state.");
  server.tool<"test_input_required_result_sampling">("Asks the client's model.", &sampling::tool);
  server.tool<"test_input_required_result_list_roots">("Asks for the client's roots.", &roots::tool);
  server.tool<"test_input_required_result_request_state">("Asks, and carries a state.", &request_state::tool);
  server.tool<"test_input_required_result_multiple_inputs">("Asks three things at once.", &multiple::tool);
  server.tool<"test_input_required_result_multi_round">("Asks twice, one after the other.", &multi_round::tool);
  server.tool<"test_input_required_result_tampered_state">("Asks; its state is tampered with.", &request_state::tool);
  server.tool<"test_input_required_result_capabilities">("Asks what the client can answer.", &capabilities::tool);

  server.resource<"test://static-text", static_text>("A text.", {.mime_type = "text/plain"});
  server.resource<"test://static-binary", static_binary>("An image.", {.mime_type = "image/png"});
  server.resource<"test://watched-resource", watched_resource>("A text.", {.mime_type = "text/plain"});
  server.resource<"test://template/{id}/data", template_data>("The data of an id.", {.mime_type = "application/json"});

  server.prompt<test_simple_prompt>("One message.");
  server.prompt<test_prompt_with_arguments>("A message with both arguments in it.",
                                            {.completers = {completer<"arg1", complete_arg1>()}});
  server.prompt<test_prompt_with_embedded_resource>("A message with a resource in it.");
  server.prompt<test_prompt_with_image>("A message with an image.");
  server.prompt<"test_input_required_result_prompt">("Asks before it is made.", &from_a_prompt::prompt);
  return run(server, argc, argv);
}
