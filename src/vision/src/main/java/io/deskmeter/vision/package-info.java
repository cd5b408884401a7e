/**
 * Finds an image in a frame; the only place that knows OpenCV.
 *
 * <p>An {@link io.deskmeter.vision.TemplateMatcher} belongs to one session. It keeps fingerprints and sums of the session's screen up to date from damage rectangles
 * and answers "is this {@link io.deskmeter.vision.Template} on the screen, and where?" as cheaply as it can, yet as if it had looked everywhere:
 *
 * <ol>
 *   <li><em>Change gate.</em> Nothing changed, so the last answer stands. Damage is compared with fingerprints of 8×8 pixels first: a screen that
 *       calls everything damaged costs one reading of it.
 *   <li><em>Window.</em> For each row the best match is kept. A changed rectangle concerns only places at which the template overlaps it;
 *       those are looked at again, and, where a row's best was among them, the rest of that row. A landmark that is not there (the usual
 *       case while a condition waits) costs no more than one that is.
 *   <li><em>Coarse look.</em> Of all places to be looked at, {@code CoarseFilter} rules out those whose blocks of pixels have sums that cannot belong to
 *       a match. Its bounds follow from the definition of a match: it errs to one side only, so nothing is ever missed. (A pyramid of
 *       smaller pictures was the first idea; it has no such bound and would need a full search whenever it finds nothing.)
 *   <li><em>Judgement.</em> What is left is judged with exact integer sums, one place at a time; where very much is left, OpenCV's dense
 *       correlation thins it out before.
 * </ol>
 *
 * <p>The sums over blocks of 8×8 pixels are kept, so a look at a whole frame begins with 1/64 of its pixels. Memory that only a
 * search needs is shared by all matchers: {@link io.deskmeter.vision.MatcherBuffers}. After a failure {@link io.deskmeter.vision.TemplateMatcher#diagnose} says in words what
 * is the matter.
 *
 * <p>{@link io.deskmeter.vision.RegionMemory} answers the simpler question how many pixels of a region have changed,
 * and {@link io.deskmeter.vision.Similarity} how alike an image and what the screen shows of it look.
 */
@NullMarked
package io.deskmeter.vision;

import org.jspecify.annotations.NullMarked;
