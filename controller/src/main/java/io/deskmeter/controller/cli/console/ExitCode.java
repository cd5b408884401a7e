package io.deskmeter.controller.cli.console;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.RunSnapshot;

/** Exit codes are a contract, see {@code docs/reference/cli.md}. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int INVALID_INPUT = 2;
    public static final int CHECK_FAILED = 3;
    public static final int RUN_FAILED = 4;

    public static final int NOT_AS_EXPECTED = 10;

    private ExitCode() {}

    public static int of(RunSnapshot end, RunReport report) {
        if (!end.state().equals(RunState.FINISHED.label())) {
            return RUN_FAILED;
        }
        return report.asExpected() ? DONE : NOT_AS_EXPECTED;
    }
}
