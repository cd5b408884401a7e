/**
 * The timings of a run as columns, for queries over many timings: series, distributions, heat maps, sorted and filtered
 * pages.
 *
 * <p>The store keeps timings as rows, which is suitable for writing each exactly once, but too slow for reading a
 * million of them for a page. So the timings of a finished run are written a second time, as one file of plain arrays
 * that is read in some hundredths of a second ({@link io.deskmeter.controller.columns.ColumnsFile}). Nothing is
 * aggregated in it: every percentile is computed exactly, from the values themselves, when it is asked for. The file
 * can be deleted at any time; it is created again from the store.
 */
@NullMarked
package io.deskmeter.controller.columns;

import org.jspecify.annotations.NullMarked;
