#include "testbench/traffic/network_interfaces.h"

#include <algorithm>

namespace switchyard {

std::unique_ptr<Terminal> NetworkInterfaces::make(TerminalId terminal) {
  const TerminalPort port = design_.terminal_at(terminal);
  if (have_classes()) {
    auto interface = std::make_unique<ClassInterface>(terminal, port, *classes_, *source_.listening(),
                                                      scoreboard_, admission_);
    of_classes_.push_back(interface.get());
    return interface;
  }
  auto interface = std::make_unique<NetworkInterface>(terminal, port, source_, scoreboard_, admission_);
  plain_.push_back(interface.get());
  return interface;
}

bool NetworkInterfaces::exhausted() const {
  if (const ListeningSource* const source = source_.listening()) return source->exhausted();
  return std::all_of(plain_.begin(), plain_.end(),
                     [](const NetworkInterface* interface) { return interface->exhausted(); });
}

ReplyWaits NetworkInterfaces::reply_waits() const {
  if (!have_classes()) return {};
  return [this](TerminalId terminal, VcId vc) { return of_classes_[terminal]->waits_to_reply(vc); };
}

}  // namespace switchyard
