/**
 * The figures of a load point while it is measured, each updated by what comes: running percentiles
 * ({@link io.deskmeter.controller.run.figure.LivePercentiles}) and how sure they are
 * ({@link io.deskmeter.controller.run.figure.LiveIntervals}), samples, working sessions, and the resource usage of
 * agents. All but the intervals are computed on the run's mailbox. A verdict is not made of them.
 */
@NullMarked
package io.deskmeter.controller.run.figure;

import org.jspecify.annotations.NullMarked;
