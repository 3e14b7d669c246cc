# Run by `cmake -P`: copies HEADERS, named from the root of SOURCE, to the folder FLAT under their
# last names, and lets them include each other there: "core/call.h" becomes "tollpass/call.h".
# Include guards stay, so a program may see both copies of a header.
foreach(header IN LISTS HEADERS)
  get_filename_component(name "${header}" NAME)
  file(READ "${SOURCE}/${header}" text)
  foreach(other IN LISTS HEADERS)
    get_filename_component(other_name "${other}" NAME)
    string(REPLACE "#include \"${other}\"" "#include \"tollpass/${other_name}\"" text "${text}")
  endforeach()
  file(WRITE "${FLAT}/${name}" "${text}")
endforeach()
