/**
 * Benchmarks of Deskmeter itself: the accuracy of its times, the cost of image search, the number of sessions per agent; each side by side in one run with what
 * a user would pick instead.
 *
 * <p>A benchmark is a command of {@link io.deskmeter.bench.BenchMain}, in a package of its own. It prints a table and writes a
 * {@link io.deskmeter.bench.BenchReport}. It asserts nothing: figures are judged by people, and timed tests fail on busy machines.
 */
@NullMarked
package io.deskmeter.bench;

import org.jspecify.annotations.NullMarked;
