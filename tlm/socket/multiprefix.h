#pragma once

#include <tlm>

#include "hw/router/combining/ranade_message.h"

namespace switchyard {

/// Makes a read or a write of a CombiningMemory a multiprefix: the words change by `operation`, with the data
/// as operands.
///
/// A read takes its operands from the data array, and puts in their places the words as the initiators before
/// it left them; a write gets nothing back, and its data array stays as it is. Elsewhere the extension may be
/// ignored: a read is a read, a write a write.
struct Multiprefix final : tlm::tlm_extension<Multiprefix> {
  explicit Multiprefix(Operation kind) : operation(kind) {}

  tlm::tlm_extension_base* clone() const override { return new Multiprefix(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    operation = static_cast<const Multiprefix&>(other).operation;
  }

  Operation operation;  ///< Add, Max, Min, And, Or or Xor.
};

}  // namespace switchyard
