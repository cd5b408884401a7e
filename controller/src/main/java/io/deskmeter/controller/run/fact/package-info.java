/**
 * What is known of a run: its {@link io.deskmeter.controller.run.fact.RunState}, and what agents tell of sessions
 * ({@link io.deskmeter.controller.run.fact.SessionFact}) and of their machines
 * ({@link io.deskmeter.controller.run.fact.HostSample}).
 */
@NullMarked
package io.deskmeter.controller.run.fact;

import org.jspecify.annotations.NullMarked;
