package io.deskmeter.agent.session.desktop;

import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The desktop of one simulated user: its screen, and the machine on which its applications run. */
public interface SessionDesktop {
    /** Connects to the screen; the listener is called on the executor given. */
    CompletableFuture<Screen> connect(FrameListener listener, Executor executor);

    /**
     * Decides from the pictures when the user can start and why a logon has failed; empty: the first picture that stays
     * unchanged for a while counts as logged on.
     *
     * @param firedAt when the desktop was requested
     */
    default Optional<LogonMonitor> logon(long firedAt) {
        return Optional.empty();
    }

    /** Parts of the screen that need not rest for a desktop to be usable. */
    default List<Rect> restless() {
        return List.of();
    }

    /** Whether the picture is the only sign of a desktop that can be used. */
    default boolean isSeenOnly() {
        return false;
    }

    /**
     * Hears what programs play on the desktop; blocks. Ends with {@link #close}.
     *
     * @param format in which the sound is delivered
     * @param executor calls the listener
     * @throws SoundException if it cannot be heard
     */
    default SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        throw new SoundException("sound: not heard on this way to a desktop"
                + " (expected: a local target, or mode local or passive, in which the desktop agent hears it)");
    }

    /** Its user is logged on, as far as can be seen. */
    default void loggedOn() {}

    /** Completes when applications can be opened; fails if that will never be possible. */
    default CompletableFuture<Void> prepared() {
        return CompletableFuture.completedFuture(null);
    }

    /** What {@link #prepared} waits for, for display; empty if there is nothing to report. */
    default String waitsFor() {
        return "";
    }

    /**
     * Opens an application instance: makes a private copy of its content.
     *
     * @param number of the application instance, from 1
     * @return fails with a {@link io.deskmeter.agent.step.StepException} if the application is not available there,
     *     with other exceptions for internal errors
     */
    CompletableFuture<AppInstanceControl> open(Workload workload, int number);

    /**
     * An operation has failed: its application may still be open, where nobody can end its processes.
     *
     * @return whether it stays open, since nothing ends it before the next one is opened
     */
    default boolean applicationMayBeOpen() {
        return false;
    }

    /**
     * Whether {@link #close} has sent the input that logs the user off, and the display stayed open: the user may still
     * be logged on.
     */
    default boolean isLeftOpen() {
        return false;
    }

    /** Ends the user's session with all its processes; blocks; idempotent. */
    void close();
}
