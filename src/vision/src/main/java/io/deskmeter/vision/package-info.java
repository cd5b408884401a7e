/**
 * Finds an image in a frame; the only package that uses OpenCV.
 *
 * <p>An {@link io.deskmeter.vision.TemplateMatcher} belongs to one session. It keeps fingerprints and sums of the session's screen up to date from
 * damage rectangles and finds whether a {@link io.deskmeter.vision.Template} is on the screen, and where. The result is the same as that of a full
 * search, at a lower cost:
 *
 * <ol>
 * <li><em>Change gate.</em> If nothing changed, the last result is still valid. Damage is first compared with fingerprints of 8×8 pixels: a screen
 * that reports everything as damaged costs one read.
 * <li><em>Window.</em> For each row the best match is kept. A changed rectangle affects only places at which the template overlaps it. Those are
 * searched again, and the rest of a row if its best match was among them. A landmark that is not on the screen (the usual case while a condition
 * waits) costs no more than one that is.
 * <li><em>Coarse filter.</em> {@code CoarseFilter} excludes places whose blocks of pixels have sums that cannot belong to a match. Its bounds follow
 * from the definition of a match, so it never misses one. (A pyramid of smaller pictures has no such bound and would need a full search whenever it
 * finds nothing.)
 * <li><em>Comparison.</em> The remaining places are compared with exact integer sums, one at a time; if very many remain, OpenCV's dense correlation
 * reduces them first.
 * <li><em>Decision.</em> A place whose score is high enough can still be another picture, which differs in a detail. {@code Residue} compares what is left
 * with what codecs leave, {@code Resampled} allows for a picture that is placed by parts of a pixel, and {@code Rivals} for other landmarks that look like
 * it. </ol>
 *
 * <p>The sums over blocks of 8×8 pixels are kept, so a search of a whole frame begins with 1/64 of its pixels. Memory that only a search needs is
 * shared by all matchers: {@link io.deskmeter.vision.MatcherBuffers}. After a failure {@link io.deskmeter.vision.TemplateMatcher#diagnose} describes
 * the cause.
 *
 * <p>{@link io.deskmeter.vision.RegionMemory} answers the simpler question how many pixels of a region have changed,
 * and {@link io.deskmeter.vision.Similarity} how alike an image and what the screen shows of it look.
 */
@NullMarked
package io.deskmeter.vision;

import org.jspecify.annotations.NullMarked;
