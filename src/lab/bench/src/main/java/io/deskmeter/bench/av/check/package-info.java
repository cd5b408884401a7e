/**
 * What all checks of sound and picture share: what a check is, what it needs to run, and the row of the table that it
 * adds. {@link io.deskmeter.bench.av.check.Errors} tells how far its figures were from the truth.
 */
@NullMarked
package io.deskmeter.bench.av.check;

import org.jspecify.annotations.NullMarked;
