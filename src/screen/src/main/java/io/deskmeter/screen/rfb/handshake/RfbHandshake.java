package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of a handshake share.
 *
 * @param login the credentials, and which security types may be used
 * @param shared whether other clients of the desktop may stay
 * @param out receives the messages to send
 * @param tls inserts TLS
 * @param next what follows the handshake
 */
public record RfbHandshake(
        Login login, boolean shared, RfbLimits limits, Consumer<ClientMessage> out, TlsSwitch tls, Next next) {
    /** Continues once the server has sent its ServerInit message. */
    @FunctionalInterface
    public interface Next {
        ReadStep after(ServerInit init) throws ScreenException;
    }

    /** The first step. */
    public ReadStep start() {
        return new ReadVersion(this);
    }

    void send(ClientMessage message) {
        out.accept(message);
    }

    /** The step after the choice of a security type without TLS. */
    ReadStep authenticate(SecurityType type, ProtocolVersion version) {
        if (type == SecurityType.NONE && version != ProtocolVersion.V3_8) {
            return initialise();
        }
        return type == SecurityType.APPLE ? new ReadAppleKey(this, version) : prove(type, version);
    }

    /** Sends the credentials that a security type requires. */
    ReadStep prove(SecurityType type, ProtocolVersion version) {
        return switch (type.proof()) {
            case NOTHING -> new ReadSecurityResult(this, version);
            case PASSWORD -> new ReadChallenge(this, version);
            case NAME_AND_PASSWORD -> sendNameAndPassword(version);
        };
    }

    private ReadStep sendNameAndPassword(ProtocolVersion version) {
        byte[] user = utf8(login.user());
        byte[] password = utf8(login.password());
        send(out -> out.writeInt(user.length)
                .writeInt(password.length)
                .writeBytes(user)
                .writeBytes(password));
        return new ReadSecurityResult(this, version);
    }

    private static byte[] utf8(@Nullable String text) {
        return Objects.requireNonNull(text, "chosen with name and password only")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Sends whether the desktop is shared, and waits for ServerInit. */
    ReadStep initialise() {
        send(out -> out.writeByte(shared ? 1 : 0));
        return new ReadServerInit(this);
    }
}
