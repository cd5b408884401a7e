package io.deskmeter.controller.cli;

import io.deskmeter.controller.run.RunSnapshot;
import io.deskmeter.controller.run.RunState;

/** Exit codes are a contract, see {@code docs/start-here.md}. */
final class ExitCode {
    static final int DONE = 0;
    static final int INVALID_INPUT = 2;
    static final int RUN_FAILED = 4;

    private ExitCode() {}

    static int of(RunSnapshot end) {
        return end.state().equals(RunState.FINISHED.label()) ? DONE : RUN_FAILED;
    }
}
