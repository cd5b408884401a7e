/**
 * The run that an agent works for: {@link io.deskmeter.agent.client.run.ClientRunHandler} receives the controller's
 * messages and owns the current run, {@link io.deskmeter.agent.client.run.ClientRun} owns its sessions, which a
 * {@link io.deskmeter.agent.client.run.SessionFactory} makes.
 */
@NullMarked
package io.deskmeter.agent.client.run;

import org.jspecify.annotations.NullMarked;
