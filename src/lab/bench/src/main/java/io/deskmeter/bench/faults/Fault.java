package io.deskmeter.bench.faults;

import java.util.Locale;
import java.util.Optional;

/** A fault or a request during a run. */
enum Fault {
    STOP("stop"),
    ABORT("abort"),
    AGENT_LOST("agent lost (kill -9)"),
    TARGET_LOST("target lost"),
    CONTROLLER_RESTARTED("controller restarted (kill -9)");

    private final String title;

    Fault(String title) {
        this.title = title;
    }

    /** For display. */
    String title() {
        return title;
    }

    /** On the command line: {@code agent-lost}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Why it cannot happen in a stage; empty if it can. */
    Optional<String> impossible(Stage stage) {
        if (this != TARGET_LOST) {
            return Optional.empty();
        }
        return switch (stage) {
            case PREPARING -> Optional.of("no session is asked for yet");
            case ENDING, REPORTING -> Optional.of("all sessions have logged off");
            default -> Optional.empty();
        };
    }

    /** How the run must end. */
    String expected(Stage stage) {
        boolean measured = stage.compareTo(Stage.RAMPING_DOWN) >= 0;
        return switch (this) {
            case STOP, ABORT -> measured ? "finished" : "stopped";
            case AGENT_LOST ->
                switch (stage) {
                    case PREPARING -> "failed";
                    case REPORTING -> "finished";
                    default -> "invalid";
                };
            // The run is valid: a lost desktop is a result.
            case TARGET_LOST -> "finished";
            case CONTROLLER_RESTARTED -> "interrupted";
        };
    }

    /**
     * A text that the reasons of the run or of its failed load point must contain, or else a finding in its stage log,
     * to exclude another cause; empty if none is required.
     */
    String reason(Stage stage) {
        if (stage.compareTo(Stage.RAMPING_DOWN) >= 0 && expected(stage).equals("finished")) {
            return "";
        }
        return switch (this) {
            case STOP -> "stopped on request";
            case ABORT -> "aborted on request";
            case AGENT_LOST -> stage == Stage.PREPARING ? "is not connected" : "was lost";
            // Until the load point is judged, its sessions have worked all that counts: a later loss fails nothing, and
            // is written down.
            case TARGET_LOST -> stage == Stage.JUDGING ? " lost" : "(bound: at ";
            case CONTROLLER_RESTARTED -> "the controller ended";
        };
    }
}
