// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_server.hpp>
#include <parley/asio/tls.hpp>

#include "asio/raw_client.hpp"
#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

using namespace parley::testing;

namespace {

// A key and a certificate that it has signed itself, in files that go with the object.
class certificate {
 public:
  certificate() {
    auto* const key = EVP_EC_gen("P-256");
    auto* const made = X509_new();
    X509_set_version(made, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
    X509_gmtime_adj(X509_getm_notBefore(made), -60);
    X509_gmtime_adj(X509_getm_notAfter(made), 3600);
    X509_set_pubkey(made, key);
    X509_sign(made, key, EVP_sha256());
    write(files.certificate_chain, [&](std::FILE* file) { PEM_write_X509(file, made); });
    write(files.private_key,
          [&](std::FILE* file) { PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr); });
    X509_free(made);
    EVP_PKEY_free(key);
  }
  ~certificate() {
    ::unlink(files.certificate_chain.c_str());
    ::unlink(files.private_key.c_str());
  }
  parley::tls_files files{};

 private:
  void write(std::string& name, auto const& what) {
    name = "/tmp/parley-tls-XXXXXX";
    auto* const file = ::fdopen(::mkstemp(name.data()), "w");
    what(file);
    std::fclose(file);
  }
};

// A client of OpenSSL's own, on a blocking socket.
class tls_client {
 public:
  tls_client(std::uint16_t port, int newest_version, std::string_view protocols)
      : context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free), stream_(raw_stream::connect(port)) {
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context_.get(), newest_version);
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<unsigned char const*>(protocols.data()),
                        static_cast<unsigned>(protocols.size()));
    SSL_set_fd(ssl_.get(), stream_.descriptor());
    connected = SSL_connect(ssl_.get()) == 1;
  }
  std::string protocol() const {
    unsigned char const* chosen = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_.get(), &chosen, &size);
    return {reinterpret_cast<char const*>(chosen), size};
  }
  void write(std::string const& text) { SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size())); }
  std::string read_until(std::string const& end) {
    std::string text;
    char chunk[4096];
    while (text.find(end) == std::string::npos) {
      int const got = SSL_read(ssl_.get(), chunk, sizeof chunk);
      if (got <= 0) break;
      text.append(chunk, static_cast<std::size_t>(got));
    }
    return text;
  }
  void shut_down() { SSL_shutdown(ssl_.get()); }

  bool connected = false;

 private:
  std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  std::unique_ptr<SSL, void (*)(SSL*)> ssl_{nullptr, &SSL_free};
  raw_stream stream_;
};

std::string_view const http_1_1 = "\x08http/1.1";
std::string_view const only_h2 = "\x02h2";

class secured {
 public:
  secured() {
    parley::http_options options;
    options.tls = own.files;
    http.emplace(io, edge.server, options);
    http->start();
    thread_ = std::thread([this] { io.run(); });
  }
  ~secured() {
    http.reset();
    io.stop();
    thread_.join();
  }
  certificate own{};
  edge_server edge{};
  boost::asio::io_context io{};
  std::optional<parley::http_server> http{};

 private:
  std::thread thread_{};
};

std::string post(std::string const& tool) {
  auto const body = call("1", tool, R"({"text":"x"})");
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: "
         "2026-07-28\r\n"
         "Mcp-Method: tools/call\r\nMcp-Name: " +
         tool + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("calls are answered over TLS 1.2 and 1.3, one after the other", "[http][tls]") {
  auto const version = GENERATE(TLS1_2_VERSION, TLS1_3_VERSION);
  secured server;
  CHECK(server.http->url().starts_with("https://"));
  tls_client client(server.http->port(), version, http_1_1);
  REQUIRE(client.connected);
  CHECK(client.protocol() == "http/1.1");
  for (auto const* tool : {"quick", "pooled", "quick"}) {
    client.write(post(tool));
    CHECK(client.read_until("}}}").find(R"("resultType":"complete")") != std::string::npos);
  }
}

TEST_CASE("older versions of TLS and other protocols are refused", "[http][tls]") {
  secured server;
  CHECK_FALSE(tls_client(server.http->port(), TLS1_1_VERSION, http_1_1).connected);
  CHECK_FALSE(tls_client(server.http->port(), TLS1_3_VERSION, only_h2).connected);
  CHECK(tls_client(server.http->port(), TLS1_3_VERSION, "").connected);
}

TEST_CASE("a client that ends its TLS session has its call cancelled", "[http][tls][HTTP-16]") {
  secured server;
  tls_client client(server.http->port(), TLS1_3_VERSION, http_1_1);
  client.write(post("wait"));
  REQUIRE(server.edge.at.wait_arrived(1));
  client.shut_down();
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("plain text on a TLS port is cut off", "[http][tls]") {
  secured server;
  auto client = raw_stream::connect(server.http->port());
  client.write(post("quick"));
  CHECK(client.read_to_end().find("HTTP/1.1") == std::string::npos);
}

TEST_CASE("files that cannot be used are named at start", "[tls]") {
  certificate first;
  certificate second;
  CHECK_THROWS_AS(parley::detail::make_tls_context({"/nowhere", first.files.private_key}), std::invalid_argument);
  CHECK_THROWS_AS(parley::detail::make_tls_context({first.files.certificate_chain, "/nowhere"}), std::invalid_argument);
  CHECK_THROWS_AS(parley::detail::make_tls_context({first.files.certificate_chain, second.files.private_key}),
                  std::invalid_argument);
}
