/**
 * Benchmarks of Deskmeter itself: the accuracy of its times, the cost of image search, the number of sessions per
 * agent; each compared in one run with a user's alternative.
 *
 * <p>A benchmark is a command of {@link io.deskmeter.bench.BenchMain}, in a separate package. It prints a table and
 * writes a {@link io.deskmeter.bench.BenchReport}. It asserts nothing: readers assess the figures, because timed tests
 * fail on busy machines.
 */
@NullMarked
package io.deskmeter.bench;

import org.jspecify.annotations.NullMarked;
