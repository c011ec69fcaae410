// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/config_vectors.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/share.h"

namespace zp::test {

std::vector<ConfigVector> accepted_vectors() {
  using Json = nlohmann::ordered_json;
  std::vector<ConfigVector> list;
  for (const char* file : {"config-acceptance-vectors.json", "random-configs.json"}) {
    std::ifstream stream(std::string(ZP_TEST_DATA "/") + file);
    const Json json = Json::parse(stream);
    for (const Json& vector : json.at("vectors"))
      if (vector.at("accepted").get<bool>())
        list.push_back({vector.at("name").get<std::string>(), vector.at("config").dump(2),
                        vector.at("world_size").get<int>()});
  }
  return share_of(list);
}

}  // namespace zp::test
