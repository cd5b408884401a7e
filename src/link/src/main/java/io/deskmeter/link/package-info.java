/** The wire between controller and agents: protobuf messages in length-prefixed frames, heartbeats, a spool that survives. */
@NullMarked
package io.deskmeter.link;

import org.jspecify.annotations.NullMarked;
