#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "testbench/app/commands.h"
#include "testbench/app/path_option.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"
#include "testbench/packets/packet_file.h"

namespace switchyard {
namespace {

struct Options {
  PacketId packet = 0;
  std::string file;
};

/// How long it took, or that it did not come so far.
std::string end_of(const PacketStory& story) {
  const PacketEvent& last = story.events.back();
  if (last.event != "ejected") return "under way at the end of the run";
  return fmt::format("{} cycles from creation to the arrival of its tail",
                     last.cycle - story.events.front().cycle);
}

int show(const Options& options) {
  const PacketStory story = find_packet(options.file, options.packet);
  const std::string of_class = story.label == "0" ? "" : fmt::format(" of class {}", story.label);
  print_out("packet {}: {} {}{} from terminal {} to terminal {}, {}\n", options.packet, story.flits,
            story.flits == 1 ? "flit" : "flits", of_class, story.source, story.destination, end_of(story));
  std::size_t port_width = std::string("port").size();
  for (const PacketEvent& event : story.events) port_width = std::max(port_width, event.port_name.size());
  print_out("  event        cycle   since    node  {:{}}  VC\n", "port", port_width);
  for (std::size_t i = 0; i < story.events.size(); ++i) {
    const PacketEvent& event = story.events[i];
    const std::string since = i == 0 ? "" : std::to_string(event.cycle - story.events[i - 1].cycle);
    print_out("  {:8} {:>9} {:>7} {:>7}  {:{}}  {:>2}\n", event.event, event.cycle, since, event.node,
              event.port_name, port_width, event.vc.empty() ? "-" : event.vc);
  }
  return kGood;
}

}  // namespace

void add_packet_command(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("packet", "Show the way of one packet, from a file of `run --packets`");
  command->add_option("number", options->packet, "Its number")
      ->required()
      ->transform(whole_number(0, std::numeric_limits<PacketId>::max()))
      ->type_name("N");
  command->add_option("file", options->file, "What `switchyard run --packets` has written")
      ->required()
      ->check(a_name())
      ->type_name("FILE");
  command->callback([options, &status] { status = show(*options); });
}

}  // namespace switchyard
