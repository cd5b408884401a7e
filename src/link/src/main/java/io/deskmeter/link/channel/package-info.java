/**
 * What both ends of a connection do alike: handshake, heartbeat, bounded queues in both directions, timers and
 * counters.
 */
@NullMarked
package io.deskmeter.link.channel;

import org.jspecify.annotations.NullMarked;
