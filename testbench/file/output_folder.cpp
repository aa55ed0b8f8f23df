#include "testbench/file/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "testbench/file/pending_file.h"

namespace switchyard {

OutputFolder::OutputFolder(std::filesystem::path folder) : path_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error) throw std::system_error(error, path_.string() + " cannot be made");
  descriptor_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path_.string());
  // Where there are no locks, as on some network file systems, there is no protection.
  const bool taken = flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  try {
    if (taken) throw std::invalid_argument(path_.string() + ": another run is writing into it");
    check_writable(path_ / "results.json");
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

OutputFolder::~OutputFolder() { close(descriptor_); }

}  // namespace switchyard
