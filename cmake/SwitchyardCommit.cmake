# Writes the header HEADER from TEMPLATE, with the commit of SOURCE; it is left alone if nothing has changed.
# cmake -DSOURCE=. -DTEMPLATE=commit.h.in -DHEADER=commit.h -P SwitchyardCommit.cmake
set(SY_COMMIT unknown)
find_program(GIT git)
if(GIT)
  # Of this folder only, not of a repository around it; the sources may belong to another user.
  get_filename_component(above ${SOURCE} DIRECTORY)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=GIT_DIR --unset=GIT_WORK_TREE GIT_CEILING_DIRECTORIES=${above}
            ${GIT} -c safe.directory=* describe --always --dirty --abbrev=40 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE found RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    set(SY_COMMIT ${found})
  endif()
endif()
configure_file(${TEMPLATE} ${HEADER} @ONLY)
