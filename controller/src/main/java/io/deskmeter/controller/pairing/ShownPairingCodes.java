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
 * The pairing codes of desktop agents, and which of them are shown. A code is known until its desktop agent gets
 * another one or disconnects, so that a client agent that reads the code of a paired agent gets an error. Owned by the
 * broker's mailbox.
 */
final class ShownPairingCodes {
    private final DesktopAgentBroker.Post post;
    private final Supplier<String> nonces;
    private final Map<String, String> codeOf = new HashMap<>();
    private final Map<String, String> ownerOf = new HashMap<>();
    private final Set<String> shown = new HashSet<>();

    /** @param nonces unique random codes */
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

    /** Hides its code, which stays known. */
    void hide(String desktop) {
        if (shown.remove(desktop)) {
            var unusedGone = send(desktop, "");
        }
    }

    /** The desktop agent has disconnected or restarted: its code is invalid. */
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
