package io.deskmeter.agent.check;

import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.workload.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Connects as a session would, in shared mode, and disconnects after the first picture. */
final class RfbProbe implements TargetProbe {
    /**
     * How long a server may take.
     *
     * @param connect to accept the connection, and again for the handshake
     * @param picture from then on to the first picture
     */
    record Limits(Duration connect, Duration picture) {
        static final Limits USUAL = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(12));
    }

    /** TigerVNC's message if it admits one client only, sent instead of the login. */
    private static final String IN_USE = "already in use";

    /** How the message begins of a server whose certificate is not trusted. */
    private static final String CERTIFICATE = ": certificate: ";

    /** Of characters that every server types that types any; it is not typed. */
    private static final String ANY_TEXT = "a";

    private final RfbScreens screens;
    private final Executor executor;
    private final Target.VncDesktops target;
    private final Limits limits;

    RfbProbe(Target.VncDesktops target, LongSupplier nanoTime, Executor executor) {
        this(target, Limits.USUAL, nanoTime, executor);
    }

    RfbProbe(Target.VncDesktops target, Limits limits, LongSupplier nanoTime, Executor executor) {
        this.target = target;
        this.limits = limits;
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

    /** Not reported: the reason for the end of an established connection. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Throwable why;
        /** Why there is no picture, as the server tells it; empty if it tells nothing. */
        private final String noPicture;

        private EndedException(Throwable why, String noPicture) {
            super(why);
            this.why = why;
            this.noPicture = noPicture;
        }
    }

    @Override
    public CompletableFuture<List<CheckFinding>> look(SessionSlot slot) {
        First first = new First();
        CompletableFuture<Screen> connected = screens.connect(
                TargetDisplays.rfbTarget(slot),
                TargetDisplays.rfbSettings(target).withTimeouts(limits.connect(), limits.connect()),
                first,
                executor);
        return connected
                .thenCompose(screen -> first.picture
                        .orTimeout(limits.picture().toMillis(), TimeUnit.MILLISECONDS)
                        .thenCompose(update ->
                                screen.prepare(ANY_TEXT).handle((ready, refusal) -> findings(slot, update, refusal)))
                        .handle((findings, failure) -> {
                            String noPicture = screen.whyNoPicture();
                            screen.close();
                            if (failure != null) {
                                throw new EndedException(failure, noPicture);
                            }
                            return findings;
                        }))
                .exceptionally(failure -> List.of(failed(slot, cause(failure))));
    }

    /** @param refusal of text; null if it can be typed */
    private List<CheckFinding> findings(SessionSlot slot, FrameUpdate update, @Nullable Throwable refusal) {
        List<CheckFinding> findings = new ArrayList<>(size(slot, update));
        if (ColourCheck.isExchanged(target, update.frame())) {
            findings.add(CheckFindings.error(
                    "target colours",
                    TargetProbe.host(slot),
                    "the landmark of `ready` is there with red and blue exchanged: the server ignores the pixel format"
                            + " that was set, and sends BGR",
                    "pixels in the format that was set (RFC 6143, SetPixelFormat)",
                    "another server, or another depth of its desktop"));
        }
        if (refusal != null) {
            findings.add(CheckFindings.error(
                    "target keyboard",
                    TargetProbe.host(slot),
                    String.valueOf(cause(refusal).getMessage()),
                    "a keyboard whose layout is known",
                    "`keyboard: { layout: … }` of the target, with the layout of that server"));
        }
        return findings;
    }

    private List<CheckFinding> size(SessionSlot slot, FrameUpdate update) {
        int width = update.frame().width();
        int height = update.frame().height();
        if (width == target.width() && height == target.height()) {
            return List.of();
        }
        if (height > target.height() && (isCache(width, height) || height >= 2 * width)) {
            return List.of(cache(slot, width, height));
        }
        String value = width + "x" + height;
        String expected = target.width() + "x" + target.height() + ", the target's `desktop`";
        return List.of(
                width < target.width() || height < target.height()
                        ? CheckFindings.error(
                                "target size",
                                TargetProbe.host(slot),
                                value,
                                expected,
                                "a larger desktop there, or `desktop: " + value + "` if the landmarks allow it")
                        : CheckFindings.warning(
                                "target size", TargetProbe.host(slot), value, expected, "`desktop: " + value + "`"));
    }

    /** Below the desktop x11vnc has room for as many of the same size as its option says. */
    private boolean isCache(int width, int height) {
        return width == target.width() && height % target.height() == 0;
    }

    /** A landmark could be found in a copy of a window that nobody sees. */
    private CheckFinding cache(SessionSlot slot, int width, int height) {
        boolean known = isCache(width, height);
        int copies = height / target.height() - 1;
        return CheckFindings.error(
                "target size",
                TargetProbe.host(slot),
                width + "x" + height
                        + (known
                                ? ": " + target.width() + "x" + target.height() + ", and " + copies
                                        + (copies == 1 ? " time" : " times") + " as much below it"
                                : ", at least twice as tall as wide")
                        + ", where x11vnc with `-ncache" + (known ? " " + copies : "") + "` keeps copies of windows",
                "a server that shows the desktop only",
                "start x11vnc with `-noncache`");
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private CheckFinding failed(SessionSlot slot, Throwable cause) {
        if (cause instanceof EndedException ended) {
            Throwable why = cause(ended.why);
            return why instanceof TimeoutException
                    ? CheckFindings.error(
                            "target reach",
                            TargetProbe.host(slot),
                            "no picture within " + limits.picture().toSeconds() + " s"
                                    + (ended.noPicture.isEmpty() ? "" : ": " + ended.noPicture),
                            "a desktop that sends a picture",
                            "is its output switched off (DPMS), or does it hang?")
                    : occupied(slot, "the server accepted the account and closed the connection: " + why.getMessage());
        }
        String words = String.valueOf(cause.getMessage());
        if (words.contains(IN_USE)) {
            return occupied(slot, words);
        }
        if (words.contains(CERTIFICATE)) {
            return CheckFindings.error(
                    "target certificate",
                    TargetProbe.host(slot),
                    words,
                    "the certificate that the target asks for",
                    "`certificate: \"sha256:…\"` of the target, with the fingerprint of this host's certificate");
        }
        return words.contains("security: ")
                ? CheckFindings.error(
                        "target logon",
                        TargetProbe.words(slot),
                        words,
                        "a server that accepts the account",
                        "correct the account of this host in the set of accounts")
                : CheckFindings.error(
                        "target reach",
                        TargetProbe.host(slot),
                        words,
                        "a reachable VNC server",
                        "is it running, is the port right, does a firewall block it?");
    }

    private static CheckFinding occupied(SessionSlot slot, String value) {
        return CheckFindings.error(
                "target occupied",
                TargetProbe.host(slot),
                value,
                "a server that accepts another client",
                "disconnect other clients, or allow shared connections on the server");
    }

    @Override
    public void close() {
        screens.close();
    }
}
