/**
 * What the simulated user does, one {@link io.deskmeter.workload.step.Step} after the other, and what must then be
 * seen: a {@link io.deskmeter.workload.step.Condition} on the screen, with the parts of the screen that it looks at. A
 * {@link io.deskmeter.workload.step.Handler} joins the two for windows that may come at any time.
 * {@link io.deskmeter.workload.step.ReferenceStage} has the sizes of the stage on which drags and scrolling are
 * measured.
 */
@NullMarked
package io.deskmeter.workload.step;

import org.jspecify.annotations.NullMarked;
