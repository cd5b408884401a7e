package io.deskmeter.bench.av.check;

/** One check with known truth. */
public interface AvCheck {
    /** What it does, for progress. */
    String title();

    /** Adds rows to the run. */
    void run(AvRun run) throws Exception;
}
