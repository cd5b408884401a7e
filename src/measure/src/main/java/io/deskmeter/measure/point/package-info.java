/**
 * What a load point has shown, as values: responses by group, operation and session, logons, samples, what is missing,
 * and each {@linkplain io.deskmeter.measure.point.Criterion criterion} with its
 * {@linkplain io.deskmeter.measure.point.CriterionResult result}. All of it is in the
 * {@link io.deskmeter.measure.point.LoadPointSummary}.
 */
@NullMarked
package io.deskmeter.measure.point;

import org.jspecify.annotations.NullMarked;
