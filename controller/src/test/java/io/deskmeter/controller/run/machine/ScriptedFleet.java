package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.plan.Planner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An agent in virtual time: a logon takes 4 s, an iteration 10 s. The duration of operations depends on the number of
 * working sessions, as a test defines. Timings arrive one second after their iteration.
 */
final class ScriptedFleet implements AgentPort {
    static final Reserved AGENT = new Reserved("agent-1", "instance-1", "host-1", "1", 0, Map.of("os", "test"));
    static final String FAULT = "fault: java.lang.OutOfMemoryError: Java heap space";
    static final Duration LOGON = Duration.ofSeconds(4);
    static final Duration ITERATION = Duration.ofSeconds(10);

    final List<FromController> sent = new ArrayList<>();
    final Set<Integer> stuck = new HashSet<>();
    /** Sessions whose desktop never gets ready. */
    final Set<Integer> hanging = new HashSet<>();
    /** Whether a logon is refused at this number of other sessions. */
    IntPredicate refuses = others -> false;
    /** How long it takes to end the desktop of a session that is lost. */
    Duration cleanUp = Duration.ZERO;
    /** When the last one was gone. */
    @Nullable
    Instant cleanedUpAt;
    /** How long a session takes to log on. */
    Duration logon = LOGON;
    /** Sessions that begin an iteration and never end it. */
    final Set<Integer> frozen = new HashSet<>();

    final List<String> released = new ArrayList<>();
    List<Reserved> agents = List.of(AGENT);
    final Set<String> gone = new HashSet<>();
    int slowSession = -1;
    boolean free = true;
    boolean connected = true;
    boolean confirmsEnd = true;
    boolean deliversTimings = true;
    boolean deliversSamples = true;
    /** Words leave, and never arrive. */
    boolean swallows;

    boolean stopsSessions = true;
    /** How long an iteration that begins now takes. */
    Supplier<Duration> iterationTime = () -> ITERATION;
    /** The same of a session that takes another time, by its number. */
    final Map<Integer, Duration> iterationTimes = new HashMap<>();
    /** How long after the end of an iteration its timings arrive. */
    IntFunction<Duration> deliveryTime = session -> Duration.ofSeconds(1);
    /** How much later than intended inputs leave, by how many sessions work. */
    IntFunction<Duration> lag = working -> Duration.ZERO;

    Outcome outcome = Outcome.OK;
    /** Of operations that did not end well. */
    String detail = "";
    /** Sessions whose operations all time out. */
    IntPredicate broken = session -> false;

    /** Whether the displays of sessions stay open after the input that logs their users off. */
    boolean leavesOpen;

    IntToLongFunction responseMillis = working -> 300;
    /** What its sessions work; null: one operation of each group, in every session. */
    @Nullable
    Planner planner;

    /** Sessions that work, by their number, and their positions. */
    final Map<Integer, Integer> positions = new TreeMap<>();

    /** What the picture of an answer is like, by how many sessions work; null: nothing measures it. */
    @Nullable
    IntToDoubleFunction similarity;

    /** How much later than its timing a sample comes. */
    Duration sampleDelay = Duration.ofSeconds(1);

    private final VirtualTime time;
    private final Map<Integer, Session> sessions = new TreeMap<>();
    private @Nullable RunStateMachine machine;

    ScriptedFleet(VirtualTime time) {
        this.time = time;
    }

    void serve(RunStateMachine run) {
        machine = run;
    }

    @Override
    public List<Reserved> reserve(String runId, Wanted wanted) {
        return free ? agents : List.of();
    }

    @Override
    public String whyNoAgents(Wanted wanted) {
        return "no agent is connected";
    }

    @Override
    public void release(String runId) {
        released.add(runId);
    }

    @Override
    public boolean send(String agentId, FromController message) {
        if (!connected || gone.contains(agentId)) {
            return false;
        }
        if (swallows) {
            return true;
        }
        sent.add(message);
        switch (message.getMessageCase()) {
            case START_SESSION -> {
                Session session = new Session(
                        message.getStartSession().getSession(),
                        message.getStartSession().getPosition(),
                        message.getStartSession().getIterations(),
                        agentId);
                positions.put(session.index, session.position);
                if (sessions.putIfAbsent(session.index, session) == null) {
                    session.start();
                }
            }
            case STOP_SESSION -> session(message.getStopSession().getSession()).stop();
            case END_RUN -> endRun(agentId);
            default -> {}
        }
        return true;
    }

    /** The desktop of a session is lost. */
    void lose(int session) {
        lose(session, "");
    }

    void lose(int session, String why) {
        session(session).over = true;
        if (cleanUp.isZero()) {
            change(session, SessionPhase.LOST, 0, why);
            return;
        }
        SessionFact lost =
                new SessionFact(session, SessionPhase.LOST, 0, why, 0, 0, Duration.ZERO, true, false, time.instant());
        machine().sessionChanged(lost);
        later(cleanUp, () -> {
            cleanedUpAt = time.instant();
            machine()
                    .sessionChanged(new SessionFact(
                            session, SessionPhase.LOST, 0, why, 0, 0, cleanUp, false, false, lost.at()));
        });
    }

    /** The agent itself fails in a session: its desktop is still there. */
    void breakDown(int session) {
        session(session).over = true;
        change(session, SessionPhase.FAULTED, 0, FAULT);
    }

    /** The same, told later. */
    void tellBreakDown(int session, Duration ago) {
        session(session).over = true;
        machine()
                .sessionChanged(new SessionFact(
                        session, SessionPhase.FAULTED, 0, FAULT, 0, 0, ago, false, false, time.instant()));
    }

    /** The desktop of a session is lost, and nobody is told. */
    void loseSilently(int session) {
        session(session).over = true;
    }

    /** A loss is told later. */
    void tellLoss(int session, Duration ago) {
        machine()
                .sessionChanged(new SessionFact(
                        session, SessionPhase.LOST, 0, "late", 0, 0, ago, false, false, time.instant()));
    }

    /** The desktop of the newest working session is lost after a moment. */
    void loseLater(int held) {
        later(Duration.ofMillis(100), () -> {
            if (working() > held) {
                sessions.values().stream()
                        .filter(session -> session.works && !session.over)
                        .reduce((first, second) -> second)
                        .ifPresent(session -> lose(session.index, "out of memory"));
            }
        });
    }

    /** Sessions that received the stop command, in order. */
    List<Integer> stopped() {
        return sent.stream()
                .filter(FromController::hasStopSession)
                .map(message -> message.getStopSession().getSession())
                .toList();
    }

    int working() {
        return (int) sessions.values().stream().filter(s -> !s.over).count();
    }

    /** An agent and all its sessions are no more. */
    void vanish(String agentId) {
        gone.add(agentId);
        of(agentId).forEach(session -> session.over = true);
        machine().agentDisconnected(agentId, "reset", true);
    }

    /** Sessions that were started on an agent. */
    List<Session> of(String agentId) {
        return sessions.values().stream()
                .filter(session -> session.agent.equals(agentId))
                .toList();
    }

    private void endRun(String agentId) {
        of(agentId).forEach(s -> s.over = true);
        if (confirmsEnd) {
            later(Duration.ofSeconds(2), () -> machine().agentDone(agentId, ""));
        }
    }

    private Session session(int index) {
        return Objects.requireNonNull(sessions.get(index));
    }

    private RunStateMachine machine() {
        return Objects.requireNonNull(machine);
    }

    private void later(Duration delay, Runnable task) {
        Future<?> unused = time.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void change(int session, SessionPhase phase, int iteration) {
        change(session, phase, iteration, "");
    }

    private void change(int session, SessionPhase phase, int iteration, String why) {
        boolean open = leavesOpen && phase.over();
        machine()
                .sessionChanged(new SessionFact(
                        session, phase, iteration, why, 0, 0, Duration.ZERO, false, open, time.instant()));
    }

    final class Session {
        private final int index;
        private final int position;
        private final int iterations;
        private final String agent;
        private long sequence;
        private boolean stopping;
        private boolean over;
        private boolean works;

        private Session(int index, int position, int iterations, String agent) {
            this.index = index;
            this.position = position;
            this.iterations = iterations;
            this.agent = agent;
        }

        private void start() {
            int others = working() - 1;
            if (stuck.contains(index)) {
                return;
            }
            change(index, SessionPhase.STARTING, 0);
            if (refuses.test(others)) {
                over = true;
                later(Duration.ofSeconds(1), () -> change(index, SessionPhase.FAILED, 0, "logon: the broker is full"));
            } else {
                later(logon, this::ready);
            }
        }

        private void stop() {
            stopping = stopsSessions;
            if (stopping && !over && (hanging.contains(index) || frozen.contains(index))) {
                over = true;
                later(Duration.ofSeconds(30), () -> change(index, SessionPhase.STOPPED, 0));
            }
        }

        private void ready() {
            if (!over && !hanging.contains(index)) {
                change(index, SessionPhase.READY, 0);
                work(0);
            }
        }

        private void work(int iteration) {
            if (over) {
                return;
            }
            if (stopping || (iterations > 0 && iteration == iterations)) {
                over = true;
                change(index, stopping ? SessionPhase.STOPPED : SessionPhase.FINISHED, iteration);
                return;
            }
            works = true;
            change(index, SessionPhase.WORKING, iteration);
            if (frozen.contains(index)) {
                return;
            }
            Duration takes = iterationTimes.getOrDefault(index, iterationTime.get());
            later(takes, () -> work(iteration + 1));
            if (deliversTimings) {
                later(takes.plus(deliveryTime.apply(index)), () -> deliver(iteration));
            }
        }

        private void deliver(int iteration) {
            long millis = index == slowSession ? 1500 : responseMillis.applyAsLong(working());
            long nanos = millis * 1_000_000;
            List<Timing> timings = timings(iteration, nanos);
            machine().timingsStored(timings, 0);
            if (similarity != null && deliversSamples) {
                double value = similarity.applyAsDouble(working());
                later(
                        sampleDelay,
                        () -> machine()
                                .samplesStored(
                                        timings.stream()
                                                .map(t -> sample(t, value))
                                                .toList(),
                                        0));
            }
        }

        private List<Timing> timings(int iteration, long nanos) {
            if (planner == null) {
                return List.of(
                        timing(iteration, "office/writer", "modify", Group.A, nanos),
                        timing(iteration, "office/writer", "open", Group.B, nanos));
            }
            return planner.iteration(index, position, iteration).stream()
                    .map(planned -> timing(
                            iteration,
                            planned.workload().id(),
                            planned.operation().id(),
                            planned.operation().group(),
                            nanos))
                    .toList();
        }

        private static Sample sample(Timing timing, double value) {
            return Sample.builder("picture-similarity")
                    .of(timing)
                    .sequence(timing.sequence())
                    .during(timing.firedAt(), timing.firedAt())
                    .value(value, 0)
                    .build();
        }

        private Timing timing(int iteration, String workload, String operation, Group group, long nanos) {
            long fired = time.nanoTime();
            Outcome ended = broken.test(index) ? Outcome.TIMEOUT : outcome;
            boolean ok = ended == Outcome.OK;
            return Timing.builder(workload, operation, group, ended)
                    .session(index)
                    .sequence(++sequence)
                    .iteration(iteration)
                    .wallFiredAt(time.instant())
                    .intendedAt(fired - lag.apply(working()).toNanos())
                    .firedAt(fired)
                    .lastWithoutAt(ok ? fired : Timing.NEVER)
                    .shownAt(ok ? fired + nanos : Timing.NEVER)
                    .detail(ok ? "" : detail)
                    .build();
        }
    }
}
