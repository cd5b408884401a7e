/**
 * Load points as they are stored and as JSON shows them, and the judging between the two.
 * {@link io.deskmeter.controller.point.PointRecord} is what is written down when it ends;
 * {@link io.deskmeter.controller.point.LoadPointJudge} makes a {@link io.deskmeter.controller.point.JudgedPoint} of it
 * and of the stored timings, during the run and at any later time; {@link io.deskmeter.controller.point.LoadPoint} is
 * that in the words of JSON, the same for live runs and for reports. Nothing else turns timings into a verdict.
 */
@NullMarked
package io.deskmeter.controller.point;

import org.jspecify.annotations.NullMarked;
