package io.deskmeter.agent.check;

import io.deskmeter.agent.desk.Displays;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.workload.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** Connects as a session would, beside whoever else watches, until the first picture has come, and leaves. */
final class RfbLook implements SeatLook {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** How TigerVNC puts it when it admits one client only; it says so in place of letting us in. */
    private static final String IN_USE = "already in use";

    private static final Duration PICTURE = Duration.ofSeconds(12);

    private final RfbScreens screens;
    private final Executor executor;
    private final Target.VncDesktops target;

    RfbLook(Target.VncDesktops target, LongSupplier nanoTime, Executor executor) {
        this.target = target;
        this.screens = new RfbScreens(nanoTime, 1);
        this.executor = executor;
    }

    /** The first picture's size, or why there is none. */
    private static final class First implements FrameListener {
        private final CompletableFuture<FrameUpdate> picture = new CompletableFuture<>();

        @Override
        public void onFrame(FrameUpdate update) {
            picture.complete(update);
        }

        @Override
        public void onLost(ScreenException cause) {
            picture.completeExceptionally(cause);
        }
    }

    /** Shown to nobody: the reason why a connection that stood has ended. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Throwable why;

        private EndedException(Throwable why) {
            super(why);
            this.why = why;
        }
    }

    @Override
    public CompletableFuture<List<CheckFinding>> look(Seat seat) {
        First first = new First();
        CompletableFuture<Screen> connected = screens.connect(
                Displays.rfbTarget(seat), RfbSettings.defaults().withTimeouts(CONNECT, CONNECT), first, executor);
        return connected
                .thenCompose(screen -> first.picture
                        .orTimeout(PICTURE.toMillis(), TimeUnit.MILLISECONDS)
                        .handle((update, failure) -> {
                            screen.close();
                            if (failure != null) {
                                throw new EndedException(failure);
                            }
                            return size(seat, update);
                        }))
                .exceptionally(failure -> List.of(failed(seat, cause(failure))));
    }

    private List<CheckFinding> size(Seat seat, FrameUpdate update) {
        int width = update.frame().width();
        int height = update.frame().height();
        if (width == target.width() && height == target.height()) {
            return List.of();
        }
        String value = width + "x" + height;
        String expected = target.width() + "x" + target.height() + ", the target's `desktop`";
        return List.of(
                width < target.width() || height < target.height()
                        ? Told.error(
                                "target size",
                                SeatLook.host(seat),
                                value,
                                expected,
                                "a larger desktop there, or `desktop: " + value + "` if the landmarks allow it")
                        : Told.warning(
                                "target size", SeatLook.host(seat), value, expected, "`desktop: " + value + "`"));
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static CheckFinding failed(Seat seat, Throwable cause) {
        if (cause instanceof EndedException ended) {
            Throwable why = cause(ended.why);
            return why instanceof TimeoutException
                    ? Told.error(
                            "target reach",
                            SeatLook.host(seat),
                            "no picture within " + PICTURE.toSeconds() + " s",
                            "a desktop that sends a picture",
                            "does the desktop hang?")
                    : occupied(seat, "the server accepted the account and closed the connection: " + why.getMessage());
        }
        String words = String.valueOf(cause.getMessage());
        if (words.contains(IN_USE)) {
            return occupied(seat, words);
        }
        return words.contains("security: ")
                ? Told.error(
                        "target logon",
                        SeatLook.words(seat),
                        words,
                        "a server that accepts the account",
                        "correct the account of this host in the set of accounts")
                : Told.error(
                        "target reach",
                        SeatLook.host(seat),
                        words,
                        "a reachable VNC server",
                        "is it running, is the port right, does a firewall block it?");
    }

    private static CheckFinding occupied(Seat seat, String value) {
        return Told.error(
                "target occupied",
                SeatLook.host(seat),
                value,
                "a server that accepts another client",
                "disconnect other clients, or allow shared connections on the server");
    }

    @Override
    public void close() {
        screens.close();
    }
}
