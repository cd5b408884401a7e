/**
 * {@code ./deskmeter bench search}: how near to the true knee, and in how many minutes, a capacity search comes; on simulated platforms whose knee
 * is known, judged by the same code as real runs.
 */
@NullMarked
package io.deskmeter.bench.search;

import org.jspecify.annotations.NullMarked;
