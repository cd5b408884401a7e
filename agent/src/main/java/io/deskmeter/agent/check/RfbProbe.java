package io.deskmeter.agent.check;

import io.deskmeter.agent.keyboard.FieldReader;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.ServerTrust;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Connects as a session would, in shared mode, and disconnects after the first picture, and an answer that the server
 * works.
 */
final class RfbProbe implements TargetProbe {
    /**
     * How long a server may take.
     *
     * @param connect to accept the connection, and again for the handshake
     * @param picture from then on to the first picture, and again to an answer to a probe
     */
    record Limits(Duration connect, Duration picture) {
        static final Limits USUAL = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(12));
    }

    /** TigerVNC's message if it admits one client only, sent instead of the login. */
    private static final String IN_USE = "already in use";

    /** How the message begins of a server whose certificate is not trusted. */
    private static final String CERTIFICATE = ": " + ServerTrust.CERTIFICATE;

    /** For an end that is known already to be reported. */
    private static final Duration END = Duration.ofMillis(500);

    private static final String COLOURS = "target colours";

    /** How the message begins of a server that sends pixels of its own format. */
    private static final String PIXEL_FORMAT = ": pixel format: ";

    /** TigerVNC's message to an address from which too many logons have failed. */
    private static final String BLOCKED = "blocks this address";

    private final Map<String, CompletableFuture<List<CheckFinding>>> hosts = new ConcurrentHashMap<>();
    private final RfbScreens screens;
    private final Executor executor;
    private final Target.VncDesktops target;
    private final Limits limits;
    private final List<String> texts;
    private final Optional<KeyboardTrial> trial;
    private final Probing probing;

    /**
     * @param texts that sessions type
     * @param trial types them on each display; empty if nothing is typed
     * @param probing whether the servers are asked if they answer
     */
    RfbProbe(
            Target.VncDesktops target,
            List<String> texts,
            Optional<KeyboardTrial> trial,
            Probing probing,
            LongSupplier nanoTime,
            Executor executor) {
        this(target, Limits.USUAL, texts, trial, probing, nanoTime, executor);
    }

    RfbProbe(
            Target.VncDesktops target,
            Limits limits,
            List<String> texts,
            Optional<KeyboardTrial> trial,
            LongSupplier nanoTime,
            Executor executor) {
        this(target, limits, texts, trial, Probing.on(), nanoTime, executor);
    }

    private RfbProbe(
            Target.VncDesktops target,
            Limits limits,
            List<String> texts,
            Optional<KeyboardTrial> trial,
            Probing probing,
            LongSupplier nanoTime,
            Executor executor) {
        this.texts = texts;
        this.trial = trial;
        this.probing = probing;
        this.target = target;
        this.limits = limits;
        this.screens = new RfbScreens(nanoTime, 1);
        this.executor = executor;
    }

    /** The first picture's size, or why there is none. */
    private static final class First implements FrameListener {
        private final CompletableFuture<FrameUpdate> picture = new CompletableFuture<>();
        /** Why the connection has ended. */
        private final CompletableFuture<Optional<ScreenException>> lost = new CompletableFuture<>();

        private final Optional<FieldReader> field;

        private First(Optional<FieldReader> field) {
            this.field = field;
        }

        @Override
        public void onFrame(FrameUpdate update) {
            field.ifPresent(reader -> reader.onFrame(update));
            picture.complete(update);
        }

        @Override
        public void onLost(ScreenException cause) {
            field.ifPresent(reader -> reader.onLost(cause));
            lost.complete(Optional.of(cause));
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

    /** Not reported: a server that sends nothing after its first picture. */
    private static final class SilentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** What it has begun to send; empty if that is nothing. */
        private final String unfinished;

        private SilentException(String unfinished) {
            super(unfinished);
            this.unfinished = unfinished;
        }
    }

    /** {@inheritDoc} One attempt for each host, because servers block an agent after a few wrong passwords. */
    @Override
    public CompletableFuture<List<CheckFinding>> look(SessionSlot slot) {
        return hosts.computeIfAbsent(TargetProbe.host(slot), host -> connect(slot));
    }

    private CompletableFuture<List<CheckFinding>> connect(SessionSlot slot) {
        Optional<FieldReader> field = trial.map(ours -> new FieldReader());
        First first = new First(field);
        CompletableFuture<Screen> connected = screens.connect(
                TargetDisplays.rfbTarget(slot),
                TargetDisplays.rfbSettings(target).withTimeouts(limits.connect(), limits.connect()),
                first,
                executor);
        return connected
                .thenCompose(screen -> first.picture
                        .orTimeout(limits.picture().toMillis(), TimeUnit.MILLISECONDS)
                        .thenCompose(update -> answer(screen, first)
                                .thenCompose(answered -> refusals(screen))
                                .thenCompose(refusals -> ofConnection(first, refusals))
                                .thenApply(refusals -> findings(slot, screen, update, refusals)))
                        .thenCompose(findings -> typed(slot, screen, field, findings))
                        .handle((findings, failure) -> {
                            String noPicture = screen.whyNoPicture();
                            screen.close();
                            field.ifPresent(FieldReader::stop);
                            if (failure != null) {
                                throw new EndedException(failure, noPicture);
                            }
                            return findings;
                        }))
                .exceptionally(failure -> List.of(failed(slot, cause(failure))));
    }

    /**
     * A server that shows a picture and then hangs, or has begun a change whose rest never comes, lets no session work.
     */
    private CompletableFuture<Void> answer(Screen screen, First first) {
        if (!probing.isOn()) {
            return CompletableFuture.completedFuture(null);
        }
        return answered(screen, first)
                .orTimeout(limits.picture().toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> {
                    throw cause(failure) instanceof TimeoutException
                            ? new SilentException(screen.unfinishedMessage())
                            : new CompletionException(cause(failure));
                });
    }

    /** Completes when the server has answered; fails with the reason if the connection ends. */
    private static CompletableFuture<Void> answered(Screen screen, First first) {
        return screen.probe().thenCompose(answer -> switch (answer.kind()) {
            case UNCHANGED, INCONCLUSIVE -> CompletableFuture.completedFuture(null);
            case UNSUPPORTED -> notLost(first, Duration.ZERO);
            case NOT_ASKED -> notLost(first, END).thenCompose(nothing -> answered(screen, first));
        });
    }

    /** Completes after this time; fails with the reason if the connection ends before. */
    private static CompletableFuture<Void> notLost(First first, Duration within) {
        return first.lost
                .copy()
                .completeOnTimeout(Optional.empty(), within.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(lost -> lost.ifPresent(why -> {
                    throw new CompletionException(why);
                }));
    }

    private CompletableFuture<List<CheckFinding>> typed(
            SessionSlot slot, Screen screen, Optional<FieldReader> field, List<CheckFinding> findings) {
        List<CheckFinding> all = new ArrayList<>(findings);
        if (trial.isEmpty() || field.isEmpty()) {
            all.addAll(caseUnknown(slot, screen));
            return CompletableFuture.completedFuture(all);
        }
        return trial.get().look(screen, field.get(), TargetProbe.host(slot)).thenApply(found -> {
            all.addAll(found);
            if (!found.isEmpty()) { // else all texts have arrived in their case
                all.addAll(caseUnknown(slot, screen));
            }
            return all;
        });
    }

    private List<CheckFinding> caseUnknown(SessionSlot slot, Screen screen) {
        String unknown = screen.whyCaseUnknown();
        return unknown.isEmpty()
                        || texts.stream().noneMatch(text -> text.codePoints().anyMatch(Keysyms::hasCases))
                ? List.of()
                : List.of(
                        CheckFindings.warning(
                                "target keyboard",
                                TargetProbe.host(slot),
                                "not known: " + unknown,
                                "a server that reports them, or texts that were tried",
                                "turn Caps Lock off on the desktop; `./deskmeter agent check keyboard --target` proves that the texts arrive"));
    }

    /**
     * The refusals, if the connection has not ended meanwhile: then nothing is wrong with the texts, and its end is
     * reported.
     */
    private static CompletableFuture<Set<String>> ofConnection(First first, Set<String> refusals) {
        // An end that comes later is that of this check.
        long patience = refusals.isEmpty() ? 0 : END.toMillis();
        return first.lost
                .completeOnTimeout(Optional.empty(), patience, TimeUnit.MILLISECONDS)
                .thenApply(lost -> {
                    lost.ifPresent(why -> {
                        throw new CompletionException(why);
                    });
                    return refusals;
                });
    }

    /** Why texts would not be typed, each reason once, in the order of the texts. */
    private CompletableFuture<Set<String>> refusals(Screen screen) {
        CompletableFuture<Set<String>> all = CompletableFuture.completedFuture(new LinkedHashSet<>());
        for (String text : texts) {
            all = all.thenCompose(refusals -> screen.prepare(text).handle((ready, refusal) -> {
                if (refusal != null) {
                    refusals.add(String.valueOf(cause(refusal).getMessage()));
                }
                return refusals;
            }));
        }
        return all;
    }

    private List<CheckFinding> findings(SessionSlot slot, Screen screen, FrameUpdate update, Set<String> refusals) {
        List<CheckFinding> findings = new ArrayList<>(size(slot, update));
        if (ColourCheck.isExchanged(target, update.frame())) {
            findings.add(CheckFindings.error(
                    COLOURS,
                    TargetProbe.host(slot),
                    "the landmark of `ready` is there with red and blue exchanged: the server ignores the pixel format"
                            + " that was set, and sends BGR",
                    "pixels in the format that was set (RFC 6143, SetPixelFormat)",
                    "another server, or another depth of its desktop"));
        }
        String coloursUnknown = screen.whyColoursUnknown();
        if (!coloursUnknown.isEmpty()) {
            findings.add(CheckFindings.warning(
                    COLOURS,
                    TargetProbe.host(slot),
                    coloursUnknown,
                    "a picture with colours at the time of the check",
                    "show something with colours in the middle of the desktop, and check again"));
        }
        refusals.forEach(refusal -> findings.add(CheckFindings.error(
                "target keyboard",
                TargetProbe.host(slot),
                refusal,
                "texts that the keyboard of the desktop can type",
                "`keyboard: { layout: … }` of the target, with the layout of that server, or other texts")));
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
                        + ", where x11vnc with `-ncache` keeps copies of windows",
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
        Throwable told = cause instanceof EndedException ended ? cause(ended.why) : cause;
        String whole = String.valueOf(told.getMessage());
        String message = CheckFindings.withoutPlace(slot, whole);
        if (whole.contains(PIXEL_FORMAT)) {
            return CheckFindings.said(
                    COLOURS,
                    TargetProbe.host(slot),
                    message,
                    "pixels in the format that was set",
                    "another server, or another depth of its desktop");
        }
        if (cause instanceof EndedException ended) {
            Throwable why = cause(ended.why);
            if (why instanceof TimeoutException) {
                return CheckFindings.error(
                        "target reach",
                        TargetProbe.host(slot),
                        "no picture within " + limits.picture().toSeconds() + " s"
                                + (ended.noPicture.isEmpty() ? "" : ": " + ended.noPicture),
                        "a desktop that sends a picture",
                        "is its output switched off (DPMS), or does it hang?");
            }
            if (why instanceof SilentException silent) {
                return CheckFindings.error(
                        "target reach",
                        TargetProbe.host(slot),
                        "the server has shown a picture, and has not answered since for "
                                + limits.picture().toSeconds() + " s"
                                + (silent.unfinished.isEmpty() ? "" : ": " + silent.unfinished),
                        "an answer at once when a small part of the picture is asked for",
                        "does it hang? see its log; for a server that never answers: " + Probing.VARIABLE + "=off");
            }
            if (CheckFindings.tellsExpected(message)) {
                // What the server has sent is refused; it did not end the connection.
                return CheckFindings.said(
                        "target reach",
                        TargetProbe.host(slot),
                        message,
                        "messages of RFC 6143",
                        "another version of the server, or another server");
            }
            return occupied(slot, "the server accepted the account and closed the connection: " + message);
        }
        if (message.contains(IN_USE)) {
            return occupied(slot, message);
        }
        if (message.contains(BLOCKED)) {
            return CheckFindings.error(
                    "target logon",
                    TargetProbe.words(slot),
                    message,
                    "a server that does not block this agent's address",
                    "correct the account of this host in the set of accounts, wait, and check again");
        }
        if (whole.contains(CERTIFICATE)) {
            return CheckFindings.certificate(slot, message);
        }
        return message.contains("security: ")
                ? CheckFindings.said(
                        "target logon",
                        TargetProbe.words(slot),
                        message,
                        "a server that accepts the account",
                        "correct the account of this host in the set of accounts")
                : CheckFindings.said(
                        "target reach",
                        TargetProbe.host(slot),
                        message,
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
