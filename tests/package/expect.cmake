# What the scripts of this folder run, and what it must say.
set(ENV{SYSTEMC_DISABLE_COPYRIGHT_MESSAGE} 1)

# Leaves what it says in `out`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGV}: ${status}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect text)
  run(${ARGN})
  if(NOT out MATCHES "${text}")
    message(FATAL_ERROR "${ARGN}: no ${text} in\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect_status expected text)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL expected OR NOT out MATCHES "${text}")
    message(FATAL_ERROR "${ARGN}: ${status}, not ${expected}, or no ${text} in\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()
