/**
 * What agents measure: {@linkplain io.deskmeter.measure.timing.Timing timings} of operations,
 * {@linkplain io.deskmeter.measure.timing.Sample samples} of metrics and {@linkplain io.deskmeter.measure.timing.Logon
 * logons}, and long lists of them in columns. What an outcome means is said by
 * {@link io.deskmeter.measure.timing.Outcome}.
 */
@NullMarked
package io.deskmeter.measure.timing;

import org.jspecify.annotations.NullMarked;
