# How the targets of this project are made.

# tollpass_library(NAME [PUBLIC lib...] [PRIVATE lib...])
# The folder's sources as the static library tollpass::NAME. Headers are included from the root of
# the tree: "core/amount.h".
function(tollpass_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  if(NOT sources)
    file(TOUCH "${CMAKE_CURRENT_BINARY_DIR}/empty.cc")
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/empty.cc")
  endif()
  add_library(tollpass_${name} STATIC ${sources})
  add_library(tollpass::${name} ALIAS tollpass_${name})
  set_target_properties(tollpass_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(tollpass_${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
  target_link_libraries(tollpass_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  tollpass_compile_options(tollpass_${name})
endfunction()

function(tollpass_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           $<$<BOOL:${TOLLPASS_WERROR}>:-Werror>)
  if(TOLLPASS_FAULTS)
    target_compile_definitions(${target} PRIVATE TOLLPASS_FAULTS)
  endif()
  if(TOLLPASS_UNITY)
    tollpass_unity(${target})
  endif()
endfunction()

# Compiles many sources of the target at once: what they include is read once for all of them.
function(tollpass_unity target)
  find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(TRANSFORM sources PREPEND "${folder}/" REGEX "^[^/]")
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/.*\\.cc$")
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/unity_groups.py" ${sources}
    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" "|" groups "${groups}")
  string(REPLACE ";" "," groups "${groups}")
  string(REPLACE "|" ";" groups "${groups}")
  set(number 0)
  foreach(group IN LISTS groups)
    string(REPLACE "," ";" group "${group}")
    math(EXPR number "${number} + 1")
    set_property(SOURCE ${group} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP "${target}_${number}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # They warn of sources that include one another.
  target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)
endfunction()

# tollpass_test(NAME lib...)
# Every *_test.cc of the folder as one program NAME_test, each test with the ctest label NAME. Test
# names give more labels: TestLabels.cmake.in.
function(tollpass_test name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  add_executable(${name}_test ${sources})
  target_link_libraries(${name}_test PRIVATE ${ARGN} nlohmann_json::nlohmann_json GTest::gmock
                                             GTest::gtest_main)
  target_compile_definitions(${name}_test
                             PRIVATE TOLLPASS_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  tollpass_compile_options(${name}_test)
  # Most of the time that tests take is the compiler's.
  target_compile_options(${name}_test PRIVATE -O0)
  # A name that was found when the test was built and is gone when it runs (a vector of another
  # folder) checks nothing: it must not count as passed.
  gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES PROPERTIES
                       SKIP_REGULAR_EXPRESSION "  SKIPPED |Running 0 tests from")
  set(room ${name})
  set(test_program ${name}_test)
  set(labels "${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/TestLabels.cmake.in" "${labels}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${labels}")
endfunction()
