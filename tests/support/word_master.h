#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "hw/router/combining/pram_operation.h"
#include "tests/support/random_initiator.h"

namespace switchyard {

/// A random initiator of a CombiningMemory: reads, writes and multiprefix of all kinds, of one word or
/// several, half of them on few words. It keeps what it wanted of each word, and what it got.
class WordMaster final : public RandomInitiator {
 public:
  struct Settings {
    Pace pace;
    std::uint64_t base = 0;
    std::uint32_t words = 1;
    std::uint32_t hot = 1;      ///< Words that half of the transactions begin at.
    std::uint32_t longest = 3;  ///< Words.
  };
  /// Of one word, in the order of requests.
  struct Access {
    Operation change = Operation::None;  ///< WriteArbitrary stands for both rules.
    bool gets_word = false;              ///< It is a read.
    std::uint32_t address = 0;           ///< Of the word.
    std::uint32_t operand = 0;
    std::uint32_t result = 0;
    sc_core::sc_time accepted;
  };

  WordMaster(const sc_core::sc_module_name& name, const Settings& settings)
      : RandomInitiator(name, settings.pace), settings_(settings) {}

  const std::vector<Access>& accesses() const { return accesses_; }

 private:
  void draw(Payload& payload, Job& job) override {
    static constexpr std::array kChanges{Operation::Add, Operation::Max, Operation::Min,
                                         Operation::And, Operation::Or,  Operation::Xor};
    const std::uint32_t length = 1 + below(std::min(settings_.longest, settings_.words));
    const std::uint32_t places = settings_.words - length + 1;
    const std::uint32_t first = below(below(2) == 0 ? std::min(places, settings_.hot) : places);
    const bool read = below(2) == 0;
    const std::uint32_t kind = below(10);
    const bool multiprefix = kind < kChanges.size();
    if (multiprefix) job.multiprefix.emplace(kChanges[kind]);
    job.data.resize(4 * length);
    first_of_.push_back(accesses_.size());
    for (std::uint32_t word = 0; word < length; ++word) {
      Access access;
      access.change = multiprefix ? kChanges[kind] : read ? Operation::None : Operation::WriteArbitrary;
      access.gets_word = read;
      access.address = first + word;
      access.operand = below(~std::uint32_t{0});
      std::memcpy(&job.data[4 * word], &access.operand, 4);
      accesses_.push_back(access);
    }
    payload.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    payload.set_address(settings_.base + 4 * first);
    payload.set_data_ptr(job.data.data());
    payload.set_data_length(4 * length);
    payload.set_streaming_width(4 * length + below(2));
    payload.set_byte_enable_ptr(nullptr);
  }

  void accepted(const Job& job, const Time& time) override {
    for (std::uint32_t word = 0; word < job.data.size() / 4; ++word)
      accesses_[first_of_[job.number] + word].accepted = time;
  }

  void judge(const Payload& payload, const Job& job) override {
    for (std::uint32_t word = 0; word < job.data.size() / 4; ++word) {
      Access& access = accesses_[first_of_[job.number] + word];
      std::memcpy(&access.result, &job.data[4 * word], 4);
      if (payload.is_write() && access.result != access.operand) fail("a write has changed its data");
    }
  }

  Settings settings_;
  std::vector<Access> accesses_;
  std::vector<std::size_t> first_of_;  ///< [transaction]
};

}  // namespace switchyard
