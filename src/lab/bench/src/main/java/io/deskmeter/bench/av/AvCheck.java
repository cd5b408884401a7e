package io.deskmeter.bench.av;

/** One check with known truth. */
interface AvCheck {
    /** What it does, for progress. */
    String title();

    /** Adds rows to the run. */
    void run(AvRun run) throws Exception;
}
