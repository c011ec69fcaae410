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
#include <utility>
#include <variant>
#include <vector>

#include "core/text/words.h"

/// The training programs of resources/catalog/programs.json: the defaults of each, by framework, kind of
/// tuning and release, every one with the facts that state it. The list is constant.
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
  unknown,       ///< the program leaves it to the framework
  none,          ///< there is no such tensor
  fp32,          ///< whatever the precision
  bf16,          ///< whatever the precision
  fp16,          ///< whatever the precision
  precision,     ///< the type of training.precision; also that of a checkpoint, taken to be the same
  fp32_of_bf16,  ///< fp32 if training.precision is bf16, else its type
};
template <>
inline constexpr auto words_of<ProgramDtype> = word_list("unknown", "none", "fp32", "bf16", "fp16",
                                                         "precision", "fp32_of_bf16");

/// The numeric types of one program, framework and kind of tuning.
struct ProgramTypes {
  ProgramDtype loaded{};    ///< weights as they are read, before the framework takes them
  ProgramDtype weights{};   ///< weights that are trained, as kept between steps (FSDP: the shards)
  ProgramDtype frozen{};    ///< weights that are not trained; beside a quantised base, those left unquantised
  ProgramDtype adapters{};  ///< weights of adapters
  ProgramDtype gathered{};  ///< partitioned weights while they are whole
  ProgramDtype gradients{};  ///< gradients as kept
  ProgramDtype reduced{};    ///< gradients while they are added up among the ranks
  ProgramDtype master{};     ///< second copy of the weights, which the optimizer steps
  ProgramDtype states{};     ///< optimizer states
  ProgramDtype logits{};     ///< outputs as the model returns them; fp32 where a wrapper copies them to fp32
  std::optional<bool> autocasts;  ///< the forward pass runs under torch's autocast

  bool operator==(const ProgramTypes&) const = default;
};

/// A kind of tensor under its name in the catalog: "weights".
struct ProgramTypeKey {
  std::string_view name;
  ProgramDtype ProgramTypes::*type;
};
std::span<const ProgramTypeKey> program_type_keys();

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
  std::int32_t day = 0;  ///< day of the newest stated release as 20240531; 0 = not known

  [[nodiscard]] constexpr const Release& operator[](Library library) const {
    return of[static_cast<std::size_t>(library)];
  }
  [[nodiscard]] bool are_stated() const;
  bool operator==(const ProgramReleases&) const = default;
};

/// The circumstances that decide a program's defaults. `method` and `block` are the words of training.method
/// and of the model's block; they decide settings, and no type.
struct ProgramWay {
  ProgramFramework framework{};
  Tuning tuning{};
  int stage = 0;
  ProgramReleases releases = {};
  std::string_view method = "sft", block = "llama";
};

/// A statement about a program with the places in its source that show it.
struct ProgramFact {
  std::string id;    ///< "trl.dtype"
  std::string text;  ///< one sentence
  /// Each is "path:line" in the program's repository, or "owner/name@commit path:line".
  std::vector<std::string> sources;
};

/// Value of a setting: that of a plan's key, or a word that stands for a value that the plan decides: "auto"
/// (what Trainer fills in), "model" (the model's longest sequence), "global_batch" (what makes that batch).
using ProgramValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::string>>;

struct ProgramSetting {
  std::string name;  ///< a key of a plan ("training.micro_batch_size"), or one of `other_settings()`
  ProgramValue value;
};

/// Values of a key of a plan among which users of a program choose by an option of its own.
struct ProgramOption {
  std::string name;  ///< "training.attention"
  std::vector<ProgramValue> values;
};

/// A change of a default: a library's release, or a day alone.
struct ReleaseBound {
  Library library{};
  Release release;       ///< not stated = the day alone counts
  std::int32_t day = 0;  ///< 20240531

  /// Returns true if these releases are at the bound or later. Without a stated release everything is newest.
  [[nodiscard]] bool is_reached(const ProgramReleases& releases) const;
};

/// Defaults that hold in certain circumstances. An empty condition holds always.
struct ProgramRule {
  std::uint8_t frameworks = 0xff, tunings = 0xff, stages = 0xff;  ///< bits of the values that it holds for
  std::vector<std::string> methods, blocks;
  std::vector<ReleaseBound> since, before;
  ProgramTypes types;  ///< `unknown` leaves the earlier rule's
  std::vector<ProgramSetting> settings;
  std::vector<ProgramOption> options;
  std::vector<std::string> facts;  ///< ids

  [[nodiscard]] bool holds_for(const ProgramWay& way) const;
};

/// A key of a program's files, and the key of a plan that it states.
struct ProgramKeyRow {
  std::string key;   ///< "training.micro_batch_size" for a key inside a section
  std::string path;  ///< key of a plan; "" if `as` names a key of the same meaning
  std::string as;    ///< key with this meaning, read by another row: "per_device_train_batch_size"
  /// Reader of the value ("count"), or values with those that they become ("true>full", "no>none"), a value
  /// that states nothing with none ("none>").
  std::vector<std::string> readers;
};

struct ProgramEntry {
  std::string id;          ///< "trl"
  std::string name;        ///< "TRL"
  std::string title;       ///< "TRL (SFT, DPO, KTO, ORPO, reward, GRPO)"
  std::string version;     ///< release or state that was read; "" if it has none
  std::string repository;  ///< "huggingface/trl"
  std::string commit, date;
  Program over{};               ///< program whose rules apply first: it is built on it
  std::string methods_of;       ///< id of the program whose trainers it uses for other methods; "" = `over`
  std::uint8_t frameworks = 0;  ///< bits of ProgramFramework
  ProgramFramework fsdp{};      ///< FSDP that it takes where nothing says which
  std::vector<std::string> keys, commands;  ///< how its files are recognised
  /// Keys that no other program has, each enough to recognise a file: "base_model"; several that only occur
  /// together ("type & model.name_or_path"); a key with its value ("trainer_type = TRL_SFT").
  std::vector<std::string> marks;
  std::vector<std::string> starts;   ///< words that start it in a command: "llamafactory-cli", "train_dpo.py"
  std::vector<ProgramKeyRow> reads;  ///< keys that an import reads, beside those of the program below it
  std::vector<std::pair<Release, std::int32_t>> releases;  ///< days of its releases, oldest first
  std::vector<ProgramFact> facts;
  std::vector<ProgramRule> rules;
  /// Batches are padded to their own longest sequence, or to a multiple of 8 tokens. Multiples of 64 leave so
  /// few sizes that freed memory serves again.
  bool pads_to_longest = false;
  bool has_selective_checkpointing = false;
  bool is_on_trainer = false;  ///< it is built on transformers' Trainer, and so on accelerate
  /// Types of the newest releases by framework, tuning and stage.
  std::array<std::array<std::array<ProgramTypes, 4>, tuning_count>, program_framework_count> newest;

  [[nodiscard]] bool trains_with(ProgramFramework framework) const {
    return (frameworks >> static_cast<unsigned>(framework) & 1U) != 0;
  }
};

/// All programs, in the order of the catalog. Throws std::logic_error, which names the entry, if the resource
/// is malformed.
std::span<const ProgramEntry> program_entries();
/// Returns the words of training.program: "none", then the ids.
std::span<const std::string_view> program_words();
/// Returns the program of that id, or nothing; "none" is none.
std::optional<Program> find_program(std::string_view id);
/// Returns the program of that id, which the catalog has.
Program program_named(std::string_view id);
/// Returns the word of training.program for it.
std::string_view name_of(Program program);
/// Returns the entry of a program other than `none`.
const ProgramEntry& entry_of(Program program);
/// Returns the fact of that id, of whichever program; nullptr if there is none.
const ProgramFact* find_program_fact(std::string_view id);
/// Returns the names of settings that no key of a plan states.
std::span<const std::string_view> other_settings();

/// Returns the types of the program in these circumstances; nothing for `none`, and for a framework that the
/// program does not train with.
std::optional<ProgramTypes> program_types(Program program, const ProgramWay& way);

/// A setting as the rules leave it, with the rule that decided.
struct DecidedSetting {
  const ProgramSetting* setting = nullptr;
  const ProgramRule* rule = nullptr;
};
/// Returns all settings of the program in these circumstances, by name once; empty for `none` and for a
/// framework that it does not train with.
std::vector<DecidedSetting> program_settings(Program program, const ProgramWay& way);
/// Returns one setting's value, or nullptr.
const ProgramValue* program_setting(Program program, const ProgramWay& way, std::string_view name);

/// Returns the values of `name` among which the program's users choose in these circumstances, the default
/// perhaps among them; nullptr if its rules name none.
const std::vector<ProgramValue>* program_options(Program program, const ProgramWay& way,
                                                 std::string_view name);

/// Returns releases that differ in a default of the program, as training.program_version names them: of each
/// change, the last release before it ("transformers 4.48"). The texts last as long as the process.
std::span<const std::string> releases_before_changes(Program program);

/// Reads training.program_version: the program's release ("0.27"), those of libraries ("transformers 4.46"),
/// or both with commas between. Returns nothing if the text is neither.
std::optional<ProgramReleases> parse_releases(std::string_view text, Program program);
/// Returns that text again; "" if nothing is stated.
std::string releases_text(const ProgramReleases& releases);

}  // namespace zp
