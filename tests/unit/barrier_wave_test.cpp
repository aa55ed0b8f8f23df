#include "hw/router/queues/barrier_wave.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Discipline = BarrierWave::Discipline;

/// One queue: channels 0 and 1 bring packets, channel 2 takes them away; 1 delivers, and 3 is the terminal's.
WaveSite one_queue() {
  WaveSite site;
  site.queues.resize(1);
  site.queues[0].from_channels = 0b1011;
  site.queues[0].to_channels = 0b100;
  site.delivering = 0b10;
  site.injection = 0b1000;
  return site;
}

void take_all(BarrierWave& wave) {
  for (const int channel : {0, 1, 3}) wave.take(channel);
  wave.flush();
}

TEST(BarrierWave, OwesAMarkerWhenAllChannelsHaveBroughtTheirs) {
  BarrierWave wave(one_queue(), Discipline::EpochBit);
  EXPECT_FALSE(wave.waits());
  for (const int channel : {3, 0}) {
    EXPECT_TRUE(wave.may_take(channel));
    wave.take(channel);
    EXPECT_FALSE(wave.may_take(channel)) << "one for each barrier";
    wave.flush();
    EXPECT_EQ(wave.owed(), 0U);
    EXPECT_TRUE(wave.waits());
  }
  wave.take(1);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0b100U);
  EXPECT_TRUE(wave.may_take(0)) << "for the next barrier";
  EXPECT_FALSE(wave.may_take(1)) << "the processor has not been released";
  EXPECT_TRUE(wave.releases());
  wave.release();
  EXPECT_TRUE(wave.may_take(1));
  EXPECT_FALSE(wave.releases());
  wave.pay(2);
  EXPECT_FALSE(wave.waits());
}

TEST(BarrierWave, WaitsForPacketsOfTheEpochBeforeAndForNoOthers) {
  BarrierWave wave(one_queue(), Discipline::EpochBit);
  wave.packet_enters(0, /*odd_epoch=*/false);
  take_all(wave);
  EXPECT_EQ(wave.owed(), 0U);
  wave.packet_enters(0, /*odd_epoch=*/true);
  wave.packet_leaves(0, /*odd_epoch=*/false);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0b100U);
  wave.pay(2);
  wave.release();
  take_all(wave);
  EXPECT_EQ(wave.owed(), 0U) << "now the packet is of the epoch before";
  wave.packet_leaves(0, /*odd_epoch=*/true);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0b100U);
}

TEST(BarrierWave, IsNotFlushedForTheNextBarrierWhileItOwesAMarker) {
  BarrierWave wave(one_queue(), Discipline::EpochBit);
  take_all(wave);
  wave.release();
  take_all(wave);
  EXPECT_EQ(wave.owed(), 0b100U);
  wave.pay(2);
  EXPECT_EQ(wave.owed(), 0U);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0b100U);
}

/// Queue 0, of channel 0, moves packets to queue 1, of channel 1, which sends them over channel 2.
WaveSite two_queues() {
  WaveSite site;
  site.queues.resize(2);
  site.queues[0].from_channels = 0b1;
  site.queues[1].from_channels = 0b10;
  site.queues[1].from_queues = 0b1;
  site.queues[1].to_channels = 0b100;
  site.injection = 0b1000;
  return site;
}

TEST(BarrierWave, ForgetsNoFlushOfAQueueThatIsAheadOfTheOneBehindIt) {
  BarrierWave wave(two_queues(), Discipline::Hold);
  wave.take(0);
  wave.flush();
  EXPECT_EQ(wave.closed_moves(0), 0b10U) << "a packet of the next epoch may not move on";
  wave.take(0);
  wave.flush();
  for (int barrier = 0; barrier < 2; ++barrier) {
    wave.take(1);
    wave.flush();
    EXPECT_EQ(wave.owed(), 0b100U) << barrier;
    wave.pay(2);
    wave.flush();
  }
  EXPECT_EQ(wave.closed_moves(0), 0U);
  EXPECT_FALSE(wave.waits());
}

/// Both queues feed channel 2.
TEST(BarrierWave, OwesAMarkerWhenAllQueuesThatFeedAChannelAreFlushed) {
  WaveSite site = two_queues();
  site.queues[0].to_channels = 0b100;
  BarrierWave wave(site, Discipline::Hold);
  wave.take(0);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0U);
  EXPECT_EQ(wave.closed(0), 0b100U) << "packets of the next epoch wait for the marker";
  EXPECT_EQ(wave.closed(1), 0U) << "those of the epoch before do not";
  wave.take(1);
  wave.flush();
  EXPECT_EQ(wave.owed(), 0b100U);
  EXPECT_EQ(wave.closed(1), 0b100U) << "the marker goes first";
}

TEST(BarrierWave, HoldsWhatIsBehindAMarkerWhereItIsToldTo) {
  for (const Discipline discipline : {Discipline::Hold, Discipline::EpochBit}) {
    BarrierWave wave(one_queue(), discipline);
    wave.take(0);
    wave.take(1);
    EXPECT_EQ(wave.held(), discipline == Discipline::Hold ? 0b11U : 0U);
    wave.take(3);
    wave.flush();
    EXPECT_EQ(wave.held(), discipline == Discipline::Hold ? 0b1010U : 0U) << "until the release";
    wave.release();
    EXPECT_EQ(wave.held(), 0U);
  }
}

}  // namespace
}  // namespace switchyard
