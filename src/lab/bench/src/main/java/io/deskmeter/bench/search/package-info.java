/**
 * {@code ./deskmeter bench search}: the accuracy and the duration of capacity searches, on simulated platforms with a
 * known knee, judged by the same code as real runs.
 */
@NullMarked
package io.deskmeter.bench.search;

import org.jspecify.annotations.NullMarked;
