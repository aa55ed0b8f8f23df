// Edits of hw/ and tlm/, drawn at random, which a program chooses among when it starts:
//   sy_model_mutants SOURCE TARGET SEED COUNT [NUMBER...]
// Draws COUNT places among all of SOURCE/hw and SOURCE/tlm, each with one of its edits, writes the files with
// these choices to TARGET, and lists the edits: number, file, first line, last line, rule, and what it makes
// of the text. Those with a NUMBER are drawn and listed, but not written: they do not compile.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/mutation/model_mutants.h"

namespace {

namespace fs = std::filesystem;
using namespace switchyard;

std::string contents_of(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(file.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Leaves a file alone that says this already, so that it need not be compiled again.
void write(const fs::path& file, const std::string& contents) {
  if (fs::exists(file) && contents_of(file) == contents) return;
  std::ofstream stream(file);
  stream << contents;
  if (!stream.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

struct Place {
  std::string file;
  std::vector<ModelMutant> edits;
};

std::vector<std::string> files_of(const fs::path& root) {
  std::vector<std::string> files;
  for (const char* folder : {"hw", "tlm"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp") files.push_back(fs::relative(entry.path(), root));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The first `count` of a shuffle. The standard's shuffle is another one with each library.
std::vector<Place> drawn(std::vector<Place> places, std::size_t count, std::mt19937_64& random) {
  if (count > places.size())
    throw std::runtime_error("there are " + std::to_string(places.size()) + " places only");
  for (std::size_t i = 0; i < count; ++i) std::swap(places[i], places[i + random() % (places.size() - i)]);
  places.resize(count);
  return places;
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string squeezed;
  std::unique_copy(text.begin(), text.end(), std::back_inserter(squeezed),
                   [](char a, char b) { return a == ' ' && b == ' '; });
  return squeezed;
}

/// What becomes what; of a short text with its line.
std::string described(const std::string& source, const ModelMutant& edit) {
  const std::string text = source.substr(edit.begin, edit.end - edit.begin);
  const std::string what = on_one_line(text) + " -> " + edit.edited;
  if (text.find(' ') != std::string::npos) return what;
  std::size_t first = source.rfind('\n', edit.begin) + 1;
  first = source.find_first_not_of(' ', first);
  return what + " in " + source.substr(first, source.find('\n', edit.begin) - first);
}

void run(const fs::path& source, const fs::path& target, std::uint64_t seed, std::size_t count,
         const std::set<int>& stillborn) {
  const std::vector<std::string> files = files_of(source);
  std::vector<Place> places;
  for (const std::string& file : files) {
    for (auto& edits : places_of(contents_of(source / file))) places.push_back({file, std::move(edits)});
  }
  std::cerr << places.size() << " places\n";
  std::mt19937_64 random(seed);
  std::map<std::string, std::vector<NumberedMutant>> chosen;
  int number = 0;
  for (const Place& place : drawn(std::move(places), count, random)) {
    const ModelMutant& edit = place.edits[random() % place.edits.size()];
    ++number;
    if (!stillborn.contains(number)) chosen[place.file].push_back({number, edit});
    std::cout << number << '\t' << place.file << '\t' << edit.first_line << '\t' << edit.last_line << '\t'
              << edit.rule << '\t' << described(contents_of(source / place.file), edit) << '\n';
  }
  for (const std::string& file : files) {
    const std::string contents = contents_of(source / file);
    const auto found = chosen.find(file);
    write(target / file, found == chosen.end() ? contents
                                               : "#include \"hw/base/chosen_mutant.h\"\n#line 1\n" +
                                                     with_choices(contents, found->second));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::cerr << "usage: sy_model_mutants SOURCE TARGET SEED COUNT [NUMBER...]\n";
    return 2;
  }
  try {
    std::set<int> stillborn;
    for (int i = 5; i < argc; ++i) stillborn.insert(std::stoi(argv[i]));
    run(argv[1], argv[2], std::stoull(argv[3]), std::stoul(argv[4]), stillborn);
  } catch (const std::exception& error) {
    std::cerr << "sy_model_mutants: error: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
