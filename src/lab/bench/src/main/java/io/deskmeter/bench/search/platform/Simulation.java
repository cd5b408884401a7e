package io.deskmeter.bench.search.platform;

import io.deskmeter.bench.search.platform.Platform.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Simulates the queueing network, driven by events. Processors are shared equally (each of n jobs gets min(1, cores /
 * n) of a core); disks serve in order of arrival. Times in seconds from 0.
 *
 * <p>Sharing is simulated in virtual time: all jobs advance equally, so the next one to end is the one with the
 * smallest total service (L. Kleinrock, "Queueing Systems II", 1976, section 4.4).
 */
final class Simulation {
    /** An operation that takes longer has timed out. */
    static final double TIMEOUT = 60;

    private static final double LOGON_CPU = 1;

    /** Receives the outcomes of operations. */
    interface Listener {
        /** An operation of a session ended this many seconds after its input. */
        void operation(int session, int iteration, int operation, double firedAt, double seconds, boolean failed);

        /** A session begins that iteration. */
        void iteration(int session, int iteration);

        /** A session has ended on request. */
        void left(int session);
    }

    /** One user. Changed by the simulation only. */
    private static final class Session {
        private final double factor;
        private int iteration = -1;
        private int operation;
        private double firedAt;
        private boolean backgroundRuns;
        private boolean stopping;
        private boolean gone;

        Session(double factor) {
            this.factor = factor;
        }
    }

    private final Platform platform;
    private final Listener listener;
    private final SplittableRandom random;
    private final EventHeap timers = new EventHeap();
    private final EventHeap jobs = new EventHeap();
    private final EventHeap disks = new EventHeap();
    private final Queue<Integer> diskQueue = new ArrayDeque<>();
    private final List<Session> sessions = new ArrayList<>();
    private double now;
    private double served;
    private double busy;
    private int live;
    private double slowness = 1;

    Simulation(Platform platform, Listener listener, long seed) {
        this.platform = platform;
        this.listener = listener;
        this.random = new SplittableRandom(seed);
    }

    double now() {
        return now;
    }

    /** Core-seconds used so far. */
    double busy() {
        return busy;
    }

    /** The number of sessions that were started and have not ended. */
    int live() {
        return live;
    }

    /** Factor of all service times from now on. */
    void slowness(double factor) {
        slowness = factor;
    }

    /** A new session that logs on at that time. */
    int start(double at) {
        double sd = platform.noise().sessionSd();
        sessions.add(new Session(Math.exp(sd * gaussian() - sd * sd / 2)));
        int session = sessions.size() - 1;
        live++;
        timers.add(at, session);
        return session;
    }

    /** Ends the session after its operation. */
    void stop(int session) {
        sessions.get(session).stopping = true;
    }

    boolean gone(int session) {
        return sessions.get(session).gone;
    }

    /** The iteration a session works on, −1 before the first. */
    int iteration(int session) {
        return sessions.get(session).iteration;
    }

    /** Handles the next event, at most up to a time; false if that time has been reached. */
    boolean step(double until) {
        double share = jobs.isEmpty() ? 0 : Math.min(1, platform.cores() / (double) jobs.size());
        double job = jobs.isEmpty() ? Double.POSITIVE_INFINITY : now + (jobs.time() - served) / share;
        double next = Math.min(Math.min(timers.time(), disks.time()), job);
        double to = Math.max(now, Math.min(next, until));
        served += share * (to - now);
        busy += share * jobs.size() * (to - now);
        now = to;
        if (next > until) {
            return false;
        }
        if (job <= next) {
            served = Math.max(served, jobs.time());
            processed(jobs.remove());
        } else if (timers.time() <= disks.time()) {
            woken(timers.remove());
        } else {
            written(disks.remove());
        }
        return true;
    }

    private void woken(int session) {
        Session user = sessions.get(session);
        if (user.iteration < 0) {
            jobs.add(served + service(LOGON_CPU, user), session);
        } else if (user.stopping) {
            leave(session, user);
        } else {
            user.firedAt = now;
            jobs.add(served + service(work(user).cpu(), user), session);
        }
    }

    private void processed(int session) {
        if (session < 0) {
            sessions.get(-1 - session).backgroundRuns = false;
            return;
        }
        Session user = sessions.get(session);
        if (user.iteration < 0) {
            iterate(session, user);
            think(session, user);
        } else if (work(user).io() > 0) {
            request(session);
        } else {
            ended(session, user);
        }
    }

    private void request(int session) {
        if (disks.size() < platform.disks()) {
            Session user = sessions.get(session);
            disks.add(now + service(work(user).io(), user), session);
        } else {
            diskQueue.add(session);
        }
    }

    private void written(int session) {
        Integer waiting = diskQueue.poll();
        if (waiting != null) {
            request(waiting);
        }
        ended(session, sessions.get(session));
    }

    private void ended(int session, Session user) {
        double seconds = now - user.firedAt;
        boolean failed = seconds > TIMEOUT
                || (live > platform.memory().sessions()
                        && random.nextDouble() < platform.memory().failing());
        listener.operation(session, user.iteration, user.operation, user.firedAt, seconds, failed);
        if (platform.background() > 0 && !user.backgroundRuns) {
            // One at a time: background work of a desktop, such as indexing, does not accumulate while the machine is
            // overloaded.
            double left = -Math.log(1 - random.nextDouble()) * platform.background();
            user.backgroundRuns = true;
            jobs.add(served + left * slowdown() * user.factor, -1 - session);
        }
        user.operation++;
        if (user.operation == platform.operations().size()) {
            user.operation = 0;
            iterate(session, user);
        }
        think(session, user);
    }

    private void iterate(int session, Session user) {
        user.iteration++;
        listener.iteration(session, user.iteration);
    }

    private void think(int session, Session user) {
        if (user.stopping) {
            leave(session, user);
        } else {
            timers.add(now + platform.think() * (0.5 + random.nextDouble()), session);
        }
    }

    private void leave(int session, Session user) {
        user.gone = true;
        live--;
        listener.left(session);
    }

    private Work work(Session user) {
        return platform.operations().get(user.operation);
    }

    private double service(double mean, Session user) {
        double sd = platform.spread();
        double drawn = mean * Math.exp(sd * gaussian() - sd * sd / 2);
        double unlucky = random.nextDouble() < platform.tail() ? 5 : 1;
        return drawn * unlucky * user.factor * slowdown();
    }

    private double slowdown() {
        return live > platform.memory().sessions()
                ? slowness * platform.memory().slower()
                : slowness;
    }

    private double gaussian() {
        return random.nextGaussian();
    }
}
