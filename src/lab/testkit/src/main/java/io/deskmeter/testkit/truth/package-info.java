/**
 * Ground truth: programs that answer an input after a programmed delay and report, on the machine's monotonic clock,
 * when the input reached them and when their answer was visible.
 *
 * <p>{@link io.deskmeter.testkit.truth.TruthServer} is an RFB server that computes its pixels. Each of its connections
 * is a desktop with very low cost, so one process serves hundreds. All programs of this package show the same
 * {@link io.deskmeter.testkit.truth.Scene}.
 *
 * <p>Instants are {@link System#nanoTime()}: CLOCK_MONOTONIC on Linux, hence comparable between the processes of one
 * machine.
 */
@NullMarked
package io.deskmeter.testkit.truth;

import org.jspecify.annotations.NullMarked;
