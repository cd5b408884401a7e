/**
 * What the agent does for its controller.
 *
 * <p>{@link io.deskmeter.agent.run.Foreman} hears the controller and owns the one run that may be prepared at a time;
 * {@link io.deskmeter.agent.run.AgentRun} owns the sessions of that run; {@link io.deskmeter.agent.run.Outbox} keeps what the controller
 * must hear: timings on disk until they are acknowledged, changes of sessions in memory until there is a link;
 * {@link io.deskmeter.agent.run.Machinery} holds the few threads that all sessions share.
 *
 * <p>Whoever loses touch ends its work: an agent whose controller stays away longer than the grace it was given ends its sessions, keeps
 * the timings and goes on dialling.
 */
@NullMarked
package io.deskmeter.agent.run;

import org.jspecify.annotations.NullMarked;
