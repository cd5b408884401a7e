/**
 * What waits for the controller: {@link io.deskmeter.agent.client.outbox.Outbox} queues messages, timings on disk until
 * they are acknowledged, and {@link io.deskmeter.agent.client.outbox.TimingDrain} delays what must follow them.
 */
@NullMarked
package io.deskmeter.agent.client.outbox;

import org.jspecify.annotations.NullMarked;
