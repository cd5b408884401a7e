package io.deskmeter.agent.desk;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.link.v1.DeskWanted;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A session that has a desktop agent in it, and how a client gets there. */
public interface Venue {
    /** Starts what must run before the display can be opened; blocks. */
    void begin() throws DesktopException;

    /** Whether the display must be opened for the session to begin: by a user who logs on, or to see whose session it is. */
    boolean beginsWithDisplay();

    /** Opens the display; the listener is called on the executor. */
    CompletableFuture<Screen> display(FrameListener listener, Executor executor);

    /** Who tells from the display's pictures what becomes of the logon; empty: any picture that stays quiet will do. */
    Optional<LogonWatch> logon(long firedAt);

    /** What is known of the desktop agent there, once it has begun; says also whether the session stays when it is over. */
    DeskWanted wanted();

    /** Reads pairing codes on the display; empty where the desktop agent is known by a ticket. A new one each time. */
    Optional<PairingCodeReader> pairingCodes();

    /** Ends what {@link #begin} has started; blocks; idempotent. */
    void end();
}
