package io.deskmeter.bench.faults;

import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** One fault in one stage of one run. */
final class FaultTrial {
    private static final long STAGE_MILLIS = 120_000;
    private static final Duration END = Duration.ofMinutes(4);
    private static final Duration TIDY = Duration.ofSeconds(90);
    private static final Duration INTO_STAGE = Duration.ofMillis(1200);
    private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int TRIES = 8;
    /** One session of this number is lost: more than the allowed 2 % of a load point. */
    private static final int LOST_SHARE = 10;

    private static final Duration THINK = Duration.ofMillis(100);
    private static final Duration LOGON_INTERVAL = Duration.ofMillis(20);

    private final FaultEnvironment environment;
    private final int sessions;

    FaultTrial(FaultEnvironment environment, int sessions) {
        this.environment = environment;
        this.sessions = sessions;
    }

    /** Runs the trial. Reporting takes milliseconds: a kill that is too late is tried again. */
    FaultRow of(Fault fault, Stage stage) throws IOException, InterruptedException {
        if (fault.impossible(stage).isPresent()) {
            return FaultRow.impossible(fault, stage, fault.impossible(stage).get());
        }
        FaultRow row = once(fault, stage, 1);
        boolean race = stage == Stage.REPORTING && fault == Fault.CONTROLLER_RESTARTED;
        for (int tries = 2; race && !row.asExpected() && tries <= TRIES; tries++) {
            row = once(fault, stage, tries);
        }
        return row;
    }

    private FaultRow once(Fault fault, Stage stage, int tries) throws IOException, InterruptedException {
        environment.awaitAtEase();
        environment.faults(stage.hold());
        String run = environment.controller().api().run(profile(stage));
        environment.controller().awaitLogged("run " + run + ": " + stage.label(), STAGE_MILLIS);
        if (stage != Stage.REPORTING) {
            pause(INTO_STAGE.toNanos());
        }
        long at = System.nanoTime();
        happen(fault, stage, run);
        JsonNode ended = awaitEnd(run);
        double toEnd = since(at);
        int left = awaitNothingLeft();
        List<String> reasons = reasons(ended);
        if (reasons.isEmpty()) {
            reasons = findings(run);
        }
        return new FaultRow(fault, stage, true, ended.at("/state").asString(), reasons, toEnd, since(at), left, tries);
    }

    private String profile(Stage stage) {
        return SimWorkload.profile(
                "{ steps: { sessions: [" + sessions + "] } }",
                stage == Stage.STEADY ? 5 : 2,
                1,
                THINK,
                LOGON_INTERVAL,
                1,
                stage == Stage.PREPARING ? "agents: [nobody-has-this]" : "");
    }

    private void happen(Fault fault, Stage stage, String run) throws IOException, InterruptedException {
        switch (fault) {
            case STOP, ABORT -> end(fault, stage, run);
            case AGENT_LOST -> environment.agent(0).kill();
            case TARGET_LOST -> lose(stage);
            case CONTROLLER_RESTARTED -> environment.restartController();
        }
    }

    /** Reporting takes milliseconds: a later request is refused, and the run is unchanged. */
    private void end(Fault fault, Stage stage, String run) throws IOException, InterruptedException {
        boolean accepted = environment.controller().api().end(run, fault.word());
        if (!accepted && stage != Stage.REPORTING) {
            throw new IOException(
                    fault.word() + ": refused, run " + run + " had ended (expected: still " + stage.label() + ")");
        }
    }

    /**
     * During the ramp-down only the slow session may be left, with its screen already closed, so the loss is not
     * detected. Before, a busy machine may need longer for its first connections.
     */
    private void lose(Stage stage) throws IOException, InterruptedException {
        int wanted = Math.max(1, sessions / LOST_SHARE);
        long deadline = System.nanoTime() + CONNECTED_WITHIN.toNanos();
        int lost = environment.agent(0).lose(wanted);
        while (lost < wanted && stage != Stage.RAMPING_DOWN && System.nanoTime() < deadline) {
            pause(LOOK_NANOS);
            lost += environment.agent(0).lose(wanted - lost);
        }
        if (lost < wanted && stage != Stage.RAMPING_DOWN) {
            throw new IOException("target-lost: " + lost + " connections to break (expected: " + wanted + ")");
        }
    }

    private JsonNode awaitEnd(String run) throws IOException, InterruptedException {
        ControllerApi api = environment.controller().api();
        long deadline = System.nanoTime() + END.toNanos();
        JsonNode now = api.get("/runs/" + run);
        while (!now.at("/ended").asBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("run " + run + ": still "
                        + now.at("/state").asString() + " after " + END.toSeconds() + " s (expected: ended)");
            }
            pause(LOOK_NANOS);
            now = api.get("/runs/" + run);
        }
        return now;
    }

    private int awaitNothingLeft() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIDY.toNanos();
        int left = environment.left();
        while (left > 0 && System.nanoTime() < deadline) {
            pause(LOOK_NANOS);
            left = environment.left();
        }
        return left;
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0; rest = until - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }

    private static double since(long at) {
        return Math.round((System.nanoTime() - at) / 1e8) / 10.0;
    }

    private static List<String> reasons(JsonNode run) {
        List<String> reasons = new ArrayList<>(texts(run.at("/reasons")));
        for (JsonNode point : run.at("/loadPoints")) {
            if (!point.at("/failure").isNull()) {
                reasons.add(point.at("/limitedBy").asString());
            }
        }
        return reasons;
    }

    /** What the stage log says about sessions. */
    private List<String> findings(String run) throws IOException, InterruptedException {
        List<String> findings = new ArrayList<>();
        for (JsonNode stage : environment.controller().api().get("/runs/" + run + "/stages")) {
            stage.at("/findings")
                    .forEach(finding -> findings.add(finding.at("/message").asString()));
        }
        return findings;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
