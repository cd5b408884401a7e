package io.deskmeter.agent.remote;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A session with a desktop agent, and how a client agent connects to it. */
public interface DesktopTarget {
    /** Starts the programs that must run before the display can be opened. Blocks. */
    void begin() throws DesktopException;

    /** Whether the display must be opened for the session to begin: to log a user on, or to read a pairing code. */
    boolean beginsWithDisplay();

    /** Opens the display; the listener is called on the executor. */
    CompletableFuture<Screen> display(FrameListener listener, Executor executor);

    /**
     * Hears the session on this machine; called after {@link #begin} and before {@link #display}. Ends with
     * {@link #end}.
     *
     * @throws SoundException if this way to the desktop carries no sound
     */
    default SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        throw new SoundException(
                "sound: this way to the desktop carries none (expected: RDP, a viewer that plays it, or a VNC target with `soundPort`)");
    }

    /** Decides from the display's pictures whether the logon has succeeded; empty: any stable picture counts. */
    Optional<LogonMonitor> logon(long firedAt);

    /**
     * Whether the target itself proves that the user is logged on, where there is no desktop agent: by its handshake,
     * or by a landmark.
     */
    default boolean provesLogon() {
        return true;
    }

    /**
     * The request for the desktop agent of this session, valid after {@link #begin}. It contains whether the session
     * continues after its use.
     */
    DesktopAgentRequest wanted();

    /** Reads pairing codes on the display; empty if the desktop agent is known by a ticket. A new one each time. */
    Optional<PairingCodeReader> pairingCodes();

    /** Ends what {@link #begin} has started; blocks; idempotent. */
    void end();
}
