// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/crypto/openssl.hpp>

#include <parley/core/hex.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace parley;

namespace {

primitives const& crypto() { return *default_primitives<>::get(); }

std::vector<std::byte> hex(std::string_view digits) { return hex_decode(digits).value(); }

template <class Bytes>
std::string shown(Bytes const& bytes) {
  return hex_encode(std::span<std::byte const>(bytes));
}

template <class Array>
Array array_of(std::string_view digits) {
  auto const bytes = hex(digits);
  Array made;
  REQUIRE(bytes.size() == made.size());
  std::copy(bytes.begin(), bytes.end(), made.begin());
  return made;
}

}  // namespace

TEST_CASE("SHA-256 has the vectors of FIPS 180-4", "[crypto]") {
  CHECK(shown(crypto().sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(shown(crypto().sha256(hex("616263"))) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(shown(crypto().sha256(detail::bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("HMAC-SHA256 has the vectors of RFC 4231", "[crypto]") {
  struct vector {
    std::string key, text, tag;
  };
  auto repeat = [](std::string_view byte, int times) {
    std::string digits;
    for (; times > 0; --times) digits += byte;
    return digits;
  };
  std::vector<vector> const vectors{
      {repeat("0b", 20), "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {repeat("aa", 20), repeat("dd", 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {"0102030405060708090a0b0c0d0e0f10111213141516171819", repeat("cd", 50),
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {repeat("aa", 131),
       "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b657920466972"
       "7374",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {repeat("aa", 131),
       "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061"
       "206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f206265206861736865"
       "64206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (auto const& each : vectors) {
    auto const mac = crypto().make_mac(hex(each.key));
    CHECK(shown(mac->tag(hex(each.text))) == each.tag);
    CHECK(shown(mac->tag(hex(each.text))) == each.tag);  // the keyed context is as it was
  }
}

TEST_CASE("HMAC takes an empty key and an empty text", "[crypto]") {
  CHECK(shown(crypto().make_mac({})->tag({})) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST_CASE("HKDF-SHA256 has the vectors of RFC 5869", "[crypto]") {
  auto derive = [](std::string_view secret, std::string_view salt, std::string_view info, std::size_t size) {
    std::vector<std::byte> out(size);
    auto const text = hex(info);
    crypto().hkdf(hex(secret), hex(salt), {reinterpret_cast<char const*>(text.data()), text.size()}, out);
    return shown(out);
  };
  CHECK(derive("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
               42) == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
  CHECK(derive("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f3031323"
               "33435363"
               "738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f",
               "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f9091929"
               "39495969"
               "798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
               "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e"
               "3e4e5e6e"
               "7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
               82) ==
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09"
        "b8367793a9"
        "aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87");
  CHECK(derive("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "", 42) ==
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
}

TEST_CASE("AES-256-GCM has the vectors of its authors and of NIST", "[crypto]") {
  struct vector {
    std::string_view key, nonce, associated, plain, cipher, tag;
  };
  std::vector<vector> const vectors{
      // McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 13, 14 and 16.
      {"0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000", "", "", "",
       "530f8afbc74536b9a963b4f1c4cb738b"},
      {"0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000", "",
       "00000000000000000000000000000000", "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"},
      {"feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
       "feedfacedeadbeeffeedfacedeadbeefabaddad2",
       "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de65"
       "7"
       "ba637b39",
       "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0"
       "a"
       "bcc9f662",
       "76fc6ece0f4e1768cddf8853bb2d551b"},
      // NIST CAVP gcmEncryptExtIV256, Keylen 256, IVlen 96, PTlen 128, AADlen 0.
      {"31bdadd96698c204aa9ce1448ea94ae1fb4a9a0b3c9d773b51bb1822666b8f22", "0d18e06c7c725ac9e362e1ce", "",
       "2db5168e932556f8089a0622981d017d", "fa4362189661d163fcd6a56d8bf0405a", "d636ac1bbedd5cc3ee727dc2ab4a9489"},
  };
  for (auto const& each : vectors) {
    auto const aead = crypto().make_aead(hex(each.key));
    auto const nonce = array_of<primitives::aead::nonce_type>(each.nonce);
    auto text = hex(each.plain);
    auto const tag = aead->seal(nonce, hex(each.associated), text);
    CHECK(shown(text) == each.cipher);
    CHECK(shown(tag) == each.tag);
    CHECK(aead->open(nonce, hex(each.associated), text, tag));
    CHECK(shown(text) == each.plain);
  }
}

TEST_CASE("AES-256-GCM refuses whatever was changed", "[crypto]") {
  std::vector<std::byte> const key(32, std::byte{1});
  auto const aead = crypto().make_aead(key);
  primitives::aead::nonce_type nonce{};
  std::vector<std::byte> const plain(40, std::byte{9}), associated(8, std::byte{5});
  auto sealed = plain;
  auto const tag = aead->seal(nonce, associated, sealed);
  auto opens = [&](auto&& change) {
    auto text = sealed, beside = associated;
    auto with_nonce = nonce;
    auto with_tag = tag;
    change(text, beside, with_nonce, with_tag);
    return aead->open(with_nonce, beside, text, with_tag);
  };
  CHECK(opens([](auto&, auto&, auto&, auto&) {}));
  CHECK_FALSE(opens([](auto& text, auto&, auto&, auto&) { text[39] ^= std::byte{1}; }));
  CHECK_FALSE(opens([](auto& text, auto&, auto&, auto&) { text.pop_back(); }));
  CHECK_FALSE(opens([](auto&, auto& beside, auto&, auto&) { beside[0] ^= std::byte{1}; }));
  CHECK_FALSE(opens([](auto&, auto& beside, auto&, auto&) { beside.clear(); }));
  CHECK_FALSE(opens([](auto&, auto&, auto& with_nonce, auto&) { with_nonce[11] ^= std::byte{1}; }));
  CHECK_FALSE(opens([](auto&, auto&, auto&, auto& with_tag) { with_tag[15] ^= std::byte{0x80}; }));
  CHECK_THROWS_AS(crypto().make_aead(std::vector<std::byte>(31)), std::runtime_error);
}

TEST_CASE("equality looks at lengths and at every byte", "[crypto]") {
  CHECK(crypto().equal({}, {}));
  CHECK(crypto().equal(hex("0102"), hex("0102")));
  CHECK_FALSE(crypto().equal(hex("0102"), hex("0103")));
  CHECK_FALSE(crypto().equal(hex("0102"), hex("8102")));
  CHECK_FALSE(crypto().equal(hex("0102"), hex("01")));
}

TEST_CASE("random bytes differ from draw to draw, and from thread to thread", "[crypto]") {
  auto draw = [] {
    std::array<std::byte, 16> bytes{};
    crypto().random(bytes);
    return shown(bytes);
  };
  std::set<std::string> drawn;
  for (int i = 0; i < 100; ++i) drawn.insert(draw());
  std::string elsewhere;
  std::thread([&] { elsewhere = draw(); }).join();
  drawn.insert(elsewhere);
  CHECK(drawn.size() == 101);
}

TEST_CASE("the set for the whole program is made once", "[crypto]") {
  CHECK(default_primitives<>::get() == default_primitives<>::get());
  CHECK(openssl_primitives() != openssl_primitives());
}
