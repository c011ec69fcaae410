# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Warnings every target of ours is built with.
add_library(zp_warnings INTERFACE)
target_compile_options(zp_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${ZP_WARNINGS_AS_ERRORS}>:-Werror>
  # Clang counts sign conversions to -Wconversion, GCC does not: Qt and the standard library count with different types. Clang
  # alone warns of a local name that another file of a unity build has as its own too.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion$<SEMICOLON>-Wno-shadow>
  # GCC 12 reports std::string + const char* as overlapping or out of bounds (GCC bugs 105651 and 105329), the more so from a
  # precompiled header, and a std::optional behind a return as not initialised (80635); mended in 13.
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds;-Wno-maybe-uninitialized>")

add_custom_target(generated)  # every file that sources include and that is made: of resources, or by moc

# zp_embed(target NAME name FILES a.json b.json [FOR a.cpp])
# Turns each text file into a std::string_view in namespace zp::embedded, declared in <embedded/NAME.h>:
# resources/catalog/models.json becomes zp::embedded::models_json.
# With FOR that source alone sees the header, and no other is compiled anew for it.
function(zp_embed target)
  cmake_parse_arguments(ARG "" "NAME;FOR" "FILES" ${ARGN})
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
  set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
    COMPILE_OPTIONS -Wno-overlength-strings)
  if(ARG_FOR)
    set_property(SOURCE ${ARG_FOR} ${source} TARGET_DIRECTORY ${target} APPEND PROPERTY INCLUDE_DIRECTORIES ${CMAKE_CURRENT_BINARY_DIR})
  else()
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  # A rule written in a folder reaches the target of the folder above only through a target of that folder.
  add_custom_target(zp_${ARG_NAME}_embedded DEPENDS ${header} ${source})
  add_dependencies(${target} zp_${ARG_NAME}_embedded)
  add_dependencies(generated zp_${ARG_NAME}_embedded)
endfunction()

# zp_including(variable <header> files...): those of the files that include the header, through others of them too.
function(zp_including variable header)
  set(wanted ${header})
  set(found)
  set(before -1)
  list(LENGTH found count)
  while(count GREATER before)
    set(before ${count})
    foreach(file IN LISTS ARGN)
      if(file IN_LIST found OR NOT EXISTS ${file})
        continue()
      endif()
      file(STRINGS ${file} lines REGEX "^#include ")
      foreach(line IN LISTS lines)
        string(REPLACE "#include " "" included ${line})
        if(included IN_LIST wanted)
          cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
          list(APPEND wanted "\"${path}\"")
          list(APPEND found ${file})
          break()
        endif()
      endforeach()
    endforeach()
    list(LENGTH found count)
  endwhile()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# zp_moc(target a.h b_test.cpp ...)
# Makes b_test.moc, which b_test.cpp includes, with a command a file. AUTOMOC hands moc the include paths, and moc reads every
# header of Qt behind a file to find what stands in the file itself: most of a second each, here milliseconds.
function(zp_moc target)
  set(out_dir ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  file(MAKE_DIRECTORY ${out_dir})
  set(made)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    cmake_path(GET file STEM name)
    set(moc ${out_dir}/${name}.moc)
    add_custom_command(OUTPUT ${moc} COMMAND Qt6::moc --no-notes -o ${moc} ${file} DEPENDS ${file} VERBATIM)
    list(APPEND made ${moc})
  endforeach()
  target_sources(${target} PRIVATE ${made})
  target_include_directories(${target} PRIVATE ${out_dir})
  add_custom_target(${target}_moc DEPENDS ${made})
  add_dependencies(${target} ${target}_moc)
  add_dependencies(generated ${target}_moc)
endfunction()

# zp_moc_headers(target): what moc makes of all headers of the target is compiled as one file.
function(zp_moc_headers target)
  get_target_property(headers ${target} SOURCES)
  list(FILTER headers INCLUDE REGEX "\\.h$")
  zp_moc(${target} ${headers})
  set(includes)
  foreach(header IN LISTS headers)
    cmake_path(GET header STEM name)
    string(APPEND includes "#include \"${name}.moc\"\n")
  endforeach()
  set(all ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc/all.cpp)
  file(CONFIGURE OUTPUT ${all} CONTENT "${includes}")
  target_sources(${target} PRIVATE ${all})
endfunction()

# What every part of the tests is built with: it is compiled more often than it runs. Sanitizers watch what is tested, not
# the tests: watching both doubles what these cost to compile.
add_library(zp_test_options INTERFACE)
target_compile_options(zp_test_options INTERFACE -O0 -fno-sanitize=all)
# The thread sanitizer has an operator new of its own (tests/support/counted_allocations.h).
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  target_compile_definitions(zp_test_options INTERFACE ZP_ALLOCATIONS_ARE_NOT_OURS)
endif()
target_compile_definitions(zp_test_options INTERFACE ZP_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
  ZP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_include_directories(zp_test_options INTERFACE ${PROJECT_SOURCE_DIR})
target_link_libraries(zp_test_options INTERFACE zp_warnings)

# zp_test_target(name PROGRAM|STATIC sources...): a program or library of the tests. ZP_OBJECTS_OF_TESTS makes object files of its
# sources alone, as part of the target test_objects; ZP_TEST_OBJECTS links those where that folder has them.
if(ZP_OBJECTS_OF_TESTS)
  add_custom_target(test_objects)
endif()
function(zp_test_target name kind)
  set(sources ${ARGN})
  if(ZP_TEST_OBJECTS)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_BINARY_DIR BASE_DIRECTORY ${PROJECT_BINARY_DIR} OUTPUT_VARIABLE folder)
    file(GLOB_RECURSE objects CONFIGURE_DEPENDS ${ZP_TEST_OBJECTS}/${folder}/CMakeFiles/${name}.dir/*.o)
    if(objects)
      set(sources ${objects})
    endif()
  endif()
  if(ZP_OBJECTS_OF_TESTS)
    add_library(${name} OBJECT ${sources})
    add_dependencies(test_objects ${name})
  elseif(kind STREQUAL PROGRAM)
    add_executable(${name} ${sources})
  else()
    add_library(${name} STATIC ${sources})
  endif()
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

# zp_add_test_library(name sources...): a static library of the tests.
function(zp_add_test_library name)
  zp_test_target(${name} STATIC ${ARGN})
endfunction()

# zp_share_precompiled(target main): the target uses the precompiled header of main, zp_test_main or zp_ui_test_main, where there
# is one: object files of main have none.
function(zp_share_precompiled target main)
  if(NOT ZP_TEST_OBJECTS)
    target_precompile_headers(${target} REUSE_FROM ${main})
  endif()
endfunction()

# zp_add_tests(name [WINDOWS] [SOURCES helper.h helper.cpp] [LIBS rapidcheck] [EXCEPT a_test.cpp] [LABELS truth] [THOROUGH a b])
# One program of every *_test.cpp in the folder, and one CTest entry a file, always offscreen: plan/read_test.cpp is
# plan_read, plan/plan_test.cpp is plan. Tests of random plans have the label random. WINDOWS gives the tests a QApplication. A helper.cpp includes the helper.moc of its header.
# THOROUGH names files (a is a_test.cpp) that go through many plans of our own and read no file of strangers: under sanitizers they
# take long and run in packaging/nightly.sh only (label thorough).
function(zp_add_tests name)
  cmake_parse_arguments(ARG "WINDOWS" "" "SOURCES;LIBS;EXCEPT;LABELS;THOROUGH" ${ARGN})
  file(GLOB files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *_test.cpp)
  list(REMOVE_ITEM files ${ARG_EXCEPT})
  foreach(test IN LISTS ARG_THOROUGH)
    if(NOT ${test}_test.cpp IN_LIST files)
      message(FATAL_ERROR "${name} has no ${test}_test.cpp.")
    endif()
  endforeach()
  set(program zp_${name}_tests)
  set(main zp_test_main)
  if(ARG_WINDOWS)
    set(main zp_ui_test_main)
  endif()
  zp_test_target(${program} PROGRAM ${files} ${ARG_SOURCES})
  get_target_property(sources ${program} SOURCES)
  if(NOT sources MATCHES "\\.o(;|$)")
    set(headers ${ARG_SOURCES})
    list(FILTER headers INCLUDE REGEX "\\.h$")
    zp_moc(${program} ${files} ${headers})
    zp_share_precompiled(${program} ${main})
  endif()
  target_link_libraries(${program} PRIVATE ${main} $<$<BOOL:${ARG_WINDOWS}>:zp::ui> ${ARG_LIBS} zp_test_options)
  if(ZP_OBJECTS_OF_TESTS)
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  foreach(file IN LISTS files)
    string(REPLACE "_test.cpp" "" test ${file})
    set(entry ${name}_${test})
    if(test STREQUAL folder)
      set(entry ${name})
    endif()
    add_test(NAME ${entry} COMMAND ${program} ${test})
    set(labels ${ARG_LABELS})
    file(STRINGS ${file} properties REGEX "rc::check" LIMIT_COUNT 1)
    if(properties)
      list(APPEND labels random)
    endif()
    if(test IN_LIST ARG_THOROUGH)
      list(APPEND labels thorough)
    endif()
    set_tests_properties(${entry} PROPERTIES LABELS "${labels}"
      ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_LOGGING_RULES=qt.qpa.*=false")
  endforeach()
endfunction()
