#include "tests/interceptor/odd_spelling.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

class Speller {
 public:
  explicit Speller(std::mt19937& random) : random_(random) {
    often_ = Pick(4) == 0 ? 1 : Pick(5) + 2;
  }

  std::string Spell(const Json& value) {
    switch (value.type()) {
      case Json::value_t::object: {
        std::string text = "{" + Space();
        for (const auto& [key, inner] : value.items()) {
          if (text.back() != '{' && text.find_first_not_of(" \t\r\n{") != std::string::npos) {
            text += "," + Space();
          }
          text += Quoted(key) + Space() + ":" + Space() + Spell(inner) + Space();
        }
        return text + "}";
      }
      case Json::value_t::array: {
        std::string text = "[" + Space();
        for (size_t i = 0; i < value.size(); ++i) {
          text += (i == 0 ? "" : "," + Space()) + Spell(value[i]) + Space();
        }
        return text + "]";
      }
      case Json::value_t::string:
        return Quoted(value.get<std::string>());
      case Json::value_t::number_integer:
      case Json::value_t::number_unsigned:
        return Number(value.dump());
      default:
        return value.dump();
    }
  }

 private:
  size_t Pick(size_t below) { return std::uniform_int_distribution<size_t>(0, below - 1)(random_); }
  bool Sometimes() { return Pick(static_cast<size_t>(often_)) == 0; }

  std::string Space() {
    if (!Sometimes()) return "";
    const char* const kinds[] = {" ", "\t", "  ", "\r\t"};
    return kinds[Pick(4)];
  }

  std::string Quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
      const std::string plain = Json(std::string(1, c)).dump();
      if (static_cast<unsigned char>(c) < 0x80 && Sometimes()) {
        char escape[8];
        std::snprintf(escape, sizeof escape, Pick(2) == 0 ? "\\u%04x" : "\\u%04X",
                      static_cast<unsigned>(c));
        quoted += escape;
      } else if (c == '/' && Sometimes()) {
        quoted += "\\/";
      } else {
        quoted += plain.substr(1, plain.size() - 2);
      }
    }
    return quoted + "\"";
  }

  // 402 as 4.02e2, 40200E-2, 402.00 and so on.
  std::string Number(const std::string& plain) {
    if (!Sometimes()) return plain;
    const bool negative = plain.front() == '-';
    std::string digits = negative ? plain.substr(1) : plain;
    const std::string sign = negative ? "-" : "";
    const std::string e = Pick(2) == 0 ? "e" : "E";
    switch (Pick(4)) {
      case 0:
        return sign + digits + ".0";
      case 1:
        return sign + digits + "000" + e + "-3";
      case 2:
        return sign + "0." + digits + e + "+" + std::to_string(digits.size());
      default: {
        const size_t whole = 1 + Pick(digits.size());
        const size_t exponent = digits.size() - whole;
        const std::string fraction = digits.substr(whole) + "0";
        return sign + digits.substr(0, whole) + "." + fraction + e + std::to_string(exponent);
      }
    }
  }

  std::mt19937& random_;
  size_t often_;
};

// Strings that hold JSON are spelled anew inside as well.
void SpellInside(Json& value, std::mt19937& random) {
  if (value.is_structured()) {
    for (Json& inner : value) SpellInside(inner, random);
  } else if (value.is_string() && value.get<std::string>().starts_with("{")) {
    value = Speller(random).Spell(Json::parse(value.get<std::string>()));
  }
}

}  // namespace

std::string SpelledOddly(const std::string& json, std::mt19937& random) {
  Json value = Json::parse(json);
  SpellInside(value, random);
  return Speller(random).Spell(value);
}

}  // namespace tollpass
