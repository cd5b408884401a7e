/**
 * Internal errors of this program: unexpected exceptions on background threads.
 *
 * <p>Every one of them is reported to {@link io.deskmeter.controller.faults.InternalFaults}, which writes it to the log, counts it, and says
 * whether the process can go on. Whoever runs tasks decides what a fault ends: a run, a reader, nothing.
 */
@NullMarked
package io.deskmeter.controller.faults;

import org.jspecify.annotations.NullMarked;
