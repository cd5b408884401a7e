/**
 * Cost and reliability of image search: the time of a search on pictures of 1920×1080 beside OpenCV's matching of whole
 * frames, in one run; misses and false matches on the golden set; memory over 100,000 searches.
 *
 * <p>Times are the thread's own CPU time, so a busy machine affects them less. {@code cold}: a template that was never
 * searched, on a whole frame. {@code known-place}: a pixel of the landmark has changed. {@code repainted}: all of it
 * has changed a little. {@code gone}: it has disappeared. {@code unchanged}: another region has changed, or nothing.
 * {@code all-damaged}: an update reports the whole screen as damaged, but nothing has changed; it costs one read of the
 * screen. All except {@code cold} include processing the update.
 */
@NullMarked
package io.deskmeter.bench.vision;

import org.jspecify.annotations.NullMarked;
