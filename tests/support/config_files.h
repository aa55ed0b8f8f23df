#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace switchyard {

/// The folder of the sources, which the environment variable SWITCHYARD_SOURCE names.
inline std::filesystem::path source_folder() {
  const char* const folder = std::getenv("SWITCHYARD_SOURCE");
  if (folder == nullptr) throw std::runtime_error("the environment variable SWITCHYARD_SOURCE is not set");
  return folder;
}

/// The YAML files of a folder, by name; all paths relative to the folder of the sources.
inline std::vector<std::string> config_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / folder)) {
    if (entry.path().extension() == ".yaml") files.push_back((folder / entry.path().filename()).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Those of every folder but configs/bad.
inline std::vector<std::string> good_config_files() {
  std::vector<std::string> files;
  for (const char* folder : {"configs", "configs/small", "configs/machines", "configs/paper",
                             "configs/paper/cube", "configs/paper/beside_booksim"}) {
    for (std::string& file : config_files(folder)) files.push_back(std::move(file));
  }
  return files;
}

/// `configs/bad/empty_file.yaml` is `empty_file`: what a parametrised test is called.
inline std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

}  // namespace switchyard
