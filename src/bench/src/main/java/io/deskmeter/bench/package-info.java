/**
 * Benchmarks of the instrument: how true its times are, what its eyes cost, how many sessions it holds; each side by side in one run with what
 * a user would pick instead.
 *
 * <p>A benchmark is a command of {@link io.deskmeter.bench.BenchMain}, in a package of its own. It prints a table and writes a
 * {@link io.deskmeter.bench.BenchReport}. It asserts nothing: figures are judged by people, and timed tests fail on busy machines.
 */
@NullMarked
package io.deskmeter.bench;

import org.jspecify.annotations.NullMarked;
