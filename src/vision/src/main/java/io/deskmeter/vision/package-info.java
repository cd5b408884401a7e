/**
 * Finds an image in a frame. A {@link io.deskmeter.vision.TemplateMatcher} belongs to one session. It keeps
 * fingerprints and sums of the session's screen up to date from damage rectangles and finds whether a
 * {@link io.deskmeter.vision.template.Template} is on the screen, and where. The result is the same as that of a full
 * search, at a lower cost:
 *
 * <ol>
 *   <li><em>Change gate.</em> If nothing changed, the last result is still valid. Damage is first compared with
 *       fingerprints of 8×8 pixels: a screen that reports everything as damaged costs one read.
 *   <li><em>Window.</em> For each row the best match is kept. A changed rectangle affects only places at which the
 *       template overlaps it. Those are searched again, and the rest of a row if its best match was among them. A
 *       landmark that is not on the screen (the usual case while a condition waits) costs no more than one that is.
 *   <li><em>Coarse filter.</em> {@link io.deskmeter.vision.filter.CoarseFilter} excludes places whose blocks of pixels
 *       have sums that cannot belong to a match. Its bounds follow from the definition of a match, so it never misses
 *       one. (A pyramid of smaller pictures has no such bound and would need a full search whenever it finds nothing.)
 *   <li><em>Comparison.</em> The remaining places are compared with exact integer sums, one at a time; if very many
 *       remain, OpenCV's dense correlation reduces them first.
 *   <li><em>Decision.</em> A place whose score is high enough can still be another picture, which differs in a detail.
 *       {@link io.deskmeter.vision.verify.Residue} compares what is left with what codecs leave,
 *       {@link io.deskmeter.vision.verify.Resampled} allows for a picture that is placed by parts of a pixel, and
 *       {@code Rivals} for other landmarks that look like it.
 * </ol>
 *
 * <p>The sums over blocks of 8×8 pixels are kept, so a search of a whole frame begins with 1/64 of its pixels. Memory
 * that only a search needs is shared by all matchers: {@link io.deskmeter.vision.MatcherBuffers}. After a failure
 * {@link io.deskmeter.vision.TemplateMatcher#diagnose} describes the cause.
 *
 * <p>Each of these packages stands on those before it alone: {@code pixel}, {@code filter} and {@code verify},
 * {@code template}, and this one. {@code compare} and {@code tracking} answer other questions about a screen without a
 * search for a template.
 */
@NullMarked
package io.deskmeter.vision;

import org.jspecify.annotations.NullMarked;
