// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace parley {

// What a server shows to prove who it is. PEM files, read once at start; the key must not be encrypted.
struct tls_files {
  std::string certificate_chain{};  // the server's certificate first, then those that lead to the root
  std::string private_key{};
};

namespace detail {

// TLS 1.2 or later, no renegotiation, no compression, and HTTP/1.1 as the only protocol on offer (RFC 7301).
// Throws std::invalid_argument that names the file that cannot be used.
PARLEY_DECL std::shared_ptr<boost::asio::ssl::context> make_tls_context(tls_files const& files);

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <boost/asio/ssl/context.hpp>

#include <stdexcept>

namespace parley::detail {

// Picks http/1.1 from what the client offers. A client that offers only other protocols is refused: it would not
// understand what it gets.
PARLEY_DECL int choose_http_1_1(SSL*, unsigned char const** chosen, unsigned char* chosen_size,
                                unsigned char const* offered, unsigned int offered_size, void*) {
  static constexpr unsigned char ours[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char* pick = nullptr;  // points into `ours` or `offered`; the function's type forgets the const
  if (SSL_select_next_proto(&pick, chosen_size, ours, sizeof ours, offered, offered_size) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  *chosen = pick;
  return SSL_TLSEXT_ERR_OK;
}

PARLEY_DECL std::shared_ptr<boost::asio::ssl::context> make_tls_context(tls_files const& files) {
  namespace ssl = boost::asio::ssl;
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  SSL_CTX* const native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(native, &choose_http_1_1, nullptr);
  boost::system::error_code error;
  context->use_certificate_chain_file(files.certificate_chain, error);
  if (error)
    throw std::invalid_argument("parley: " + files.certificate_chain + " holds no certificate that can be used");
  context->use_private_key_file(files.private_key, ssl::context::pem, error);
  if (!error && SSL_CTX_check_private_key(native) != 1) {
    throw std::invalid_argument("parley: the key in " + files.private_key + " does not belong to the certificate in " +
                                files.certificate_chain);
  }
  if (error) throw std::invalid_argument("parley: " + files.private_key + " holds no private key that can be used");
  return context;
}

}  // namespace parley::detail

#endif
