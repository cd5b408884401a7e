package io.deskmeter.controller.pairing;

import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.ShowPairingCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which desktop agent was given which pairing code, and which of them show theirs. A code is known until its desktop agent gets another one or leaves: a
 * client that sees the display of somebody who is paired already must be told so. Owned by the broker's mailbox.
 */
final class ShownPairingCodes {
    private final DesktopAgentBroker.Post post;
    private final Supplier<String> nonces;
    private final Map<String, String> codeOf = new HashMap<>();
    private final Map<String, String> ownerOf = new HashMap<>();
    private final Set<String> shown = new HashSet<>();

    /** @param nonces codes that nobody can guess, each other than all before */
    ShownPairingCodes(DesktopAgentBroker.Post post, Supplier<String> nonces) {
        this.post = post;
        this.nonces = nonces;
    }

    /** Has the desktop agent show a code, unless it does. */
    void show(String desktop) {
        if (shown.contains(desktop)) {
            return;
        }
        forget(desktop);
        String code = nonces.get();
        if (send(desktop, code)) {
            codeOf.put(desktop, code);
            ownerOf.put(code, desktop);
            shown.add(desktop);
        }
    }

    /** Has it show none; its code stays known. */
    void hide(String desktop) {
        if (shown.remove(desktop)) {
            var unusedGone = send(desktop, "");
        }
    }

    /** The desktop agent has left, or is another one now: whatever it shows counts no more. */
    void forget(String desktop) {
        shown.remove(desktop);
        String code = codeOf.remove(desktop);
        if (code != null) {
            ownerOf.remove(code);
        }
    }

    /** Whose code it is. */
    Optional<String> owner(String code) {
        return Optional.ofNullable(ownerOf.get(code));
    }

    /** Those that show one. */
    Set<String> showing() {
        return Set.copyOf(shown);
    }

    private boolean send(String desktop, String code) {
        return post.send(
                desktop,
                FromController.newBuilder()
                        .setShowPairingCode(ShowPairingCode.newBuilder().setCode(code))
                        .build());
    }
}
