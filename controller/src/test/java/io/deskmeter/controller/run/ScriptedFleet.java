package io.deskmeter.controller.run;

import io.deskmeter.link.v1.FromController;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.testkit.VirtualTime;
import io.deskmeter.workload.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An agent in virtual time: a logon takes 4 s, an iteration 10 s. What its operations take depends on how many sessions work, as a test
 * says. Timings arrive one second after the iteration they belong to.
 */
final class ScriptedFleet implements AgentPort {
    static final Reserved AGENT = new Reserved("agent-1", "instance-1", "host-1", "1", Map.of("os", "test"));
    static final Duration LOGON = Duration.ofSeconds(4);
    static final Duration ITERATION = Duration.ofSeconds(10);

    final List<FromController> sent = new ArrayList<>();
    final Set<Integer> stuck = new HashSet<>();
    final List<String> released = new ArrayList<>();
    int slowSession = -1;
    boolean free = true;
    boolean connected = true;
    boolean confirmsEnd = true;
    boolean deliversTimings = true;
    boolean stopsSessions = true;
    Outcome outcome = Outcome.OK;
    IntToLongFunction responseMillis = working -> 300;

    private final VirtualTime time;
    private final Map<Integer, Session> sessions = new TreeMap<>();
    private @Nullable RunMachine machine;

    ScriptedFleet(VirtualTime time) {
        this.time = time;
    }

    void serve(RunMachine run) {
        machine = run;
    }

    @Override
    public Optional<Reserved> reserve(String runId, Map<String, String> checksums) {
        return free ? Optional.of(AGENT) : Optional.empty();
    }

    @Override
    public String whyNobody(Map<String, String> checksums) {
        return "no agent is connected";
    }

    @Override
    public void release(String runId) {
        released.add(runId);
    }

    @Override
    public boolean send(String agentId, FromController message) {
        if (!connected) {
            return false;
        }
        sent.add(message);
        switch (message.getMessageCase()) {
            case START_SESSION -> {
                Session session = new Session(
                        message.getStartSession().getSession(),
                        message.getStartSession().getIterations());
                sessions.put(session.index, session);
                later(LOGON, session::ready);
            }
            case STOP_SESSION -> session(message.getStopSession().getSession()).stopping = stopsSessions;
            case END_RUN -> endRun();
            default -> {}
        }
        return true;
    }

    /** The desktop of a session dies. */
    void lose(int session) {
        lose(session, "");
    }

    void lose(int session, String why) {
        session(session).over = true;
        change(session, SessionPhase.LOST, 0, why);
    }

    /** Sessions that were told to stop, in that order. */
    List<Integer> stopped() {
        return sent.stream()
                .filter(FromController::hasStopSession)
                .map(message -> message.getStopSession().getSession())
                .toList();
    }

    int working() {
        return (int) sessions.values().stream().filter(s -> !s.over).count();
    }

    private void endRun() {
        sessions.values().forEach(s -> s.over = true);
        if (confirmsEnd) {
            later(Duration.ofSeconds(2), () -> machine().agentDone("agent-1", ""));
        }
    }

    private Session session(int index) {
        return Objects.requireNonNull(sessions.get(index));
    }

    private RunMachine machine() {
        return Objects.requireNonNull(machine);
    }

    private void later(Duration delay, Runnable task) {
        Future<?> unused = time.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void change(int session, SessionPhase phase, int iteration) {
        change(session, phase, iteration, "");
    }

    private void change(int session, SessionPhase phase, int iteration, String why) {
        machine().sessionChanged(new SessionFact(session, phase, iteration, why, 0, time.instant()));
    }

    private final class Session {
        private final int index;
        private final int iterations;
        private long sequence;
        private boolean stopping;
        private boolean over;

        private Session(int index, int iterations) {
            this.index = index;
            this.iterations = iterations;
        }

        private void ready() {
            if (!over && !stuck.contains(index)) {
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
            change(index, SessionPhase.WORKING, iteration);
            later(ITERATION, () -> work(iteration + 1));
            if (deliversTimings) {
                later(ITERATION.plusSeconds(1), () -> deliver(iteration));
            }
        }

        private void deliver(int iteration) {
            long millis = index == slowSession ? 1500 : responseMillis.applyAsLong(working());
            long nanos = millis * 1_000_000;
            machine()
                    .timingsStored(
                            List.of(
                                    timing(iteration, "modify", Group.A, nanos),
                                    timing(iteration, "open", Group.B, nanos)),
                            0);
        }

        private Timing timing(int iteration, String operation, Group group, long nanos) {
            long fired = time.nanoTime();
            boolean ok = outcome == Outcome.OK;
            return new Timing(
                    index,
                    ++sequence,
                    iteration,
                    "office/writer",
                    operation,
                    group,
                    outcome,
                    time.instant(),
                    0,
                    fired,
                    fired,
                    ok ? fired : Timing.NEVER,
                    ok ? fired + nanos : Timing.NEVER,
                    "");
        }
    }
}
