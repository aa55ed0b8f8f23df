#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/config/key_meaning.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// A key that a configuration can have.
struct ConfigurationKey {
  std::string path;  ///< Elements of lists as `faults[].link`.
  KeyMeaning says;   ///< Of a choice, `values` are those that these kinds take.
  std::vector<ValueShape> accepts = {};
  std::vector<std::pair<std::string, std::string>> kinds = {};  ///< That read it: section and name.
  std::vector<std::string> when = {};  ///< What it goes with, as `policy: token`; empty: with anything.
};

/// Every key that the readers of `catalogs` ask for and state the meaning of, in the order of reading.
///
/// Each kind reads small configurations that name it, one for each word that each of its choices can be.
std::vector<ConfigurationKey> configuration_keys(const Catalogs& catalogs);

}  // namespace switchyard
