/**
 * Who an agent is: its {@link io.deskmeter.agent.client.identity.AgentIdentity}, what is known of its machine
 * ({@link io.deskmeter.agent.client.identity.HostFacts}), and how a machine joins a controller
 * ({@link io.deskmeter.agent.client.identity.Joining}) and stays joined
 * ({@link io.deskmeter.agent.client.identity.CertificateRenewal}).
 */
@NullMarked
package io.deskmeter.agent.client.identity;

import org.jspecify.annotations.NullMarked;
