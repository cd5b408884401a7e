/**
 * Cost and reliability of image search: the time of a search on pictures of 1920×1080 beside OpenCV's matching of whole frames, in one
 * run; misses and false matches on the golden set; memory over 100,000 looks.
 *
 * <p>Times are the thread's own CPU time, so a busy machine blurs them less. {@code cold}: a template that was never looked for, on a whole
 * frame. {@code known-place}: a pixel of the landmark has changed. {@code repainted}: all of it has changed a little. {@code gone}: it was there
 * and is not any more. {@code unchanged}: something elsewhere has changed, or nothing at all. {@code all-damaged}: an update calls the whole
 * screen damaged, nothing has changed; it costs a reading of the screen. All but {@code cold} include taking the update in.
 */
@NullMarked
package io.deskmeter.bench.vision;

import org.jspecify.annotations.NullMarked;
