/**
 * The delivery of timings and samples: {@link io.deskmeter.link.delivery.TimingSender} brings them from a spool to the
 * controller that stores them.
 */
@NullMarked
package io.deskmeter.link.delivery;

import org.jspecify.annotations.NullMarked;
