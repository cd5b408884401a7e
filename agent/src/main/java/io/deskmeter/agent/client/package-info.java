/**
 * The client agent: runs sessions for the controller.
 *
 * <p>{@link io.deskmeter.agent.client.ClientRunHandler} receives the controller's messages and owns the current run;
 * {@link io.deskmeter.agent.client.ClientRun} owns the sessions of that run; {@link io.deskmeter.agent.client.Outbox} queues messages for the
 * controller: timings on disk until they are acknowledged, session changes in memory until the link is established;
 * {@link io.deskmeter.agent.client.AgentResources} holds the few threads that all sessions share.
 *
 * <p>When the controller stays disconnected longer than the grace period, the agent ends its sessions, keeps the timings and continues to reconnect.
 */
@NullMarked
package io.deskmeter.agent.client;

import org.jspecify.annotations.NullMarked;
