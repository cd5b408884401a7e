package io.deskmeter.bench.search.platform;

/**
 * The rules by which Weathervane's FindMax chooses loads, for comparison: an initial ramp of equal steps until the
 * first failure; then steps of a tenth of the users; three passes in a row widen the step by a quarter, two failures by
 * a half; a step up is at most half of the gap to the smallest failure, one down at most three quarters of the gap to
 * the largest pass; the end is a gap of less than 1 % of the smallest failure. Loads are whole numbers, so a gap of one
 * ends it as well. Verification at the maximum is skipped, which is Weathervane's default.
 */
public final class WeathervaneRules {
    /** Seconds of one step of the initial ramp. */
    public static final double INITIAL_SECONDS = 60;
    /** Seconds in which users of a decision are added. */
    public static final double RAMP_SECONDS = 120;
    /** Seconds of the warm-up, which do not count. */
    public static final double WARM_UP_SECONDS = 180;
    /** Seconds that count. */
    public static final double MEASURED_SECONDS = 300;

    private static final double ENOUGH = 0.01;

    private final int initialStep;
    private final int most;
    private boolean initial = true;
    private int users;
    private double step;
    private int passesInARow;
    private int failsInARow;
    private int maxPass;
    private int minFail;

    /**
     * @param initialStep users that the initial ramp adds at a time
     * @param most users there may be
     */
    public WeathervaneRules(int initialStep, int most) {
        this.initialStep = initialStep;
        this.most = most;
        this.users = Math.min(initialStep, most);
        this.minFail = most + 1;
    }

    /** The number of users to measure next. */
    public int users() {
        return users;
    }

    /** Whether this is a step of the initial ramp, which lasts {@link #INITIAL_SECONDS}. */
    public boolean initial() {
        return initial;
    }

    /** Whether the search has ended. */
    public boolean done() {
        return !initial && (minFail - maxPass <= 1 || minFail - maxPass < ENOUGH * minFail);
    }

    /** The result. */
    public int maximum() {
        return maxPass;
    }

    /** Adds the verdict for {@link #users()}. */
    public void decided(boolean passed) {
        if (initial) {
            ramped(passed);
            return;
        }
        if (passed) {
            maxPass = Math.max(maxPass, users);
            failsInARow = 0;
            passesInARow++;
            if (passesInARow >= 3) {
                step *= 1.25;
            }
        } else {
            minFail = Math.min(minFail, users);
            passesInARow = 0;
            failsInARow++;
            if (failsInARow >= 2) {
                step *= 1.5;
            }
        }
        users = passed ? up() : down();
    }

    private int up() {
        double bounded = minFail <= most ? Math.min(step, 0.5 * (minFail - users)) : step;
        return Math.min(Math.min(most, minFail - 1), users + (int) Math.max(1, Math.round(bounded)));
    }

    private int down() {
        double bounded = Math.min(step, 0.75 * (users - maxPass));
        return Math.max(maxPass + 1, users - (int) Math.max(1, Math.round(bounded)));
    }

    private void ramped(boolean passed) {
        if (passed && users < most) {
            users = Math.min(most, users + initialStep);
            return;
        }
        // A minute without warm-up is not sufficient: the last step that passed is measured again first.
        initial = false;
        users = Math.max(1, passed ? users : users - initialStep);
        step = Math.max(1, users / 10.0);
    }
}
