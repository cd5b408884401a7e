/**
 * Programs that stand still: {@link io.deskmeter.testkit.freeze.FreezeSchedule} stops a process as a frozen desktop
 * would be, and knows when it did.
 */
@NullMarked
package io.deskmeter.testkit.freeze;

import org.jspecify.annotations.NullMarked;
