// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The opcodes of Python's pickle, protocols 0 to 5: Lib/pickle.py and Lib/pickletools.py.
namespace zp {

/// The action of a reader of plain data for an opcode.
enum class PickleAct : std::uint8_t {
  unknown,  ///< not one of Python's opcodes
  runs,     ///< imports or calls Python code, or requests an object from the reading program
  foreign,  ///< harmless, but not used in a memory snapshot
  protocol,
  frame,
  stop,
  mark,
  none,
  yes,
  no,
  integer,  ///< integer of `width` bytes; signed if it has 4 bytes
  long_integer,
  real,
  text,
  list,
  dict,
  tuple,  ///< tuple of `width` items; 0 means all items since the mark
  append,
  appends,
  set_item,
  set_items,
  put,
  memoize,
  get,
};

struct PickleOpcode {
  std::uint8_t code = 0;
  std::string_view name;
  PickleAct act = PickleAct::unknown;
  std::uint8_t width = 0;  ///< bytes of the argument, or of the length before it
};

inline constexpr auto pickle_opcode_rows = [] {
  using enum PickleAct;
  return std::to_array<PickleOpcode>({
      {0x80, "PROTO", protocol, 1},
      {0x95, "FRAME", frame, 8},
      {'.', "STOP", stop, 0},
      {'(', "MARK", mark, 0},
      {'N', "NONE", none, 0},
      {0x88, "NEWTRUE", yes, 0},
      {0x89, "NEWFALSE", no, 0},
      {'K', "BININT1", integer, 1},
      {'M', "BININT2", integer, 2},
      {'J', "BININT", integer, 4},
      {0x8a, "LONG1", long_integer, 1},
      {0x8b, "LONG4", long_integer, 4},
      {'G', "BINFLOAT", real, 8},
      {0x8c, "SHORT_BINUNICODE", text, 1},
      {'X', "BINUNICODE", text, 4},
      {0x8d, "BINUNICODE8", text, 8},
      {'U', "SHORT_BINSTRING", text, 1},
      {'T', "BINSTRING", text, 4},
      {'C', "SHORT_BINBYTES", text, 1},
      {'B', "BINBYTES", text, 4},
      {0x8e, "BINBYTES8", text, 8},
      {0x96, "BYTEARRAY8", text, 8},
      {']', "EMPTY_LIST", list, 0},
      {'}', "EMPTY_DICT", dict, 0},
      {')', "EMPTY_TUPLE", tuple, 0},
      {'t', "TUPLE", tuple, 0},
      {0x85, "TUPLE1", tuple, 1},
      {0x86, "TUPLE2", tuple, 2},
      {0x87, "TUPLE3", tuple, 3},
      {'a', "APPEND", append, 0},
      {'e', "APPENDS", appends, 0},
      {'s', "SETITEM", set_item, 0},
      {'u', "SETITEMS", set_items, 0},
      {'q', "BINPUT", put, 1},
      {'r', "LONG_BINPUT", put, 4},
      {0x94, "MEMOIZE", memoize, 0},
      {'h', "BINGET", get, 1},
      {'j', "LONG_BINGET", get, 4},
      {'c', "GLOBAL", runs, 0},
      {0x93, "STACK_GLOBAL", runs, 0},
      {'R', "REDUCE", runs, 0},
      {'b', "BUILD", runs, 0},
      {'i', "INST", runs, 0},
      {'o', "OBJ", runs, 0},
      {0x81, "NEWOBJ", runs, 0},
      {0x92, "NEWOBJ_EX", runs, 0},
      {0x82, "EXT1", runs, 0},
      {0x83, "EXT2", runs, 0},
      {0x84, "EXT4", runs, 0},
      {'P', "PERSID", runs, 0},
      {'Q', "BINPERSID", runs, 0},
      {0x97, "NEXT_BUFFER", runs, 0},
      {0x98, "READONLY_BUFFER", runs, 0},
      {'0', "POP", foreign, 0},
      {'1', "POP_MARK", foreign, 0},
      {'2', "DUP", foreign, 0},
      {'I', "INT", foreign, 0},
      {'L', "LONG", foreign, 0},
      {'F', "FLOAT", foreign, 0},
      {'S', "STRING", foreign, 0},
      {'V', "UNICODE", foreign, 0},
      {'l', "LIST", foreign, 0},
      {'d', "DICT", foreign, 0},
      {'p', "PUT", foreign, 0},
      {'g', "GET", foreign, 0},
      {0x8f, "EMPTY_SET", foreign, 0},
      {0x90, "ADDITEMS", foreign, 0},
      {0x91, "FROZENSET", foreign, 0},
  });
}();

/// The opcodes by byte.
inline constexpr std::array<PickleOpcode, 256> pickle_opcodes = [] {
  std::array<PickleOpcode, 256> by_byte{};
  for (const PickleOpcode& row : pickle_opcode_rows)
    by_byte[row.code] = row;
  return by_byte;
}();

}  // namespace zp
