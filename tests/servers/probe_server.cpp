// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A server for tests at the wire: one small tool for each thing that a client can get wrong, or that a server can.
// It uses public headers only and takes the options of parley::run. Environment variables say what the command line
// cannot: PROBE_AUDIENCE, the name of the service inside states, PROBE_SEALING=aes_256_gcm, PROBE_PAGE_SIZE,
// PROBE_MAX_SUBSCRIPTIONS, and PROBE_TOOLS_ONLY, which leaves out what is not a tool. A ledger in a file has a lease of
// 2 s.

#include <parley/parley.hpp>
#ifdef PROBE_HAS_SQLITE
#include <parley/sqlite/ledger.hpp>
#endif

#include "probe_features.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace {

using namespace parley;
using namespace std::chrono_literals;

// ---- plain tools -------------------------------------------------------------------------------------------------

std::string noargs() { return "ok"; }

struct Number {
  std::int64_t n;
};
Number echo_int(Arg<"n", std::int64_t> n) { return {*n}; }

std::string opt(Arg<"a"> a, Arg<"b", std::optional<std::string>> b) { return *a + "|" + b->value_or("-"); }

// A text of that many bytes; -1 gives bytes that are not UTF-8, as a careless tool would.
std::string blob(Arg<"bytes", int> bytes) {
  if (*bytes < 0) return "\xC0\xFF";
  return std::string(static_cast<std::size_t>(*bytes), 'x');
}

// Text with everything that framing has to survive.
std::string awkward() {
  return "one\ntwo\r\nthree\xE2\x80\xA8"
         "four \xF0\x9F\x98\x80";
}

struct Sleeps {
  std::mutex guard{};
  std::condition_variable_any wake{};
  bool saw_cancellation = false;
  int running = 0;
};

std::string slow(Arg<"ms", int> ms, Arg<"tag", std::optional<std::string>> tag, Service<Sleeps> sleeps,
                 Context& context) {
  auto const begin = std::chrono::steady_clock::now();
  auto const end = begin + std::chrono::milliseconds(*ms);
  std::unique_lock lock(sleeps->guard);
  sleeps->saw_cancellation = false;
  ++sleeps->running;
  for (auto next = begin; next < end;) {
    next = std::min(next + 100ms, end);
    sleeps->wake.wait_until(lock, context.stop_token(), next, [] { return false; });
    if (context.cancelled()) {
      sleeps->saw_cancellation = true;
      --sleeps->running;
      return "cancelled";
    }
    context.progress(std::chrono::duration<double, std::milli>(next - begin).count(), *ms);
  }
  --sleeps->running;
  return tag->value_or("slept");
}
std::string slow_status(Service<Sleeps> sleeps) {
  std::lock_guard lock(sleeps->guard);
  if (sleeps->saw_cancellation) return "cancelled";
  return sleeps->running > 0 ? "running" : "not cancelled";
}

// A line of each level.
std::string log_levels(Context& context) {
  for (severity const level : {severity::debug, severity::info, severity::notice, severity::warning, severity::error,
                               severity::critical, severity::alert, severity::emergency}) {
    context.log(level, to_string(level), "probe");
  }
  return "logged";
}

void nothing() {}

// More than its own schema allows.
struct Percent {
  int percent;
  static constexpr auto fields = parley::fields(field<&Percent::percent>{.min = 0, .max = 100});
};
Percent out_of_schema() { return {101}; }

// The wall clock of the server, which the first shift stops.
class Clock {
 public:
  using time_point = std::chrono::system_clock::time_point;

  time_point now() {
    std::lock_guard lock(guard_);
    return stopped_.value_or(std::chrono::system_clock::now());
  }
  void shift(std::chrono::milliseconds by) {
    auto const from = now();
    std::lock_guard lock(guard_);
    stopped_ = from + by;
  }

 private:
  std::mutex guard_{};
  std::optional<time_point> stopped_{};
};
std::string shift_clock(Arg<"ms", std::int64_t> ms, Service<Clock> clock) {
  clock->shift(std::chrono::milliseconds(*ms));
  return "shifted";
}

Number fail() { throw tool_error{"this tool always fails"}; }

std::string boom(Arg<"how", std::optional<std::string>> how) {
  if (how->value_or("") == "int") throw 42;
  throw std::runtime_error("/srv/secret/path.cpp: parley::internal::thing exploded");
}

// ---- questions ---------------------------------------------------------------------------------------------------

struct Person {
  std::string firstName;
  std::string lastName;
  std::optional<std::string> email;
  std::optional<int> age;
  static constexpr auto fields =
      parley::fields(field<&Person::email>{.format = format::email}, field<&Person::age>{.min = 0, .max = 150});
};
Elicit<Person> person() { return {message("Who are you?")}; }
std::string ask_name(Resolve<person> who) {
  return who->firstName + " " + who->lastName + (who->age ? ", " + std::to_string(*who->age) : "");
}

// By hand: a form without fields is never sent by a resolver, since some hosts accept it without showing it.
tool_outcome ask_confirm(Context& context) {
  if (auto const action = elicitation_action(context, "confirm")) {
    return CallToolResult::text("answered: " + std::string(to_string(*action)));
  }
  return InputRequired{}.form("confirm", "Go on?", R"({"type":"object","properties":{}})");
}

tool_outcome ask_nothing() { return InputRequired{}; }

// By hand, with a state: the first answer counts only in the round that the state says it belongs to.
struct Nickname {
  std::string nickname;
};
tool_outcome ask_by_hand(Context& context) {
  auto const answer = elicitation_answer<Nickname>(context, "nick");
  if (context.request_state() == "asked" && answer) {
    return CallToolResult::text(answer->match([](Nickname const& given) { return "hello " + given.nickname; },
                                              [] { return std::string("declined"); },
                                              [] { return std::string("cancelled"); }));
  }
  return InputRequired{}.elicit<Nickname>("nick", "Your nickname?").state("asked");
}

enum class Color { red, green, blue };
constexpr auto parley_titles(Color) {
  return titles<Color>(
      {{Color::red, "Red", "#FF0000"}, {Color::green, "Green", "#00FF00"}, {Color::blue, "Blue", "#0000FF"}});
}
struct Palette {
  std::vector<Color> colors;
  static constexpr auto fields =
      parley::fields(field<&Palette::colors>{.title = "Colours", .min_items = 1, .max_items = 2});
};
Elicit<Palette> palette() { return {message("Which colours?")}; }
std::string ask_color(Resolve<palette> chosen) { return std::to_string(chosen->colors.size()) + " colours"; }

// Every kind of field that a form may have.
enum class Size { small, medium, large };
struct Order {
  std::string name;
  std::string email;
  std::string home_page;
  date day;
  date_time moment;
  int count;
  double weight;
  bool gift = true;
  Size size;
  Color color;
  std::vector<Size> spare_sizes;
  std::optional<std::string> note;
  static constexpr auto fields = parley::fields(
      field<&Order::name>{.title = "Name", .description = "As on the letter box", .min_length = 2, .max_length = 5},
      field<&Order::email>{.format = format::email}, field<&Order::home_page>{.format = format::uri},
      field<&Order::count>{.min = 1, .max = 9}, field<&Order::weight>{.min = 0.5, .max = 2.5});
};
Elicit<Order> order() { return {message("What would you like?")}; }
std::string ask_order(Resolve<order> wanted) { return wanted->name + " " + std::to_string(wanted->weight); }

struct Who {
  std::string name;
};
struct Yes {
  bool ok;
};
Elicit<Who> who() { return {message("Your name?")}; }
Elicit<Yes> ok() { return {message("Shall we?")}; }
std::string ask_two(Resolve<who> name, Resolve<ok> yes) { return name->name + (yes->ok ? ": yes" : ": no"); }

struct Hue {
  std::string color;
};
Elicit<Who> step_one() { return {message("Your name?")}; }
Elicit<Hue> step_two(Resolve<step_one> first) { return {message("Your favourite colour, {}?", first->name)}; }
std::string ask_steps(Resolve<step_one> first, Resolve<step_two> second) {
  return first->name + " likes " + second->color;
}

// Sends the person to a page; the page is finished as soon as somebody has called `finish_page`.
struct Page {
  std::atomic<bool> finished{false};
};
struct Visit {
  std::string page;
};
ElicitUrl<Visit> visit(Service<Page> page) {
  if (page->finished) return Visit{"done"};
  return {message("Please finish the page."), "https://example.org/pages/1"};
}
std::string ask_url(Resolve<visit> page) { return page->page; }
std::string finish_page(Service<Page> page) {
  page->finished = true;
  return "finished";
}

// Sends the person wherever the model likes; what is no good as a link must not get through.
ElicitUrl<Visit> anywhere(Arg<"url"> url) { return {message("Open this page?"), *url}; }
std::string ask_link(Arg<"url">, Resolve<anywhere> page) { return page->page; }
tool_outcome ask_link_by_hand(Arg<"url"> url) { return InputRequired{}.url("page", "Open this page?", *url); }

Sample greeting(Arg<"to"> to) { return {"Greet " + *to, 50}; }
std::string ask_model(Arg<"to">, Resolve<greeting> words) { return words->text; }
ListRoots folders() { return {}; }
std::string ask_roots(Resolve<folders> list) { return std::to_string(list->roots.size()) + " roots"; }

struct Till {
  std::atomic<int> charges{0};
};
Elicit<Yes> confirm(Arg<"amount", int> amount) { return {message("Charge {}?", *amount)}; }
std::string charge(Arg<"amount", int> amount, Arg<"account", std::optional<std::int64_t>>, Resolve<confirm> yes,
                   Service<Till> till) {
  if (!yes->ok) return "not charged";
  ++till->charges;
  return "charged " + std::to_string(*amount);
}
// The same question and the same signature, but another tool.
std::string charge_twice(Arg<"amount", int> amount, Resolve<confirm> yes, Service<Till> till) {
  if (!yes->ok) return "not charged";
  till->charges += 2;
  return "charged twice " + std::to_string(*amount);
}
// Takes its time, whoever goes away.
std::string charge_slowly(Arg<"amount", int> amount, Arg<"ms", int> ms, Resolve<confirm> yes, Service<Till> till) {
  if (!yes->ok) return "not charged";
  std::this_thread::sleep_for(std::chrono::milliseconds(*ms));
  return "charged " + std::to_string(*amount) + " as number " + std::to_string(++till->charges);
}
Number charge_count(Service<Till> till) { return {till->charges}; }

}  // namespace

int main(int argc, char** argv) {
  Sleeps sleeps;
  Page page;
  Till till;
  Clock clock;

  server_options options;
  if (char const* const audience = std::getenv("PROBE_AUDIENCE")) options.audience = audience;
  char const* const sealed = std::getenv("PROBE_SEALING");
  if (sealed != nullptr && sealed == std::string_view("aes_256_gcm")) options.keys.algorithm = sealing::aes_256_gcm;
  options.page_size = probe::number_from("PROBE_PAGE_SIZE", options.page_size);
  options.max_subscriptions = probe::number_from("PROBE_MAX_SUBSCRIPTIONS", options.max_subscriptions);
  options.may_read = probe::may_read;
  options.world.wall_clock = [&clock] { return clock.now(); };

  Server server{"probe", PARLEY_VERSION, std::move(options)};
  server.provide(server);
  server.provide(clock);
  server.provide(sleeps);
  server.provide(page);
  server.provide(till);

  server.tool<noargs>("Returns ok.", {.inline_handler = true});
  server.tool<echo_int>("Returns its number.");
  server.tool<opt>("Returns both texts.");
  server.tool<blob>("Returns a long text.");
  server.tool<awkward>("Returns text that is hard to frame.");
  server.tool<slow>("Sleeps and reports progress.");
  server.tool<slow_status>("Tells whether the last sleep was cancelled.");
  server.tool<ask_name>("Asks for a person's name.");
  server.tool<ask_confirm>("Asks with a form that has no fields.");
  server.tool<ask_color>("Asks for one or two colours.");
  server.tool<ask_two>("Asks two questions in one round.");
  server.tool<ask_steps>("Asks a second question that needs the first answer.");
  server.tool<ask_url>("Sends the person to a page.");
  server.tool<finish_page>("Finishes that page.");
  server.tool<charge>("Adds one to a counter when the person says yes.");
  server.tool<charge_slowly>("Adds one to a counter after a while.");
  server.tool<charge_count>("Tells the counter.");
  server.tool<charge_twice>("Adds two when the person says yes.");
  server.tool<ask_nothing>("Asks for nothing, which no tool may.");
  server.tool<ask_by_hand>("Asks by hand, with a state.");
  server.tool<ask_order>("Asks with every kind of field.");
  server.tool<ask_link>("Sends the person to a page of the model's choice.");
  server.tool<ask_link_by_hand>("The same by hand.");
  server.tool<ask_model>("Asks the client's model.");
  server.tool<ask_roots>("Asks the client for its roots.");
  server.tool<log_levels>("Logs a line of each level.");
  server.tool<nothing>("Returns nothing.");
  server.tool<out_of_schema>("Returns what its output schema does not allow.");
  server.tool<shift_clock>("Stops the clock of the server, and sets it forward or back.");
  server.tool<fail>("Has an output schema and fails.");
  server.tool<boom>("Throws.");
  probe::add_tools(server);
  if (std::getenv("PROBE_TOOLS_ONLY") == nullptr) probe::add_features(server);
#ifdef PROBE_HAS_SQLITE
  return run(server, argc, argv, [](std::string const& file) {
    sqlite_ledger_options with;
    with.lease = 2s;
    with.patience = 1s;
    return std::make_shared<sqlite_ledger>(file, with);
  });
#else
  return run(server, argc, argv);
#endif
}
