/**
 * How many sessions a platform holds: {@link io.deskmeter.measure.search.CapacitySearch} takes the judged load points
 * and answers with the {@linkplain io.deskmeter.measure.search.SearchDecision next} thing to measure, or with the
 * {@link io.deskmeter.measure.search.Capacity} and why.
 */
@NullMarked
package io.deskmeter.measure.search;

import org.jspecify.annotations.NullMarked;
