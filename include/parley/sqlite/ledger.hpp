// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/environment.hpp>
#include <parley/server/ledger.hpp>
#include <parley/server/memory_ledger.hpp>
#include <parley/sqlite/database.hpp>
#include <parley/sqlite/ledger_file.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace parley {

struct sqlite_ledger_options {
  // As for a ledger in memory, for all that is in the file. Processes that share one should have the same.
  ledger_limits limits{};
  // For how long a process that has claimed something is believed to be alive when it does not say so; it says so three
  // times as often. When it was killed, its claims are lost after this time. 1 s … 1 h. Default 30 s.
  std::chrono::milliseconds lease{30'000};
  // How long a call waits for other processes that are writing before the ledger counts as unreachable; zero: not at
  // all. 0 … half of `lease`. Default 5 s.
  std::chrono::milliseconds patience{5'000};
};

// A ledger in a file, for several processes of one machine: a flow that one of them has run is known to all, and after
// a restart. What it says is on the disk before it says so (WAL, synchronous=FULL). Needs SQLite 3.37: parley::sqlite
// in CMake, which nothing else of parley links.
//
// The file is made with mode 0600; results are in it as they went to clients. It must be on a local disk. A copy, or a
// backup that is put back, is the same ledger to every state that is under way, and does not know what has run since:
// delete the file instead, and clients start over.
//
// All members may be called from several threads at once. They wait for the disk, and for other processes up to
// `patience`; then they throw ledger_unreachable. One thread is started with the first claim; it wakes while claims are
// held. An object must not be used on the other side of a fork.
class sqlite_ledger final : public ledger {
 public:
  // Opens `file`, or makes it. Throws std::invalid_argument for options out of range, ledger_unreachable when the file
  // is locked for longer than `patience`, and std::runtime_error when it cannot be had or is something else: another
  // database, no database, or open to everybody on the machine.
  inline explicit sqlite_ledger(std::filesystem::path const& file, sqlite_ledger_options const& options = {},
                                environment world = system_environment());
  // What it still holds becomes lost: at once, or after the lease if the file cannot be written to.
  inline ~sqlite_ledger() override;

  std::string_view id() const noexcept override { return id_; }
  bool blocks() const noexcept override { return true; }
  inline ledger_finding find(ledger_claim const& what) override;
  inline ledger_finding claim(ledger_claim const& what) override;
  inline void finish(ledger_key const& key, std::string outcome) override;
  inline void release(ledger_key const& key) override;
  inline void abandon(ledger_key const& key) noexcept override;

 private:
  using real_clock = std::chrono::steady_clock;  // for waiting; what is written down comes from the environment
  using guard = std::unique_lock<std::mutex>;
  struct times {
    std::int64_t wall, steady;
  };
  struct look {
    ledger_finding finding{};
    bool is_over = false;     // its time, by all clocks that are known
    bool has_lapsed = false;  // its lease, and so it reads as lost and is not yet
  };
  // Of what was claimed here and has not ended: whether somebody still means to end it.
  enum class hold : std::uint8_t { kept, orphaned };

  inline static sqlite_ledger_options const& checked(sqlite_ledger_options const& options);
  inline guard lock();
  inline times now() const;
  inline look look_at(ledger_claim const& what, times const& at);
  inline ledger_finding settle(ledger_claim const& what, look const& seen);
  inline bool is_full(ledger_claim const& what);
  inline void start_renewing();
  inline void renew_while_held();
  inline void renew();
  inline void say(std::exception const& fault) const noexcept;

  sqlite_ledger_options const options_;
  environment const world_;
  detail::sqlite_database database_;
  std::string const id_, boot_;
  std::array<std::byte, 16> owner_{};

  std::mutex mutex_{};  // for all below, and the database
  std::map<ledger_key, hold> held_{};
  std::condition_variable bell_{};
  bool is_ending_ = false;
  std::thread renewer_{};

  using statement = detail::sqlite_statement;
  statement const find_{database_,
                        "SELECT answers, state, owner, until, boot, until_steady, lease, lease_steady, outcome "
                        "FROM entry LEFT JOIN result USING (flow, part) WHERE flow = ?1 AND part = ?2"};
  statement const drop_{database_,
                        "DELETE FROM entry WHERE (flow, part) IN (SELECT flow, part FROM entry WHERE until <= ?1"
                        " AND owner <> ?2 AND (boot <> ?3 OR until_steady <= ?4)"
                        " AND (state <> 0 OR CASE WHEN boot = ?3 THEN lease_steady <= ?4 ELSE lease <= ?1 END)"
                        " ORDER BY until LIMIT 256)"};
  statement const count_{database_,
                         "SELECT entries, (SELECT count(*) FROM (SELECT 1 FROM entry WHERE who = ?1 LIMIT ?2)) "
                         "FROM ledger"};
  statement const insert_{database_,
                          "INSERT INTO entry (flow, part, answers, who, state, owner, boot, until, until_steady, lease,"
                          " lease_steady) VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, ?9, ?10)"};
  // Whoever has it may say how it ended after it was taken for dead: that is true, and nobody else has begun.
  statement const finish_{database_,
                          "UPDATE entry SET state = 1, owner = x'' WHERE flow = ?1 AND part = ?2 AND owner = ?3"};
  statement const release_{database_, "DELETE FROM entry WHERE flow = ?1 AND part = ?2 AND owner = ?3"};
  statement const abandon_{database_,
                           "UPDATE entry SET state = 2, owner = x'' WHERE flow = ?1 AND part = ?2 AND owner = ?3"};
  statement const renew_{database_,
                         "UPDATE entry SET state = 0, lease = ?4, lease_steady = ?5"
                         " WHERE flow = ?1 AND part = ?2 AND owner = ?3"};
  statement const lapse_{database_,
                         "UPDATE entry SET state = 2 WHERE flow = ?1 AND part = ?2 AND state = 0 AND owner <> ?3"
                         " AND CASE WHEN boot = ?4 THEN lease_steady <= ?6 ELSE lease <= ?5 END"};
  statement const keep_{database_, "INSERT INTO result (flow, part, outcome) VALUES (?1, ?2, ?3)"};
  statement const bytes_{database_, "SELECT bytes FROM ledger"};
  statement const drop_result_{database_, "DELETE FROM result WHERE number = (SELECT min(number) FROM result)"};
};

sqlite_ledger_options const& sqlite_ledger::checked(sqlite_ledger_options const& options) {
  using namespace std::chrono_literals;
  detail::check_ledger_limits(options.limits);
  if (options.lease < 1s || options.lease > 1h) {
    throw std::invalid_argument("parley: sqlite_ledger_options::lease must be 1 s to 1 h");
  }
  if (options.patience < 0s || options.patience > options.lease / 2) {
    throw std::invalid_argument("parley: sqlite_ledger_options::patience must be 0 to half of the lease");
  }
  return options;
}

sqlite_ledger::sqlite_ledger(std::filesystem::path const& file, sqlite_ledger_options const& options, environment world)
    : options_(checked(options)),
      world_(std::move(world)),
      database_(detail::open_ledger_file(file, options.patience, world_)),
      id_(detail::read_ledger_id(database_)),
      boot_(detail::read_boot_id(world_)) {
  world_.random(owner_);
}

sqlite_ledger::~sqlite_ledger() {
  {
    std::lock_guard held(mutex_);
    is_ending_ = true;
  }
  bell_.notify_all();
  if (renewer_.joinable()) renewer_.join();
  for (auto& [key, how] : held_) how = hold::orphaned;
  try {
    database_.be_patient(options_.patience);
    if (!held_.empty()) renew();
  } catch (std::exception const& fault) {
    say(fault);
  }
}

// Waiting for other threads here counts as waiting for the file: so that when another process has it, all that wait
// give up together and not one after the other.
sqlite_ledger::guard sqlite_ledger::lock() {
  auto const late = real_clock::now() + options_.patience;
  guard made(mutex_);
  auto const left = std::chrono::ceil<std::chrono::milliseconds>(late - real_clock::now());
  database_.be_patient(std::max(left, std::chrono::milliseconds(0)));
  return made;
}

sqlite_ledger::times sqlite_ledger::now() const {
  using std::chrono::floor, std::chrono::milliseconds;
  return {floor<milliseconds>(world_.wall_clock()).time_since_epoch().count(),
          floor<milliseconds>(world_.steady_clock()).time_since_epoch().count()};
}

sqlite_ledger::look sqlite_ledger::look_at(ledger_claim const& what, times const& at) {
  detail::sqlite_run row(find_, what.key.flow, what.key.part);
  if (!row.next()) return {};
  auto const as_text = [](auto const& bytes) {
    return std::string_view(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  };
  bool const same_boot = row.bytes(4) == boot_;
  look seen;
  seen.is_over = row.number(3) <= at.wall && (!same_boot || row.number(5) <= at.steady);
  auto const state = row.number(1);
  if (state == 0) {
    bool const is_ours = row.bytes(2) == as_text(owner_);
    auto const held = held_.find(what.key);
    // We know of ourselves whether we are alive, whatever a lease says that could not be renewed.
    if (is_ours) seen.has_lapsed = held == held_.end() || held->second == hold::orphaned;
    if (!is_ours) seen.has_lapsed = same_boot ? row.number(7) <= at.steady : row.number(6) <= at.wall;
  }
  auto& finding = seen.finding;
  if (row.bytes(0) != as_text(what.answers)) {
    finding.verdict = ledger_verdict::refused;
  } else if (state == 1) {
    finding = {ledger_verdict::done, !row.is_null(8), std::string(row.bytes(8))};
  } else {
    finding.verdict = state == 0 && !seen.has_lapsed ? ledger_verdict::running : ledger_verdict::lost;
  }
  return seen;
}

// Writes down what has lapsed. If that cannot be done now it reads as lost all the same.
ledger_finding sqlite_ledger::settle(ledger_claim const& what, look const& seen) {
  if (!seen.has_lapsed) return seen.finding;
  try {
    database_.be_patient(std::chrono::milliseconds(0));
    auto const at = now();
    detail::sqlite_run(lapse_, what.key.flow, what.key.part, owner_, boot_, at.wall, at.steady).finish();
  } catch (ledger_unreachable const&) {
  }
  return seen.finding;
}

ledger_finding sqlite_ledger::find(ledger_claim const& what) {
  auto const held = lock();
  return settle(what, look_at(what, now()));
}

bool sqlite_ledger::is_full(ledger_claim const& what) {
  auto const number = [](std::size_t size) {
    return static_cast<std::int64_t>(std::min<std::size_t>(size, std::numeric_limits<std::int64_t>::max()));
  };
  auto const most = number(options_.limits.entries_per_principal);
  detail::sqlite_run row(count_, what.who, most);
  return !row.next() || row.number(0) >= number(options_.limits.entries) || row.number(1) >= most;
}

ledger_finding sqlite_ledger::claim(ledger_claim const& what) {
  auto const held = lock();
  auto const at = now();
  // Who comes again waits for no other process.
  auto seen = look_at(what, at);
  if (seen.finding.verdict != ledger_verdict::absent && !seen.is_over) return settle(what, seen);

  start_renewing();
  detail::sqlite_transaction change(database_);
  detail::sqlite_run(drop_, at.wall, owner_, boot_, at.steady).finish();
  seen = look_at(what, at);
  if (seen.finding.verdict == ledger_verdict::absent && is_full(what)) seen.finding.verdict = ledger_verdict::full;
  if (seen.finding.verdict != ledger_verdict::absent) {
    change.commit();
    return settle(what, seen);
  }

  using std::chrono::milliseconds, std::chrono::sys_time;
  auto const until = what.until.time_since_epoch().count();
  auto const left = detail::time_left(what, sys_time<milliseconds>(milliseconds(at.wall))).count();
  auto const lease = options_.lease.count();
  detail::sqlite_run(insert_, what.key.flow, what.key.part, what.answers, what.who, owner_, boot_, until,
                     at.steady + left, at.wall + lease, at.steady + lease)
      .finish();
  auto const place = held_.insert_or_assign(what.key, hold::kept).first;
  try {
    change.commit();
  } catch (...) {
    held_.erase(place);  // should it be on the disk after all, it is ours and not held: lost
    throw;
  }
  bell_.notify_all();
  return {ledger_verdict::mine, true, {}};
}

void sqlite_ledger::finish(ledger_key const& key, std::string outcome) {
  auto const held = lock();
  auto const place = held_.find(key);
  if (place == held_.end() || place->second == hold::orphaned) return;
  place->second = hold::orphaned;  // until it is written down
  auto const& limits = options_.limits;
  detail::sqlite_transaction change(database_);
  bool const is_there = detail::sqlite_run(finish_, key.flow, key.part, owner_).finish() == 1;
  if (is_there && outcome.size() <= limits.result_size && outcome.size() <= limits.result_bytes) {
    auto const has_room = [&] {
      detail::sqlite_run row(bytes_);
      return !row.next() || static_cast<std::size_t>(row.number(0)) <= limits.result_bytes - outcome.size();
    };
    while (!has_room() && detail::sqlite_run(drop_result_).finish() == 1) {
    }
    detail::sqlite_run(keep_, key.flow, key.part, outcome).finish();
  }
  change.commit();
  held_.erase(place);
}

void sqlite_ledger::release(ledger_key const& key) {
  auto const held = lock();
  auto const place = held_.find(key);
  if (place == held_.end() || place->second == hold::orphaned) return;
  place->second = hold::orphaned;
  detail::sqlite_run(release_, key.flow, key.part, owner_).finish();
  held_.erase(place);
}

void sqlite_ledger::abandon(ledger_key const& key) noexcept {
  auto const held = lock();
  auto const place = held_.find(key);
  if (place == held_.end()) return;
  place->second = hold::orphaned;
  try {
    detail::sqlite_run(abandon_, key.flow, key.part, owner_).finish();
    held_.erase(place);
  } catch (std::exception const& fault) {
    say(fault);  // the thread tries again, and the lease ends it
  }
}

void sqlite_ledger::start_renewing() {
  if (renewer_.joinable()) return;
  try {
    renewer_ = std::thread([this] { renew_while_held(); });
  } catch (std::system_error const&) {
    throw ledger_unreachable("parley: the ledger in SQLite cannot start its thread");
  }
}

void sqlite_ledger::renew_while_held() {
  guard held(mutex_);
  while (!is_ending_) {
    if (held_.empty()) {
      bell_.wait(held);
      continue;
    }
    if (bell_.wait_for(held, options_.lease / 3, [this] { return is_ending_; })) return;
    try {
      database_.be_patient(options_.patience / 2);
      renew();
    } catch (std::exception const& fault) {
      say(fault);
    }
  }
}

// Says that this process lives, and what it will say no more about.
void sqlite_ledger::renew() {
  auto const at = now();
  auto const lease = options_.lease.count();
  detail::sqlite_transaction change(database_);
  for (auto const& [key, how] : held_) {
    if (how == hold::kept) {
      detail::sqlite_run(renew_, key.flow, key.part, owner_, at.wall + lease, at.steady + lease).finish();
    } else {
      detail::sqlite_run(abandon_, key.flow, key.part, owner_).finish();
    }
  }
  change.commit();
  std::erase_if(held_, [](auto const& each) { return each.second == hold::orphaned; });
}

void sqlite_ledger::say(std::exception const& fault) const noexcept {
  write_log(world_, severity::warning, "ledger_unreachable", fault.what());
}

}  // namespace parley
