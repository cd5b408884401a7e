package io.deskmeter.bench.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a run may say of itself after a disturbance. It knows the disturbance, which the controller does not: so it is a
 * second opinion, written from docs/how-it-works/faults.md and not from the controller's code.
 */
final class Truth {
    /** An agent may be away for this long. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** After so long without the controller an agent ends the run, and says so when the controller is back. */
    private static final Duration AGENT_GRACE = Duration.ofSeconds(30);

    /**
     * How much sooner or later than {@link #GRACE} either outcome is true: the time to notice, and to connect again.
     */
    private static final Duration UNSURE = Duration.ofSeconds(7);

    /**
     * The same where only heartbeats notice it: 3 of them without an answer, one each 2 s, so 6 to 8 s after the last
     * answer.
     */
    private static final Duration UNSURE_IF_SILENT = Duration.ofSeconds(9);

    /** On a machine that others use too, an agent may get no processor: then it may say so, and the run is invalid. */
    private static final Duration LATE = Duration.ofMillis(150);

    private static final Pattern STOOD_STILL = Pattern.compile("stood still");

    private static final String FINISHED = "finished";
    private static final String INTERRUPTED = "interrupted";

    private Truth() {}

    /**
     * What is known of a run that ended.
     *
     * @param state as REST says it
     * @param reasons of the run
     * @param endedThemselves the programs that ended without being told to
     * @param endedBefore whether it had ended, or its sessions had been stopped, before the disturbance began
     * @param stored timings
     * @param planned fewest timings of a run that finished
     * @param stoodStill the longest time that an agent stood still, as its own second opinion says
     */
    record Outcome(
            String state,
            List<String> reasons,
            List<String> endedThemselves,
            boolean endedBefore,
            int stored,
            int planned,
            Duration stoodStill) {}

    private record Expected(Set<String> states, Pattern reason) {}

    /** What is untrue; empty if nothing is. */
    static List<String> untrue(Episode episode, Outcome outcome) {
        List<String> untrue = new ArrayList<>();
        Expected expected = outcome.endedBefore()
                ? new Expected(Set.of(FINISHED), Pattern.compile(""))
                : expected(episode.disturbance(), episode.lasts());
        boolean late = outcome.stoodStill().compareTo(LATE) >= 0
                && outcome.reasons().stream()
                        .anyMatch(reason -> STOOD_STILL.matcher(reason).find());
        if (!expected.states().contains(outcome.state())
                && !(late && outcome.state().equals("invalid"))) {
            untrue.add("state: " + outcome.state() + " (expected: one of " + expected.states() + ")");
        }
        if (episode.disturbance() != Disturbance.CONTROLLER_DISK_FULL) {
            outcome.endedThemselves().forEach(program -> untrue.add(program + " (expected: it works on)"));
        }
        boolean finished = outcome.state().equals(FINISHED);
        if (!finished
                && !late
                && outcome.reasons().stream()
                        .noneMatch(reason -> expected.reason().matcher(reason).find())) {
            untrue.add("reasons: " + outcome.reasons() + " (expected: one with " + expected.reason() + ")");
        }
        // Sessions go on until all have done their part, so there may be more.
        if (finished && outcome.stored() < outcome.planned()) {
            untrue.add("finished with " + outcome.stored() + " timings (expected: at least " + outcome.planned() + ")");
        }
        return untrue;
    }

    private static Expected expected(Disturbance disturbance, Duration lasts) {
        return switch (disturbance) {
            case CONTROLLER_KILLED, CONTROLLER_ENDED ->
                new Expected(Set.of(INTERRUPTED), Pattern.compile("the controller (ended|was ended|is ending)"));
            case AGENT_KILLED ->
                new Expected(Set.of("invalid", "failed"), Pattern.compile("sim-\\d+ .*(was lost|was restarted|ended)"));
            case CONTROLLER_PAUSED ->
                either("lease|was lost|stood still|was its process or machine stopped"
                        + (lasts.compareTo(AGENT_GRACE) > 0
                                ? "|the controller was disconnected for more than 30 s"
                                : ""));
            case AGENT_PAUSED -> away(lasts, UNSURE_IF_SILENT, "was lost|stood still");
            case CONTROLLER_DISK_FULL -> either("store|space|disk|the controller ended");
            case AGENT_DISK_FULL -> either("could not keep|space|harness|disk");
            case LINE_DOWN -> away(lasts, UNSURE, "sim-\\d+ .*was lost");
            case LINE_SILENT, LINE_ONE_WAY_UP, LINE_ONE_WAY_DOWN ->
                away(lasts, UNSURE_IF_SILENT, "sim-\\d+ .*was lost");
            case LINE_CUT, LINE_SLOW, LINE_STUTTERING -> either("sim-\\d+ .*was lost");
            case CONTROLLER_CLOCK, AGENT_CLOCK -> new Expected(Set.of(FINISHED), Pattern.compile("clock"));
            case STORE_PAUSED, STORE_CRASHED -> either("store|lease");
        };
    }

    private static Expected either(String reason) {
        return new Expected(Set.of(FINISHED, "invalid", "failed", INTERRUPTED), Pattern.compile(reason));
    }

    /** An agent that cannot be reached: the run goes on if it comes back in time, and is invalid if it does not. */
    private static Expected away(Duration lasts, Duration unsureAfter, String reason) {
        if (lasts.compareTo(GRACE.plus(unsureAfter)) > 0) {
            return new Expected(Set.of("invalid", "failed"), Pattern.compile(reason));
        }
        if (lasts.compareTo(GRACE.minus(UNSURE)) < 0) {
            return new Expected(Set.of(FINISHED), Pattern.compile(reason));
        }
        return either(reason);
    }
}
