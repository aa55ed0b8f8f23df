#pragma once

#include <filesystem>

#include "hw/config/data_file.h"
#include "testbench/messages/graph_catalog.h"
#include "testbench/messages/message_check.h"

namespace switchyard {

/// Reads messages from CSV, line by line; `#` starts a comment. The header is
/// `message,cycle,source,destination,flits`, and behind it any of `class`, `waits_for` (ids with spaces
/// between them), `compute`, `value` (by default the id), `operation` (by default add), `phase` (by default
/// that of the line before), `slot` and `period`.
///
/// Faults: no header, a missing or surplus field, not a number, ids that are not 0, 1, 2, ...
class MessageReader {
 public:
  /// `text` and `faults` must outlive this object.
  MessageReader(std::istream& text, const std::string& file_name, std::vector<std::string>& faults);

  /// The next line that is not at fault; false if there is none.
  bool next(GraphMessage& message);
  /// Records a fault of that line.
  void fail(const MessageFault& fault);
  void fail_at_end(const std::string& what) { file_.fail(0, what); }

 private:
  bool read(GraphMessage& message);
  bool read_waits_for(GraphMessage& message);
  bool read_operation(GraphMessage& message);

  DataFile file_;
  bool has_header_;
  std::optional<std::size_t> class_, waits_for_, compute_, value_, operation_, phase_, slot_, period_;
  MessageId next_id_ = 0;
  std::uint64_t last_phase_ = 0;
};

/// Config:  file (CSV, relative to the configuration; compressed if its name ends in .gz). It is read twice:
///          before the run to check it, and while the run goes on.
MessageGraph build_message_file(const TrafficContext& context);

/// Writes a graph as such a file. Errors: those of CompressibleFile and of the stream.
void write_messages(const MessageGraph& graph, const std::filesystem::path& file);

}  // namespace switchyard
