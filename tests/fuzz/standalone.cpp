// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Where there is no libFuzzer: runs the corpus as it is, then mutations of it in an order that never
/// changes.
namespace {

std::vector<std::string> corpus(const std::filesystem::path& folder) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::ranges::sort(texts);  // a folder has no order of its own
  return texts;
}

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& texts) : texts_(texts) {}

  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes)
      change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) {
    return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit);
  }

  void change(std::string& text) {
    static const std::vector<std::string> words = {
        "null", "true",    "-1",       "1e400",   "\"auto\"", "{}", "[]", "0",  "9223372036854775808",
        "1e-3", "\\u0000", "\xC3\x28", "{\"a\":", "//",       ",,", "\"", "NaN"};
    const std::size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, words[below(words.size())]);
        break;
      case 3: {
        const std::string& other = texts_[below(texts_.size())];
        const std::size_t from = below(other.size());
        text.insert(at, other.substr(from, below(40)));
        break;
      }
      case 4:
        if (const std::size_t colon = text.find(':', at); colon != std::string::npos)
          text.insert(colon + 1, words[below(words.size())] + ",\"x\":");
        break;
      default:
        text.resize(at);
    }
  }

  const std::vector<std::string>& texts_;
  std::minstd_rand random_{20261121};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: fuzz CORPUS EXECUTIONS\n", stderr);
    return 2;
  }
  const std::vector<std::string> texts = corpus(argv[1]);
  for (const std::string& text : texts)
    run(text);
  Mutator mutator(texts);
  const long executions = std::strtol(argv[2], nullptr, 10);
  for (long i = 0; i < executions; ++i)
    run(mutator.next());
  std::printf("%zu seeds and %ld mutations, no finding\n", texts.size(), executions);
  return texts.empty() ? 1 : 0;
}
