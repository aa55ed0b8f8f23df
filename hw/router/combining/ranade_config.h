#pragma once

#include <memory>

namespace switchyard {

class AddressMap;
class RanadePaths;

/// Parameters of the combining node; the words are those of the YAML.
struct RanadeConfig {
  int queue = 2;          ///< Messages per stream and switch.
  int directions = 64;    ///< Messages that a switch remembers until their replies have passed.
  bool combining = true;  ///< Off: requests to one address stay apart.
  bool ghosts = true;     ///< Off: to show that the machine stalls.
  std::shared_ptr<const AddressMap> map;
  std::shared_ptr<const RanadePaths> paths;
};

}  // namespace switchyard
