package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.Limits;
import io.deskmeter.screen.rfb.wire.Step;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of a handshake share.
 *
 * @param password of VncAuth, null where there is none
 * @param shared whether other clients of the desktop may stay
 * @param out where our side of the conversation goes
 * @param next what follows the handshake
 */
public record Handshake(
        @Nullable String password, boolean shared, Limits limits, Consumer<ClientMessage> out, Next next) {
    /** Continues once the server has introduced itself. */
    @FunctionalInterface
    public interface Next {
        Step after(ServerInit init) throws ScreenException;
    }

    /** The first step. */
    public Step start() {
        return new ReadVersion(this);
    }

    void send(ClientMessage message) {
        out.accept(message);
    }

    /** What follows the choice of a security type. */
    Step authenticate(SecurityType type, ProtocolVersion version) {
        return switch (type) {
            case NONE -> version == ProtocolVersion.V3_8 ? new ReadSecurityResult(this, version) : initialise();
            case VNC_AUTH -> new ReadChallenge(this, version);
        };
    }

    /** Says whether we share, and waits for the server's introduction. */
    Step initialise() {
        send(out -> out.writeByte(shared ? 1 : 0));
        return new ReadServerInit(this);
    }

    @Override
    public String toString() {
        return "Handshake[password=" + (password == null ? "none" : "***") + ", shared=" + shared + "]";
    }
}
