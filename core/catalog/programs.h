// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/text/words.h"

/// The training programs of resources/catalog/programs.json: the defaults of each, by framework, kind of
/// tuning and release, every one with the fact that states it. The catalog is constant.
namespace zp {

/// A program by its place in the catalog, counted from 1; `none` names no program.
enum class Program : std::uint8_t { none };

/// Framework that a program trains with.
enum class ProgramFramework : std::uint8_t { single, ddp, fsdp1, fsdp2, deepspeed };
template <>
inline constexpr auto words_of<ProgramFramework> = word_list("single", "ddp", "fsdp1", "fsdp2", "deepspeed");
inline constexpr std::size_t program_framework_count = 5;

/// Parameters that are trained: all, adapters, or adapters beside a base in 4 or 8 bits.
enum class Tuning : std::uint8_t { full, lora, qlora };
template <>
inline constexpr auto words_of<Tuning> = word_list("full", "lora", "qlora");
inline constexpr std::size_t tuning_count = 3;

/// Type that a program gives to a kind of tensor.
enum class ProgramDtype : std::uint8_t {
  unknown,    ///< the program leaves it to the framework
  none,       ///< there is no such tensor
  fp32,       ///< whatever the precision
  bf16,       ///< whatever the precision
  fp16,       ///< whatever the precision
  precision,  ///< the type of training.precision; also that of a checkpoint, taken to be the same
};
template <>
inline constexpr auto words_of<ProgramDtype> = word_list("unknown", "none", "fp32", "bf16", "fp16",
                                                         "precision");

/// The numeric types of one program, framework and kind of tuning.
struct ProgramTypes {
  ProgramDtype loaded{};     ///< weights as they are read, before the framework takes them
  ProgramDtype weights{};    ///< weights that are trained, as kept between steps (FSDP: the shards)
  ProgramDtype frozen{};     ///< weights that are not trained; beside a quantised base, those left unquantised
  ProgramDtype adapters{};   ///< weights of adapters
  ProgramDtype gathered{};   ///< partitioned weights while they are whole
  ProgramDtype gradients{};  ///< gradients as kept
  ProgramDtype reduced{};    ///< gradients while they are added up among the ranks
  ProgramDtype master{};     ///< second copy of the weights, which the optimizer steps
  ProgramDtype states{};     ///< optimizer states
  ProgramDtype logits{};     ///< outputs as the model returns them; fp32 where a wrapper copies them to fp32
  std::optional<bool> autocasts;  ///< the forward pass runs under torch's autocast

  bool operator==(const ProgramTypes&) const = default;
};

/// A release of a library: 4.46.0. All zero = not stated.
struct Release {
  std::uint16_t major = 0, minor = 0, patch = 0;
  [[nodiscard]] constexpr bool is_stated() const { return major != 0 || minor != 0 || patch != 0; }
  auto operator<=>(const Release&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
};

/// Libraries whose releases change a default; `program` is the program itself.
enum class Library : std::uint8_t { program, transformers, accelerate, peft, torch };
template <>
inline constexpr auto words_of<Library> = word_list("program", "transformers", "accelerate", "peft", "torch");
inline constexpr std::size_t library_count = 5;

/// Releases that a plan states in training.program_version. A library that it leaves out counts as of the
/// same day, or as its newest if nothing is stated.
struct ProgramReleases {
  std::array<Release, library_count> of;
  std::int32_t day = 0;  ///< day of the oldest stated release as 20240531; 0 = not known

  [[nodiscard]] constexpr const Release& operator[](Library library) const {
    return of[static_cast<std::size_t>(library)];
  }
  [[nodiscard]] bool are_stated() const;
  bool operator==(const ProgramReleases&) const = default;
};

/// The circumstances that decide a program's defaults.
struct ProgramWay {
  ProgramFramework framework{};
  Tuning tuning{};
  int stage = 0;               ///< zero.stage; it decides types under DeepSpeed alone
  ProgramReleases releases{};
};

/// Returns the types of the program in these circumstances; nothing for `none`, and for a framework that the
/// program does not train with.
std::optional<ProgramTypes> program_types(Program program, const ProgramWay& way);

}  // namespace zp
