package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Rect;
import java.util.List;

/** A message of a client to a truth server, during or after the handshake. */
sealed interface ClientMessage {
    /** Of the protocol: 3, 7 or 8. */
    record Version(int minor) implements ClientMessage {}

    record Security(int type) implements ClientMessage {}

    record Init(boolean shared) implements ClientMessage {}

    record Format(PixelFormat format) implements ClientMessage {}

    record Encodings(List<Integer> codes) implements ClientMessage {}

    record UpdateRequest(boolean incremental, Rect area) implements ClientMessage {}

    record Key(int keysym, boolean down) implements ClientMessage {}

    record Continuous(boolean enabled) implements ClientMessage {}

    /** Payload as bits of ISO-8859-1. */
    record Fence(int flags, String payload) implements ClientMessage {}

    /** Pointer events and clipboard text, which are ignored. */
    record Other() implements ClientMessage {}
}
