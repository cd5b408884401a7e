package io.deskmeter.agent.desk;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Account;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A session that has a desktop agent in it, and how a client gets there. */
public interface Venue {
    /** Starts what must run before the display can be opened; blocks. */
    void begin() throws DesktopException;

    /** Whether a session begins with its display being opened, by a user who logs on. */
    boolean beginsWithDisplay();

    /** Opens the display; the listener is called on the executor. */
    CompletableFuture<Screen> display(FrameListener listener, Executor executor);

    /** Who tells from the display's pictures what becomes of the logon; empty: any picture that stays quiet will do. */
    Optional<LogonWatch> logon(long firedAt);

    /** Who sits there. */
    Account account();

    /** What the desktop agent there was given to be known by; empty where the account says enough. */
    String ticket();

    /** Ends what {@link #begin} has started; blocks; idempotent. */
    void end();
}
