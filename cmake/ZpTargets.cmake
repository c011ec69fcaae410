# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Warnings every target of ours is built with.
add_library(zp_warnings INTERFACE)
target_compile_options(zp_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${ZP_WARNINGS_AS_ERRORS}>:-Werror>
  # GCC 12 reports std::string + const char* as overlapping (GCC bug 105651, mended in 13).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# zp_embed(target NAME name FILES a.json b.json)
# Turns each file into a std::string_view in namespace zp::embedded, declared in <embedded/NAME.h>:
# resources/catalog/models.json becomes zp::embedded::models_json.
function(zp_embed target)
  cmake_parse_arguments(ARG "" "NAME" "FILES" ${ARGN})
  set(out_dir ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  set(header ${out_dir}/${ARG_NAME}.h)
  set(source ${out_dir}/${ARG_NAME}.cpp)
  set(inputs)
  foreach(file IN LISTS ARG_FILES)
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE absolute)
    list(APPEND inputs ${absolute})
  endforeach()
  string(JOIN "|" joined ${inputs})
  add_custom_command(OUTPUT ${header} ${source}
    COMMAND ${CMAKE_COMMAND} -D "INPUTS=${joined}" -D HEADER=${header} -D SOURCE=${source} -D NAME=${ARG_NAME}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${source} ${header})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# zp_add_test(name SOURCES a.cpp LIBS zp::core [LABELS truth])
# One Qt Test executable, one CTest entry, always offscreen; test data is found through ZP_TEST_DATA.
function(zp_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} Qt6::Test zp_warnings)
  target_compile_options(${name} PRIVATE -O0)  # a test is compiled more often than it runs
  target_compile_definitions(${name} PRIVATE ZP_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    ZP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_LOGGING_RULES=qt.qpa.*=false")
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
