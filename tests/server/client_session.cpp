// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/client_session.hpp>

#include <parley/server/pushed_questions.hpp>
#include <parley/server/subscription_hub.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using detail::pushed_questions;
using detail::subscription_hub;

namespace {

subscription_filter all_lists() { return {true, true, true, {}}; }

struct session {
  subscription_hub hub{{}, 1};
  std::shared_ptr<client_session> it = std::make_shared<client_session>();
  int woken = 0;

  session() {
    it->open(revision::v2025_11_25, {});
    it->set_waker([this] { ++woken; });
  }
};

std::shared_ptr<pushed_questions> one_question(std::string const& id) {
  return std::make_shared<pushed_questions>(std::vector<pushed_questions::question>{{id, "key", nullptr}});
}

incoming response_to(request_id id) {
  incoming message;
  message.kind = message_kind::response;
  message.id = std::move(id);
  message.result = std::make_shared<json const>(json::object());
  return message;
}

}  // namespace

TEST_CASE("a handshake happens once", "[server][LEG-05]") {
  client_session fresh;
  CHECK_FALSE(fresh.is_open());
  CHECK(fresh.open(revision::v2025_06_18, {.roots = true}));
  CHECK_FALSE(fresh.open(revision::v2025_11_25, {}));
  CHECK(fresh.spoken() == revision::v2025_06_18);
  CHECK(fresh.capabilities().roots);
  CHECK(fresh.log_level() == severity::info);
}

TEST_CASE("changes are told without tags, once each, to whoever is ready for them", "[server][LEG-54]") {
  session ada;
  ada.hub.list_changed(list_kind::tools);
  CHECK(ada.it->take_changes().empty());
  ada.it->begin_changes(ada.hub, all_lists());
  ada.it->begin_changes(ada.hub, all_lists());
  ada.hub.list_changed(list_kind::tools);
  ada.hub.list_changed(list_kind::tools);
  CHECK(ada.woken == 1);
  auto const lines = ada.it->take_changes();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})");
  CHECK(ada.it->take_changes().empty());
}

TEST_CASE("a resource is watched until it is not", "[server][LEG-53]") {
  session ada;
  CHECK(ada.it->watch(ada.hub, "notes://7"));
  CHECK(ada.it->watch(ada.hub, "notes://7"));
  CHECK(ada.it->watch(ada.hub, "notes://8"));
  ada.hub.resource_updated("notes://7");
  ada.hub.resource_updated("notes://9");
  auto const lines = ada.it->take_changes();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"notes://7"}})");
  ada.it->unwatch("notes://7");
  ada.it->unwatch("notes://7");
  ada.hub.resource_updated("notes://7");
  CHECK(ada.it->take_changes().empty());
  CHECK(ada.hub.count() == 1);
}

TEST_CASE("what one client watches is bounded, and does not count with the streams of others", "[server][SEC-14]") {
  session ada;
  client_session::limits within;
  within.watched_resources = 2;
  within.watched_bytes = 20;
  auto const small = std::make_shared<client_session>(true, within);
  small->open(revision::v2025_11_25, {});
  CHECK(small->watch(ada.hub, "a://1"));
  CHECK_FALSE(small->watch(ada.hub, "a://" + std::string(20, 'x')));
  CHECK(small->watch(ada.hub, "a://2"));
  CHECK_FALSE(small->watch(ada.hub, "a://3"));
  small->unwatch("a://1");
  CHECK(small->watch(ada.hub, "a://3"));
  CHECK(ada.hub.open(request_id::integer(1), all_lists()));  // the one that the hub may have
}

TEST_CASE("an answer finds its question by an id that is a string", "[server][LEG-51]") {
  session ada;
  auto const asked = one_question("17");
  REQUIRE(ada.it->expect(asked));
  ada.it->answer(response_to(request_id::integer(17)));
  ada.it->answer(response_to(request_id::string("18")));
  ada.it->answer(response_to({}));
  CHECK_FALSE(asked->settled());
  ada.it->answer(response_to(request_id::string("17")));
  CHECK(asked->settled());
}

TEST_CASE("questions are taken back, those that have had no answer", "[server][LEG-56]") {
  session ada;
  auto const asked = std::make_shared<pushed_questions>(
      std::vector<pushed_questions::question>{{"a", "first", nullptr}, {"b", "second", nullptr}});
  REQUIRE(ada.it->expect(asked));
  ada.it->answer(response_to(request_id::string("a")));
  CHECK(ada.it->withdraw(*asked) == std::vector<std::string>{"b"});
  ada.it->answer(response_to(request_id::string("b")));
  CHECK_FALSE(asked->settled());
}

TEST_CASE("no change is lost between the moment something is followed and the moment it is told", "[server][thread]") {
  subscription_hub hub{{}, 1};
  for (int round = 0; round < 200; ++round) {
    auto const it = std::make_shared<client_session>();
    it->open(revision::v2025_11_25, {});
    std::thread other([&] {
      for (int i = 0; i < 20; ++i) {
        hub.resource_updated("a://1");
        it->take_changes();
      }
    });
    REQUIRE(it->watch(hub, "a://1"));
    other.join();
    it->take_changes();
    hub.resource_updated("a://1");
    CHECK(it->take_changes().size() == 1);
  }
}

TEST_CASE("a session that is closed keeps nothing", "[server][LEG-26]") {
  session ada;
  auto const asked = one_question("a");
  REQUIRE(ada.it->expect(asked));
  ada.it->begin_changes(ada.hub, all_lists());
  REQUIRE(ada.it->watch(ada.hub, "a://1"));
  ada.it->close();
  CHECK(asked->lost());
  CHECK(ada.hub.count() == 0);
  CHECK_FALSE(ada.it->watch(ada.hub, "a://1"));
  CHECK_FALSE(ada.it->expect(one_question("b")));
  ada.it->begin_changes(ada.hub, all_lists());
  CHECK(ada.hub.count() == 0);
  CHECK(ada.woken == 0);
}

TEST_CASE("without a stream nothing is told", "[server][LEG-41]") {
  subscription_hub hub{{}, 1};
  auto const lone = client_session::stateless(revision::v2025_11_25);
  lone->begin_changes(hub, all_lists());
  CHECK(hub.count() == 0);
  CHECK(lone->is_open());
  CHECK_FALSE(lone->has_stream());
  CHECK(lone->capabilities().elicitation_url);
  CHECK_FALSE(client_session::stateless(revision::v2025_06_18)->capabilities().elicitation_url);
}

TEST_CASE("changes, answers and the end may come from all sides at once", "[server][thread]") {
  subscription_hub hub{{}, 1};
  for (int round = 0; round < 50; ++round) {
    auto const it = std::make_shared<client_session>();
    it->open(revision::v2025_11_25, {});
    it->begin_changes(hub, all_lists());
    std::vector<std::thread> threads;
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) hub.list_changed(list_kind::tools);
    });
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        it->watch(hub, "a://" + std::to_string(i));
        it->unwatch("a://" + std::to_string(i - 1));
      }
    });
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) it->take_changes();
      auto const asked = one_question(std::to_string(round));
      it->expect(asked);
      it->answer(response_to(request_id::string(std::to_string(round))));
    });
    threads.emplace_back([&] { it->close(); });
    for (auto& one : threads) one.join();
  }
  CHECK(hub.count() == 0);
}
