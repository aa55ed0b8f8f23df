#pragma once

#include <string>
#include <vector>

namespace switchyard {

/// A label for each file: the shortest end of its path, without the extension, that no other file has:
/// "net", or "a/net" and "b/net". Precondition: no file is given twice.
std::vector<std::string> labels_of_files(const std::vector<std::string>& files);

}  // namespace switchyard
