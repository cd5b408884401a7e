package io.deskmeter.controller.run;

/** What the table can do; every action runs on the mailbox after the state has changed. */
interface RunActions {
    /** Asks for an agent, and again whenever one becomes free. */
    void findAgent();

    /** Sends the profile to the agent and opens the first load point. */
    void prepare();

    /** Stops the sessions that the load point has too many, or starts those that it lacks, spread over time. */
    void openPoint();

    /** Starts the sessions that the load point lacks now that others have gone. */
    void startMissing();

    /** From now on iterations count. */
    void openWindow();

    /** Asks for as many iterations again. */
    void extendWindow();

    /** Judges as soon as every timing is stored. */
    void awaitTimings();

    /** Judges the load point and asks the search what comes next. */
    void judge();

    /** Notes which timings never came, then judges without them. */
    void judgeIncomplete();

    /** Tells all sessions to end after their current operation. */
    void stopSessions();

    /** Tells the agent to end the run now. */
    void endRun();

    /** Notes who did not stop, then tells the agent to end the run. */
    void endRunLate();

    /** Leaves the last timings a moment to arrive. */
    void linger();

    /** Notes that the agent never confirmed its clean-up. */
    void noteUnconfirmed();

    /** Starts the time of grace. */
    void awaitAgent();

    /** Sends what was held back while the agent was gone. */
    void resume();

    /** Writes the outcome and chooses the final state. */
    void report();

    /** The run is over: lets go of the agent, says so to everybody. */
    void finish();

    /** Nothing. */
    void nothing();
}
