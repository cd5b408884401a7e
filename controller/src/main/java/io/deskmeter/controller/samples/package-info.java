/**
 * Queries on the samples of a run: pages of them, and each metric over time, over sessions and as a distribution.
 * Samples are read from the store page by page; only the values of one metric are held at a time.
 */
@NullMarked
package io.deskmeter.controller.samples;

import org.jspecify.annotations.NullMarked;
