/**
 * Internal errors of this program: unexpected exceptions on background threads.
 *
 * <p>Every one of them is reported to {@link io.deskmeter.controller.faults.InternalFaults}, which writes it to the
 * log, counts it, and decides whether the process can continue.
 * {@link io.deskmeter.controller.faults.ControllerThreads} makes the threads, none of which can lose one. The owner of
 * a task decides what an error ends: a run, a reader, or nothing.
 */
@NullMarked
package io.deskmeter.controller.faults;

import org.jspecify.annotations.NullMarked;
