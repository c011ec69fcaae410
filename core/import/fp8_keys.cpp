// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/fp8_keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/import/lora_targets.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view products = "training.types.products", gathered = "training.types.gathered",
                           recipe = "training.fp8_recipe";

/// Names of torchtitan's two converter sections in its releases, and the switch of the earliest ones.
constexpr std::array<std::string_view, 2> float8_sections = {"quantize.linear.float8.", "float8."},
                                          mx_sections = {"quantize.linear.mx.", "mx."};
constexpr std::string_view old_switch = "float8.enable_float8_linear";

bool names_converter(const std::vector<std::string>& converters,
                     const std::array<std::string_view, 2>& sections) {
  return std::ranges::any_of(sections, [&](std::string_view section) {
    section.remove_suffix(1);
    return std::ranges::find(converters, section) != converters.end();
  });
}

bool is_in(const FileKey& key, const std::array<std::string_view, 2>& sections) {
  return std::ranges::any_of(sections,
                             [&](std::string_view section) { return key.key.starts_with(section); });
}

/// Reads a key of the section `float8`. Its recipe is tensorwise unless it names another (torchtitan
/// components/quantization/float8.py).
void read_float8_key(const FileKey& key, ProgramKeys& plan) {
  if (key.key.ends_with("recipe_name")) {
    if (enum_of<Fp8Recipe>(key.text).has_value())
      plan.set(recipe, key.text, key);
    else
      plan.list_as_unread(key, "A plan has no recipe of that name.");
  } else if (key.key.ends_with("enable_fsdp_float8_all_gather")) {
    if (python::lax_bool(key).value_or(false))
      plan.set(gathered, "fp8", key);
    else
      plan.list_as_read(key, std::string(gathered));
  } else if (key.key.ends_with("filter_fqns")) {
    plan.list_as_unread(key,
                        "In a plan, fp8 products are those of the blocks' linear layers, without the head.");
  } else {
    plan.list_as_read(key, std::string(products));
  }
}

struct BackendWord {
  std::string_view word, recipe;
};
/// Backends of accelerate's fp8_config and of fp8_backend, with their recipes (accelerate
/// utils/dataclasses.py, AORecipeKwargs and TERecipeKwargs; accelerator.py takes torchao first).
constexpr auto backends = std::to_array<BackendWord>({{"AO", "tensorwise"},
                                                      {"TORCHAO", "tensorwise"},
                                                      {"AUTO", "tensorwise"},
                                                      {"", "tensorwise"},
                                                      {"TE", "te_delayed"}});

std::string upper_case(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

/// Keys that switch on fp8 products, fp8 gathers, and the library that computes them.
constexpr std::array<std::string_view, 2> gather_keys = {"fp8_config.enable_fsdp_float8_all_gather",
                                                         "fp8_enable_fsdp_float8_all_gather"},
                                          backend_keys = {"fp8_config.backend", "fp8_backend"};

const FileKey* first_of(const FileKeys& keys, const std::array<std::string_view, 2>& names) {
  for (const std::string_view name : names)
    if (const FileKey* const key = find_key(keys, name)) return key;
  return nullptr;
}

bool is_of_fp8(const FileKey& key) {
  return key.key == "fp8" || key.key.starts_with("fp8_config") || key.key == backend_keys[1] ||
         key.key == gather_keys[1];
}

/// Sets the recipe of torchao or Transformer Engine.
void set_recipe(const FileKeys& keys, const FileKey& from, std::string_view word, ProgramKeys& plan) {
  const FileKey* const backend = first_of(keys, backend_keys);
  const FileKey* const blocks = find_key(keys, "fp8_config.use_mxfp8_block_scaling");
  const bool scales_blocks = blocks != nullptr && python::lax_bool(*blocks).value_or(false);
  const std::string_view named = word == "te_delayed" && scales_blocks ? "te_mxfp8" : word;
  if (backend != nullptr)
    plan.set(recipe, named, *backend);
  else
    plan.set(recipe, named, from.spelling + " without a backend, whose default is torchao");
}

/// Sets whether FSDP2 gathers in fp8; accelerate's torchao does by default.
void set_gathers(const FileKeys& keys, bool is_default, const FileKey& from, ProgramKeys& plan) {
  const FileKey* const stated = first_of(keys, gather_keys);
  const FileKey* const version = find_key(keys, "fsdp_config.fsdp_version");
  const FileKey* const other_version = find_key(keys, "fsdp_version");
  const FileKey* const either = version != nullptr ? version : other_version;
  const auto number = either != nullptr ? python::lax_int(*either) : std::nullopt;
  const bool is_fsdp2 = number && *number == 2;
  const bool gathers = stated != nullptr ? python::lax_bool(*stated).value_or(false) : is_default;
  if (!is_fsdp2) {
    if (stated != nullptr) plan.list_as_unread(*stated, "Only FSDP2 gathers in fp8.");
  } else if (gathers && stated != nullptr) {
    plan.set(gathered, "fp8", *stated);
  } else if (gathers) {
    plan.set(gathered, "fp8", from.spelling + " by torchao, which then gathers in fp8 under FSDP2");
  } else if (stated != nullptr) {
    plan.list_as_read(*stated, std::string(gathered));
  }
}

}  // namespace

void read_fp8_converters(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const stated = find_key(keys, "model.converters");
  const std::vector<std::string> converters =
      stated != nullptr ? names_in(*stated) : std::vector<std::string>();
  const bool has_float8 = names_converter(converters, float8_sections) || is_on(keys, old_switch);
  const bool has_mx = names_converter(converters, mx_sections);
  if (has_float8 || has_mx) {
    const FileKey from = stated != nullptr ? *stated : *find_key(keys, old_switch);
    plan.set(products, "fp8", from);
    if (has_mx && !has_float8)
      plan.set(recipe, "mxfp8", from);
    else if (std::ranges::none_of(keys, [](const FileKey& key) { return key.key.ends_with("recipe_name"); }))
      plan.set(recipe, "tensorwise", std::string("float8 without a recipe, whose default is tensorwise"));
  } else if (stated != nullptr) {
    plan.list_as_read(*stated, std::string(products));
  }
  for (const FileKey& key : keys) {
    const bool is_float8 = is_in(key, float8_sections);
    if (!is_float8 && !is_in(key, mx_sections)) continue;
    if (is_float8 ? !has_float8 : !has_mx || has_float8)
      plan.list_as_unread(key,
                          "model.converters does not name its converter, so that products stay in 16 bits.");
    else if (is_float8)
      read_float8_key(key, plan);
    else
      plan.list_as_read(key, std::string(recipe));
  }
  std::erase_if(keys, [](const FileKey& key) {
    return key.key == "model.converters" || is_in(key, float8_sections) || is_in(key, mx_sections);
  });
}

void read_fp8_of_accelerate(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const mixed = find_key(keys, "mixed_precision");
  const FileKey* const flag = find_key(keys, "fp8");
  const bool is_mixed = mixed != nullptr && mixed->text == "fp8";
  const bool is_flag = flag != nullptr && is_on(keys, "fp8");
  if (!is_mixed && !is_flag) {
    for (const FileKey& key : keys)
      if (is_of_fp8(key) && !key.is_null() && !key.is_object()) {
        if (key.key == "fp8")
          plan.list_as_read(key, std::string(products));
        else
          plan.list_as_unread(key, "It counts for products in fp8 only, which the run has not.");
      }
    std::erase_if(keys, is_of_fp8);
    return;
  }
  const FileKey from = is_mixed ? *mixed : *flag;
  const FileKey* const backend = first_of(keys, backend_keys);
  const std::string word = backend != nullptr ? upper_case(backend->text) : "";
  const auto* const row = std::ranges::find(backends, word, &BackendWord::word);
  // Everything between the products is bf16 (accelerate utils/dataclasses.py, deepspeed_config_process).
  if (is_mixed) plan.set("training.precision", "bf16", from);
  if (row == backends.end()) {
    plan.list_as_unread(from,
                        "MS-AMP keeps gradients and states in fp8 too, which a plan does not have; products "
                        "are counted in bf16.");
    if (backend != nullptr)
      plan.list_as_unread(*backend, "A plan has fp8 by torchao and Transformer Engine.");
  } else {
    plan.set(products, "fp8", from);
    set_recipe(keys, from, row->recipe, plan);
    const bool is_torchao = row->recipe == "tensorwise";
    // fp8 of Axolotl and LLaMA-Factory gathers in 16 bits by default.
    if (is_torchao) set_gathers(keys, is_mixed, from, plan);
  }
  for (const FileKey& key : keys)
    if (is_of_fp8(key) && !key.is_null() && !key.is_object() && !plan.is_listed(key.spelling))
      plan.list_as_read(key, std::string(recipe));
  std::erase_if(keys, is_of_fp8);
  if (is_mixed) remove_key(keys, "mixed_precision");
}

}  // namespace zp::import_io
