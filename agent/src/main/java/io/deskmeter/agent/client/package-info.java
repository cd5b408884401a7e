/**
 * The client agent: runs sessions for the controller.
 *
 * <p>{@link io.deskmeter.agent.client.ClientAgent} puts it together.
 * {@link io.deskmeter.agent.client.run.ClientRunHandler} receives the controller's messages and owns the current run;
 * {@link io.deskmeter.agent.client.run.ClientRun} owns the sessions of that run;
 * {@link io.deskmeter.agent.client.outbox.Outbox} queues messages for the controller: timings on disk until they are
 * acknowledged, session changes in memory until the link is established;
 * {@link io.deskmeter.agent.client.AgentResources} holds the few threads that all sessions share.
 *
 * <p>When the controller stays disconnected longer than the grace period, the agent ends its sessions, keeps the
 * timings and continues to reconnect.
 *
 * <p>Each of these packages stands on those before it alone: {@code identity}, {@code outbox}, {@code run}, and this
 * one.
 */
@NullMarked
package io.deskmeter.agent.client;

import org.jspecify.annotations.NullMarked;
