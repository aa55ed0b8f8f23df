#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

/// A command that a document shows after `$ `, in a `console` block, and what stands below it.
struct ShownCommand {
  std::string line;
  int status = 0;                   ///< That of a comment behind the command, as in `# ...: status 3`.
  std::vector<std::string> output;  ///< Empty: the document shows none.
};

/// A block of a document that does something.
struct DocumentBlock {
  std::size_t line = 0;                ///< Where it begins.
  std::string file;                    ///< Of a YAML block that begins with `# <file>.yaml`: its name.
  std::string text;                    ///< What that file holds.
  std::vector<ShownCommand> commands;  ///< Of a `console` block.
  std::vector<std::string> others;     ///< Lines of all other blocks, where a command may hide.
};

/// A picture that a command of the document has made: `<!-- picture: out/x/sweep.svg -->` above
/// `![...](file)`.
using MadePicture = std::pair<std::string, std::string>;

/// A document in Markdown, as far as it can be run.
struct Document {
  std::vector<DocumentBlock> blocks;
  std::vector<MadePicture> pictures;
};

Document read_document(const std::filesystem::path& file);

/// The first shown line that `printed` does not have where it should; nothing if all is true.
///
/// A shown line `...` stands for any lines, and `...` in a line for any text. Times, speeds and memory differ
/// from run to run, and are not compared. No shown output is true, and stands for all of it.
std::optional<std::string> untrue_line(const std::vector<std::string>& shown, const std::string& printed);

}  // namespace switchyard
