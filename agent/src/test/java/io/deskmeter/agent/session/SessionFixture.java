package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.evidence.recorder.GestureRecorder;
import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.session.desktop.SessionDesktops;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One session in virtual time with a scripted environment. */
final class SessionFixture implements SessionListener {
    /**
     * Of the test desktop: its first frame comes after 2 s and 300 ms of quiet make it usable; from then on operations
     * count.
     */
    static final Duration DESKTOP_START = Duration.ofSeconds(2);

    static final Duration THINK = Duration.ofSeconds(1);

    /** Where applications of tests paint their title. */
    static final Rect TITLE_PLACE = new Rect(10, 5, Mark.SIZE, Mark.SIZE);

    static final Operation OPEN = operation("open", new Step.Launch(), new Condition.Appears("title"));
    static final Operation TYPE =
            operation("type", new Step.Type("abc"), new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4));
    static final Operation CLOSE =
            operation("close", new Step.Keys(List.of("ctrl+q")), new Condition.Vanishes("title"));

    final VirtualTime time = new VirtualTime();
    final ScriptedScreen screen;
    final ScriptedDesktop desktop;
    final List<Timing> timings = new ArrayList<>();
    /** Those that belong to a timing. */
    final List<Sample> samples = new ArrayList<>();

    final List<Sample> ofIterations = new ArrayList<>();
    final List<NotedGesture> gestures = new ArrayList<>();

    /** Of each gesture, in nanoseconds. */
    final List<Long> longestWaits = new ArrayList<>();

    final List<SessionUpdate> sessionUpdate = new ArrayList<>();

    /** Gets each sample before it is kept. */
    Consumer<Sample> onSample = sample -> {};

    /** What the session gets in place of the scripted screen. */
    UnaryOperator<Screen> sees = shown -> shown;

    private final Path folder;
    private final Supplier<ScreenMatcher> matchers;
    private final List<Workload> workloads = new ArrayList<>();
    private List<Metric> metrics = List.of();
    private List<Handler> handlers = List.of();
    private List<Handler> ofTarget = List.of();
    private WorkloadProfile.Order order = WorkloadProfile.Order.FIXED;
    private @Nullable DesktopException startFailure;
    private @Nullable CompletableFuture<Void> preparation;
    private Executor blocking = time;
    private Executor cleanUp = time;
    private Pauses pauses = Pauses.NONE;
    private Probing probing = Probing.on();
    private @Nullable Error startError;
    private long seed = 1;
    private double spread;
    private @Nullable Session session;

    static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    SessionFixture(Path folder) {
        this(folder, 64, 48, MarkScreenMatcher::new);
    }

    /** With a desktop of another size, and other landmarks than marks. */
    SessionFixture(Path folder, int width, int height, Supplier<ScreenMatcher> matchers) {
        this.folder = folder;
        this.screen = new ScriptedScreen(time, width, height);
        this.matchers = matchers;
        this.desktop = new ScriptedDesktop(folder.resolve("home"));
    }

    /** From the next start on, no text can be typed: the layout lacks a character. */
    void refuseTexts() {
        sees = screen -> new Screen() {
            @Override
            public CompletableFuture<Long> fire(List<InputEvent> events) {
                return screen.fire(events);
            }

            @Override
            public CompletableFuture<Void> prepare(String text) {
                return CompletableFuture.failedFuture(
                        UntypableText.refused(Set.of((int) 'ł'), "characters of the layout us"));
            }

            @Override
            public void close() {
                screen.close();
            }
        };
    }

    SessionFixture workload(String id, Operation... operations) {
        return workload(id, List.of("office", "${content}/report.odt", "${session}"), operations);
    }

    /** What the workloads measure that are named from now on. */
    SessionFixture measures(Metric... metric) {
        metrics = List.of(metric);
        return this;
    }

    /** What is done about windows in the workloads that are named from now on. */
    SessionFixture handles(Handler... handler) {
        handlers = List.of(handler);
        return this;
    }

    /** What is done about windows of the target. */
    SessionFixture targetHandles(Handler... handler) {
        ofTarget = List.of(handler);
        return this;
    }

    SessionFixture workload(String id, List<String> command, Operation... operations) {
        Path place = folder.resolve(id);
        try {
            Files.createDirectories(place.resolve("content"));
            Files.writeString(place.resolve("content/report.odt"), "text of " + id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        workloads.add(new Workload(
                id,
                id,
                "",
                new Application(Map.of("linux", command)),
                List.of(operations),
                metrics,
                List.of(),
                handlers,
                place,
                "checksum"));
        return this;
    }

    SessionFixture shuffled(long newSeed, double newSpread) {
        order = WorkloadProfile.Order.SHUFFLED;
        seed = newSeed;
        spread = newSpread;
        return this;
    }

    SessionFixture desktopFails(Error error) {
        startError = error;
        return this;
    }

    SessionFixture desktopFails(String why) {
        startFailure = new DesktopException(why);
        return this;
    }

    /** The desktop is ready when this completes. */
    SessionFixture preparedBy(CompletableFuture<Void> done) {
        preparation = done;
        return this;
    }

    /** When the agent stood still. */
    SessionFixture pauses(Pauses known) {
        pauses = known;
        return this;
    }

    SessionFixture probing(Probing whether) {
        probing = whether;
        return this;
    }

    /** The duration of blocking tasks. */
    SessionFixture blockingFor(Duration each) {
        blocking = task -> {
            var unused = time.schedule(task, each.toNanos(), TimeUnit.NANOSECONDS);
        };
        cleanUp = blocking;
        return this;
    }

    /** For how long starts of desktops wait for a thread. */
    SessionFixture startsQueueFor(Duration each) {
        blockingFor(each);
        cleanUp = time;
        return this;
    }

    /** How long it takes to end a desktop. */
    SessionFixture cleanUpFor(Duration each) {
        cleanUp = task -> {
            var unused = time.schedule(task, each.toNanos(), TimeUnit.NANOSECONDS);
        };
        return this;
    }

    static Operation operation(String id, Step step, Condition until) {
        return operation(id, List.of(), step, until);
    }

    static Operation operation(String id, List<Step> before, Step step, Condition until) {
        return operation(id, before, List.of(step), until);
    }

    static Operation operation(String id, List<Step> before, List<Step> steps, Condition until) {
        return new Operation(
                id,
                Group.A,
                List.of(new Operation.Occurrence(before, steps, new Until(until, Duration.ofSeconds(10)))));
    }

    /** Starts the session; it is not logged on yet. */
    SessionFixture start(int iterations) {
        WorkloadProfile profile = new WorkloadProfile(
                "test",
                workloads.stream().map(Workload::id).toList(),
                Math.max(1, iterations),
                0,
                0,
                new ThinkTime(THINK, spread),
                order,
                seed);
        Planner planner = new Planner(profile, workloads);
        SessionSettings settings =
                new SessionSettings(3, 3, iterations, 64, 48, i -> planner.iteration(3, i), Timeouts.DEFAULT, ofTarget);
        Session made = new Session(settings, sessionContext(), this);
        session = made;
        made.start();
        return this;
    }

    private SessionContext sessionContext() {
        LocalSessionDesktops sessionDesktops = new LocalSessionDesktops(
                (number, width, height) -> {
                    if (startFailure != null) {
                        throw startFailure;
                    }
                    if (startError != null) {
                        throw startError;
                    }
                    return desktop;
                },
                (shown, listener, executor) -> {
                    CompletableFuture<Screen> connected = new CompletableFuture<>();
                    var unused = time.schedule(
                            () -> {
                                connected.complete(sees.apply(screen));
                                screen.connect(listener, executor);
                            },
                            DESKTOP_START.toNanos(),
                            TimeUnit.NANOSECONDS);
                    return connected;
                },
                "linux",
                time,
                time.ticker());
        return new SessionContext(
                preparing(sessionDesktops),
                matchers,
                new FrameRecorders() {
                    @Override
                    public FrameRecorder open() {
                        return FrameRecorder.NONE;
                    }

                    @Override
                    public GestureRecorder openGestures() {
                        return new Gestures();
                    }
                },
                time,
                blocking,
                cleanUp,
                time,
                time.ticker(),
                time,
                probing,
                pauses);
    }

    /** Keeps what was noted of gestures, and the longest wait of a move of each. */
    private final class Gestures implements GestureRecorder {
        private long longest;

        @Override
        public void begin(Rect area) {
            longest = 0;
        }

        @Override
        public void see(FrameUpdate update, long waited, boolean shows) {
            longest = shows ? Math.max(longest, waited) : longest;
        }

        @Override
        public void made(Timing timing, NotedGesture gesture) {
            gestures.add(gesture);
            longestWaits.add(longest);
        }

        @Override
        public void drop() {}

        @Override
        public void close() {}
    }

    private SessionDesktops preparing(SessionDesktops sessionDesktops) {
        CompletableFuture<Void> done = preparation;
        return done == null
                ? sessionDesktops
                : (number, width, height) -> new Prepared(sessionDesktops.start(number, width, height), done);
    }

    /** A desktop that reports when it is ready. */
    private record Prepared(SessionDesktop place, CompletableFuture<Void> prepared) implements SessionDesktop {
        @Override
        public CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
            return place.connect(listener, executor);
        }

        @Override
        public CompletableFuture<AppInstanceControl> open(Workload workload, int number) {
            return place.open(workload, number);
        }

        @Override
        public String waitsFor() {
            return "nobody came";
        }

        @Override
        public void close() {
            place.close();
        }
    }

    /** The one that was started. */
    Session session() {
        return Objects.requireNonNull(session, "started");
    }

    /** Lets virtual time pass. */
    SessionFixture pass(long millis) {
        time.advance(Duration.ofMillis(millis));
        return this;
    }

    /** Advances to the end of the session. */
    SessionFixture finish() {
        time.runAll(Duration.ofMinutes(10));
        return this;
    }

    Timing timing(String operation) {
        return timings.stream()
                .filter(timing -> timing.operation().equals(operation))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no timing of " + operation + " in " + timings));
    }

    /** Without those that are told a second time, when the desktop has ended. */
    List<String> phases() {
        return sessionUpdate.stream()
                .filter(update -> !update.cleaningUp())
                .map(update -> update.phase().name())
                .toList();
    }

    List<String> outcomes() {
        return timings.stream()
                .map(timing -> timing.operation() + " " + timing.outcome().label())
                .toList();
    }

    @Override
    public void changed(SessionUpdate change) {
        sessionUpdate.add(change);
    }

    @Override
    public void timed(Timing timing) {
        timings.add(timing);
    }

    @Override
    public void sampled(Sample sample) {
        onSample.accept(sample);
        (sample.timing() == Sample.NO_TIMING ? ofIterations : samples).add(sample);
    }
}
