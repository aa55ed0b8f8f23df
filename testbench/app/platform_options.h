#pragma once

#include <string>

#include "testbench/app/config_options.h"
#include "testbench/app/junit_choice.h"
#include "testbench/app/timeline_choice.h"
#include "testbench/app/wave_choice.h"

namespace switchyard {

/// What `platform`, and `run` of a platform, are given.
struct PlatformOptions {
  ConfigOptions config;
  std::string level = "fast";
  std::string out;
  WaveChoice wave;
  TimelineChoice timeline;
  std::size_t threads = 1;
  std::string record = {};  ///< Where the packets go as a trace; empty: nowhere.
  JunitChoice junit = {};
};

/// Runs the platform of the document, which is options.config's, and reports; returns the exit status.
/// Errors: ConfigError, std::invalid_argument.
int run_platform(const PlatformOptions& options, ConfigDocument& document);

}  // namespace switchyard
