package io.deskmeter.controller.run.machine;

/** The actions of the transition table. Every action runs on the mailbox after the state has changed. */
interface RunActions {
    /** Reserves agents, and tries again whenever one becomes free. */
    void findAgents();

    /** Sends the profile to the agents and opens the first load point. */
    void prepare();

    /** Stops the sessions that the load point has too many, or starts those that it lacks, spread over time. */
    void openPoint();

    /** Starts the missing sessions of the load point after surplus sessions have stopped. */
    void startMissing();

    /** From now on iterations count. */
    void openWindow();

    /** Asks for as many iterations again. */
    void extendWindow();

    /** Ends the load point that the platform cannot carry, and judges its timings. */
    void failPoint();

    /** Judges a brief load point that has failed already by its timings so far. */
    void endEarly();

    /** Judges as soon as every timing is stored. */
    void awaitTimings();

    /** Has the load point judged, beside the mailbox. */
    void judge();

    /** Stores the verdict and continues the search. */
    void search();

    /** Answers from the load points that are judged; the present one is not. */
    void answer();

    /** Answers from the load points that are judged, since one of them has failed after all; the present one is not. */
    void answerEarlier();

    /** Writes the verdict down: the run comes to its end already. */
    void keepVerdict();

    /** Notes missing timings, then judges without them. */
    void judgeIncomplete();

    /** Tells all sessions to end after their current operation. */
    void stopSessions();

    /** Tells the agents to end the run now. */
    void endRun();

    /** Notes sessions that did not stop, then sends the agents the end of the run. */
    void endRunLate();

    /** Waits for late timings. */
    void awaitLateTimings();

    /** Notes agents that did not confirm their clean-up. */
    void noteUnconfirmed();

    /** Continues if all agents are done. */
    void checkAgentsDone();

    /** Writes the outcome and chooses the final state. */
    void report();

    /** The run is over: releases the agents and publishes the final snapshot. */
    void finish();

    /** Nothing. */
    void nothing();
}
