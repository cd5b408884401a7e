package io.deskmeter.agent.session.handler;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.session.result.Handled;
import io.deskmeter.agent.step.InputSender;
import io.deskmeter.agent.step.OperationInput;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.ServerAnswers;
import io.deskmeter.agent.watch.SilentInterval;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dismisses windows that may come at any time, as a person does who knows them.
 *
 * <p>A window that has been on the screen for a moment receives the input of its handler. Input of an operation and of
 * a handler never mix: a handler waits for the step that is being performed, and no further step begins while a window
 * is open. A window that does not go away receives the input again, and is given up when the handler's number for one
 * operation is reached. Handlers whose window the operation itself waits for do nothing.
 *
 * <p>Used on the session's executor only.
 */
public final class WindowHandlers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WindowHandlers.class);

    /** How long a window is there before it receives input: it is painted before it has the keyboard. */
    public static final long SEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /**
     * How long a window may take to go away after the input, before it gets it again. An application on a busy machine
     * answers late, and by then a second input would reach what is behind the window: LibreOffice took 2.1 s, and wrote
     * a line into its document.
     */
    static final long AGAIN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(4);

    /**
     * While the server stands still it is looked again after so long: what has time for something may have more of it
     * by then.
     */
    private static final long STANDING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How long the screen may need to rest after a window has gone. */
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * How long the screen rests after a window has gone, before an input that is measured: a part of the window may
     * still have to go.
     */
    public static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Whoever goes on when no window is open. */
    public interface Host {
        /** Whether input is being sent that a handler must not be mixed with. */
        boolean isInputUnderWay();

        /** When the last input was sent that a handler must not be mixed with; {@link Timing#NEVER} if none was. */
        public long lastSentAt();

        /** A window has come, or no window is open any more. */
        void windowsChanged();
    }

    private final List<ArmedHandler> ofTarget;
    private final ScreenMatcher screenMatcher;
    private final ScheduledExecutorService timers;
    private final LongSupplier nanoTime;
    private final ResettableTimer timer;
    private final Executor serial;
    private final List<HandledWindow> windows = new ArrayList<>();
    private List<ArmedHandler> handlers;
    private Set<String> awaited = Set.of();
    private @Nullable Host host;
    private @Nullable Screen screen;
    private @Nullable OperationInput input;
    private @Nullable HandledWindow open;
    private boolean seen;
    private boolean resting;
    private long previousAt;
    private @Nullable GoneWindow gone;

    /** The last one that was given up; null if there was none. */
    private @Nullable StayingWindow staying;

    /** Whether one that was given up has gone since the host was told. */
    private boolean wentLater;

    /**
     * Of the last window, also of an earlier operation: arrival of the first frame without it, and of the last frame
     * since.
     */
    private long wentAt = Timing.NEVER;

    private long changedAt = Timing.NEVER;

    /** When the last input of a handler was sent. */
    private long sentAt = Timing.NEVER;

    /** Null where it is not known when the server answers. */
    private @Nullable ServerAnswers answers;

    /**
     * Has the handlers of the target.
     *
     * @param timers shared
     * @param serial the session's executor
     */
    public WindowHandlers(
            List<Handler> ofTarget,
            ScreenMatcher screenMatcher,
            ScheduledExecutorService timers,
            LongSupplier nanoTime,
            Executor serial) {
        this.screenMatcher = screenMatcher;
        this.timers = timers;
        this.nanoTime = nanoTime;
        this.serial = serial;
        this.timer = new ResettableTimer(timers, serial);
        this.ofTarget = armed(ofTarget);
        this.handlers = this.ofTarget;
        this.previousAt = nanoTime.getAsLong();
    }

    private List<ArmedHandler> armed(List<Handler> those) {
        return those.stream()
                .map(handler -> new ArmedHandler(handler, screenMatcher))
                .toList();
    }

    /** The screen takes input from now on. */
    public void connected(Screen opened) {
        screen = opened;
        go();
    }

    /**
     * From now on what a window has time for is time in which the server answers: while it stands still, the picture
     * may be one from before.
     */
    public void answeredBy(ServerAnswers server) {
        answers = server;
    }

    /**
     * For how long the server has not answered since an instant; while that goes on, a little longer, so that nothing
     * is due.
     */
    private long unanswered(long since) {
        ServerAnswers asked = answers;
        if (asked == null || !asked.canBeAsked()) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        long sum = 0;
        for (SilentInterval stop : asked.stops(since, now)) {
            sum += stop.nanos() + (stop.until() == now ? STANDING_NANOS : 0);
        }
        return sum;
    }

    /** Who is told from now on. */
    public void serve(Host served) {
        host = served;
    }

    /** Adds the handlers of a workload, in place of those of the last one. */
    public void enter(List<Handler> ofWorkload) {
        handlers = Stream.concat(ofTarget.stream(), armed(ofWorkload).stream()).toList();
        if (open != null && !ofTarget.contains(open.handler())) {
            drop();
        }
        lookAgain();
    }

    /** The application instance is over. */
    public void leave() {
        handlers = ofTarget;
        rest();
    }

    /**
     * Nothing is done until the next operation begins, and what is being typed ends: nobody looks at the screen while
     * an application is closed, and what its window was meant to get could reach another one.
     */
    public void rest() {
        resting = true;
        timer.cancel();
        drop();
    }

    private void drop() {
        open = null;
        if (input != null) {
            input.close();
            input = null;
        }
    }

    /**
     * An operation begins; counts from zero.
     *
     * @param itsOwn the landmarks that the operation itself names: their windows are its business
     */
    public void begin(Set<String> itsOwn) {
        resting = false;
        awaited = itsOwn;
        handlers.forEach(ArmedHandler::begin);
        windows.clear();
        gone = null;
        staying = null;
        HandledWindow carried = open;
        if (carried != null && isEligible(carried.handler())) {
            carried.carryOver(nanoTime.getAsLong());
            windows.add(carried);
        } else {
            drop();
        }
        lookAgain();
    }

    /** Frames may have been missed, or other handlers count. */
    private void lookAgain() {
        if (handlers.isEmpty() || !seen) {
            return;
        }
        long now = nanoTime.getAsLong();
        FrameUpdate all = new FrameUpdate(
                screenMatcher.frame(), List.of(screenMatcher.frame().bounds()), now, 0);
        handlers.forEach(ArmedHandler::rearm);
        look(all);
    }

    /** A frame has arrived; the matcher has seen it. */
    public void see(FrameUpdate update) {
        seen = true;
        if (!handlers.isEmpty()) {
            look(update);
        }
        changedAt = update.arrivedAt();
        previousAt = update.arrivedAt();
    }

    /** The current picture; empty before the first frame. */
    public Optional<Frame> picture() {
        return seen ? Optional.of(screenMatcher.frame()) : Optional.empty();
    }

    private void look(FrameUpdate update) {
        for (ArmedHandler handler : handlers) {
            if (!awaited.contains(handler.handler().landmark())) {
                boolean stayed = handler.isGivenUp() && handler.isVisible();
                handler.see(previousAt, update);
                if (stayed && !handler.isVisible()) {
                    goneLater(handler);
                }
            }
        }
        go();
    }

    /** A window has gone that was given up. */
    private void goneLater(ArmedHandler handler) {
        GoneWindow went = Objects.requireNonNull(handler.gone(), "was visible");
        handler.wentLater();
        gone = went;
        wentAt = went.goneAt();
        windows.stream()
                .filter(window -> window.handler() == handler && window.isThere())
                .forEach(window -> window.gone(went.goneAt()));
        wentLater = true;
    }

    private boolean isEligible(ArmedHandler handler) {
        return !awaited.contains(handler.handler().landmark()) && !handler.isGivenUp();
    }

    /** Whether a handler acts on a window that comes, or one that was given up may go. */
    public boolean mayCome() {
        return stays() || handlers.stream().anyMatch(this::isEligible);
    }

    /** Whether a window that was given up is there. */
    public boolean stays() {
        return handlers.stream().anyMatch(handler -> handler.isGivenUp() && handler.isVisible());
    }

    /** Whether a window is open that a handler will dismiss: nobody else sends input, and nothing ends. */
    public boolean isOpen() {
        return open != null;
    }

    /** Where the picture is by which the window that is {@linkplain #isOpen open} is known. */
    public Optional<Rect> openPlace() {
        return Optional.ofNullable(open).map(window -> window.handler().place());
    }

    /**
     * Arrival of the first frame without the last window that was open in this operation; {@link Timing#NEVER} if there
     * was none, or it is still there.
     */
    public long goneAt() {
        return gone == null ? Timing.NEVER : gone.goneAt();
    }

    /** When the last input of a handler was sent; {@link Timing#NEVER} if none was. */
    public long lastSentAt() {
        return sentAt;
    }

    /** Tells a measurement what has become of the last window that was open in this operation. */
    public void closed(Measurement armed) {
        GoneWindow went = gone;
        StayingWindow stays = staying;
        if (went != null) {
            armed.windowGone(went);
            if (sentAt > went.goneAt()) {
                armed.inputSent(sentAt);
            }
        } else if (stays != null) {
            armed.windowStays(stays);
        }
    }

    /**
     * When the picture rests that the last window has left, as far as is known now. Before that it is no picture to
     * measure from: windows fade, or are removed in pieces, after their landmark has gone. Where something else moves
     * all the time, the wait is bounded.
     */
    public long restsAt() {
        if (wentAt == Timing.NEVER) {
            return Timing.NEVER;
        }
        // Its handler may have gone on with its input.
        long from = Math.max(wentAt, sentAt);
        long restsFrom = Math.max(from, changedAt);
        return Math.min(from + LONGEST_REST_NANOS + unanswered(from), restsFrom + REST_NANOS + unanswered(restsFrom));
    }

    /** Decides what is next: after a frame, after input, and when time has passed. */
    public void go() {
        if (resting) {
            return;
        }
        boolean before = isOpen();
        HandledWindow was = open;
        long now = nanoTime.getAsLong();
        proceed(now);
        if (open == null) {
            handlers.stream()
                    .filter(handler -> isEligible(handler) && handler.isVisible())
                    .findFirst()
                    .ifPresent(handler -> {
                        HandledWindow come = new HandledWindow(handler, handler.shownAt(now));
                        windows.add(come);
                        open = come;
                        proceed(now);
                    });
        }
        if (open == null) {
            timer.cancel();
        }
        Host told = host;
        boolean later = wentLater && open == null;
        wentLater &= !later;
        if (told != null && (before != isOpen() || was != open || later)) {
            told.windowsChanged();
        }
    }

    private void proceed(long now) {
        HandledWindow current = open;
        if (current == null || current.isActing()) {
            return;
        }
        ArmedHandler handler = current.handler();
        if (!handler.isVisible()) {
            GoneWindow went = Objects.requireNonNull(handler.gone(), "was visible");
            gone = wentLater ? went.afterOneThatStayed() : went;
            wentAt = went.goneAt();
            current.gone(wentAt);
            open = null;
        } else if (now < dueAt(current)) {
            timer.setFor(dueAt(current), now, this::go);
        } else if (screen != null && (host == null || !host.isInputUnderWay())) {
            actOrGiveUp(current);
        }
    }

    /** Not at once after other input: the picture may be one from before it. */
    private long dueAt(HandledWindow window) {
        long othersAt = host == null ? Timing.NEVER : host.lastSentAt();
        long dueAt = window.dueAt() + unanswered(window.since());
        return othersAt == Timing.NEVER ? dueAt : Math.max(dueAt, othersAt + SEEN_NANOS + unanswered(othersAt));
    }

    private void actOrGiveUp(HandledWindow current) {
        ArmedHandler handler = current.handler();
        if (handler.isUsedUp()) {
            LOG.info("handler of {}: its window is still there, and is given up", handler.name());
            staying = handler.giveUp();
            current.giveUp();
            gone = null;
            open = null;
            return;
        }
        handler.use();
        current.inputBegins();
        OperationInput own = new OperationInput(Objects.requireNonNull(screen, "screen"));
        input = own;
        var unused = perform(handler.handler().steps(), own)
                .whenCompleteAsync(
                        (nothing, failure) -> {
                            sentAt = Math.max(sentAt, own.lastFiredAt());
                            current.inputEnds(nanoTime.getAsLong(), failure);
                            go();
                        },
                        serial);
    }

    private CompletableFuture<Long> perform(List<Step> steps, OperationInput own) {
        InputSender sender = new InputSender(own, screenMatcher, timers);
        CompletableFuture<Long> done = CompletableFuture.completedFuture(Timing.NEVER);
        for (Step step : steps) {
            done = done.thenComposeAsync(sent -> sender.perform(step), serial);
        }
        return done;
    }

    /**
     * What was done since the operation began.
     *
     * @param firedAt when the input of the operation was sent; {@link Timing#NEVER} if it was not
     * @param end of the response, or of the operation
     */
    public Handled handled(long firedAt, long end) {
        int times = windows.stream().mapToInt(HandledWindow::inputs).sum();
        String words = windows.stream()
                .filter(window -> window.inputs() > 0)
                .map(window -> window.words(firedAt == Timing.NEVER ? 0 : window.within(firedAt, end)))
                .collect(Collectors.joining("; "));
        String spoilt = windows.stream()
                .filter(window -> firedAt == Timing.NEVER ? window.isThere() : window.within(firedAt, end) > 0)
                .map(HandledWindow::spoilt)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse("");
        return times == 0 && spoilt.isEmpty() ? Handled.NOTHING : new Handled(times, words, spoilt);
    }

    /** Whether a window is there because Deskmeter itself did not send the input for it. */
    public boolean isStuck() {
        return windows.stream()
                .anyMatch(window -> window.isThere() && !window.spoilt().isEmpty());
    }

    /** What was done during a logon; all of it is a part of its time. */
    public Handled handled(long startedAt) {
        return handled(startedAt, nanoTime.getAsLong());
    }

    /** Sends nothing any more. */
    @Override
    public void close() {
        timer.cancel();
        host = null;
        handlers = List.of();
        drop();
    }
}
