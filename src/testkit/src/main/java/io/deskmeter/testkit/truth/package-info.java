/**
 * Ground truth: programs that answer an input after a programmed delay and report, on the machine's one monotonic clock, when the input
 * reached them and when their answer was out.
 *
 * <p>{@link io.deskmeter.testkit.truth.TruthServer} is an RFB server with pixels of its own. Each of its connections is a desktop that costs
 * next to nothing, so that one process serves hundreds. All programs of this package show the same {@link io.deskmeter.testkit.truth.Scene}.
 *
 * <p>Instants are {@link System#nanoTime()}: CLOCK_MONOTONIC on Linux, hence comparable between the processes of one machine.
 */
@NullMarked
package io.deskmeter.testkit.truth;

import org.jspecify.annotations.NullMarked;
