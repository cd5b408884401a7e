package io.deskmeter.controller.run.machine;

import static io.deskmeter.controller.run.fact.RunState.CREATED;
import static io.deskmeter.controller.run.fact.RunState.ENDING;
import static io.deskmeter.controller.run.fact.RunState.FAILED;
import static io.deskmeter.controller.run.fact.RunState.FINISHED;
import static io.deskmeter.controller.run.fact.RunState.INTERRUPTED;
import static io.deskmeter.controller.run.fact.RunState.INVALID;
import static io.deskmeter.controller.run.fact.RunState.JUDGING;
import static io.deskmeter.controller.run.fact.RunState.PREPARING;
import static io.deskmeter.controller.run.fact.RunState.RAMPING_DOWN;
import static io.deskmeter.controller.run.fact.RunState.RAMPING_UP;
import static io.deskmeter.controller.run.fact.RunState.REPORTING;
import static io.deskmeter.controller.run.fact.RunState.STEADY;
import static io.deskmeter.controller.run.fact.RunState.STOPPED;
import static io.deskmeter.controller.run.machine.RunEvent.ABORT;
import static io.deskmeter.controller.run.machine.RunEvent.AGENTS_DONE;
import static io.deskmeter.controller.run.machine.RunEvent.AGENTS_FOUND;
import static io.deskmeter.controller.run.machine.RunEvent.AGENT_LOST;
import static io.deskmeter.controller.run.machine.RunEvent.ALL_COUNTED;
import static io.deskmeter.controller.run.machine.RunEvent.ALL_STOPPED;
import static io.deskmeter.controller.run.machine.RunEvent.ALL_STORED;
import static io.deskmeter.controller.run.machine.RunEvent.ALL_WARMED_UP;
import static io.deskmeter.controller.run.machine.RunEvent.BUDGET_SPENT;
import static io.deskmeter.controller.run.machine.RunEvent.COMPLETED;
import static io.deskmeter.controller.run.machine.RunEvent.DEADLINE;
import static io.deskmeter.controller.run.machine.RunEvent.EARLIER_POINT_FAILED;
import static io.deskmeter.controller.run.machine.RunEvent.ENDED_ON_REQUEST;
import static io.deskmeter.controller.run.machine.RunEvent.EXTEND;
import static io.deskmeter.controller.run.machine.RunEvent.GIVEN_UP;
import static io.deskmeter.controller.run.machine.RunEvent.INVALIDATED;
import static io.deskmeter.controller.run.machine.RunEvent.JUDGED;
import static io.deskmeter.controller.run.machine.RunEvent.LATE_TIMINGS_OVER;
import static io.deskmeter.controller.run.machine.RunEvent.MEASURE;
import static io.deskmeter.controller.run.machine.RunEvent.NO_SESSIONS_LEFT;
import static io.deskmeter.controller.run.machine.RunEvent.POINT_FAILED;
import static io.deskmeter.controller.run.machine.RunEvent.RESTARTED;
import static io.deskmeter.controller.run.machine.RunEvent.SEARCH_DONE;
import static io.deskmeter.controller.run.machine.RunEvent.START;
import static io.deskmeter.controller.run.machine.RunEvent.STOP;
import static io.deskmeter.controller.run.machine.RunEvent.STORE_FAILED;
import static io.deskmeter.controller.run.machine.RunEvent.SURELY_FAILED;
import static io.deskmeter.controller.run.machine.RunEvent.SURPLUS_STOPPED;

import io.deskmeter.controller.run.fact.RunState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The transition table of a run. {@code docs/how-it-works/run-states.md} is printed from it. */
public final class RunTransitions {
    private static final List<RunState> MEASURING = List.of(RAMPING_UP, STEADY, JUDGING);
    private static final List<RunState> UNFINISHED =
            List.of(CREATED, PREPARING, RAMPING_UP, STEADY, JUDGING, RAMPING_DOWN, ENDING, REPORTING);

    static final TransitionTable<RunState, RunEvent, RunActions> TABLE = new TransitionTable.Builder<
                    RunState, RunEvent, RunActions>()
            .on(CREATED, START, PREPARING, "find agents", RunActions::findAgents)
            .onAny(List.of(CREATED, PREPARING), STOP, REPORTING, "report", RunActions::report)
            .onAny(List.of(CREATED, PREPARING), ABORT, REPORTING, "report", RunActions::report)
            .onAny(List.of(CREATED, PREPARING), STORE_FAILED, REPORTING, "report", RunActions::report)
            .on(PREPARING, AGENTS_FOUND, RAMPING_UP, "send the profile, open the first load point", RunActions::prepare)
            .on(PREPARING, DEADLINE, REPORTING, "report", RunActions::report)
            .stay(List.of(RAMPING_UP), SURPLUS_STOPPED, "start missing sessions", RunActions::startMissing)
            .on(RAMPING_UP, ALL_WARMED_UP, STEADY, "open the steady window", RunActions::openWindow)
            .on(STEADY, ALL_COUNTED, JUDGING, "wait for the last timings", RunActions::awaitTimings)
            .on(STEADY, SURELY_FAILED, JUDGING, "end the brief load point, judge", RunActions::endEarly)
            .onAny(
                    List.of(RAMPING_UP, STEADY),
                    POINT_FAILED,
                    JUDGING,
                    "end the load point, wait for its timings",
                    RunActions::failPoint)
            .onAny(
                    List.of(RAMPING_UP, STEADY),
                    BUDGET_SPENT,
                    RAMPING_DOWN,
                    "answer without the load point, stop sessions",
                    RunActions::answer)
            .onAny(
                    List.of(RAMPING_UP, STEADY),
                    EARLIER_POINT_FAILED,
                    RAMPING_DOWN,
                    "answer without the load point, stop sessions",
                    RunActions::answerEarlier)
            .stay(List.of(JUDGING, RAMPING_DOWN, ENDING, REPORTING), EARLIER_POINT_FAILED, "", RunActions::nothing)
            .on(JUDGING, ALL_STORED, JUDGING, "judge", RunActions::judge)
            .on(JUDGING, DEADLINE, JUDGING, "note missing timings, judge", RunActions::judgeIncomplete)
            .on(JUDGING, JUDGED, JUDGING, "store the verdict, search", RunActions::search)
            .stay(List.of(RAMPING_DOWN, ENDING), JUDGED, "store the verdict", RunActions::keepVerdict)
            .on(JUDGING, MEASURE, RAMPING_UP, "stop surplus sessions or start missing ones", RunActions::openPoint)
            .on(JUDGING, EXTEND, STEADY, "extend the steady window", RunActions::extendWindow)
            .on(JUDGING, SEARCH_DONE, RAMPING_DOWN, "stop sessions", RunActions::stopSessions)
            .on(RAMPING_UP, DEADLINE, RAMPING_DOWN, "stop sessions", RunActions::stopSessions)
            .onAny(MEASURING, NO_SESSIONS_LEFT, RAMPING_DOWN, "stop sessions", RunActions::stopSessions)
            .onAny(MEASURING, STORE_FAILED, ENDING, "end the run", RunActions::endRun)
            .onAny(MEASURING, STOP, RAMPING_DOWN, "stop sessions", RunActions::stopSessions)
            .onAny(MEASURING, ABORT, ENDING, "end the run", RunActions::endRun)
            .on(RAMPING_DOWN, ALL_STOPPED, ENDING, "end the run", RunActions::endRun)
            .on(RAMPING_DOWN, DEADLINE, ENDING, "note sessions that did not stop, end the run", RunActions::endRunLate)
            .on(RAMPING_DOWN, ABORT, ENDING, "end the run", RunActions::endRun)
            .stay(List.of(RAMPING_DOWN, ENDING, REPORTING), STOP, "", RunActions::nothing)
            .stay(List.of(RAMPING_DOWN, ENDING, REPORTING), STORE_FAILED, "", RunActions::nothing)
            .onAny(
                    List.of(RAMPING_UP, STEADY, JUDGING, RAMPING_DOWN),
                    AGENT_LOST,
                    ENDING,
                    "end the run",
                    RunActions::endRun)
            .stay(List.of(ENDING), AGENT_LOST, "wait for the others", RunActions::checkAgentsDone)
            .stay(List.of(ENDING), AGENTS_DONE, "wait for late timings", RunActions::awaitLateTimings)
            .on(ENDING, LATE_TIMINGS_OVER, REPORTING, "report", RunActions::report)
            .on(ENDING, DEADLINE, REPORTING, "note agents that did not confirm, report", RunActions::noteUnconfirmed)
            // Agents already end everything as fast as they can; one that is released before is not free for the next
            // run.
            .stay(List.of(ENDING, REPORTING), ABORT, "", RunActions::nothing)
            .on(REPORTING, COMPLETED, FINISHED, "release the agents", RunActions::finish)
            .on(REPORTING, INVALIDATED, INVALID, "release the agents", RunActions::finish)
            .on(REPORTING, GIVEN_UP, FAILED, "release the agents", RunActions::finish)
            .on(REPORTING, ENDED_ON_REQUEST, STOPPED, "release the agents", RunActions::finish)
            .onAny(UNFINISHED, RESTARTED, INTERRUPTED, "", RunActions::nothing)
            .build();

    private RunTransitions() {}

    /** Whether load points are measured in that state: only surplus sessions have been stopped. */
    static boolean measures(RunState state) {
        return MEASURING.contains(state);
    }

    /** The state after a restart of the controller. */
    public static RunState afterRestart(RunState state) {
        return TABLE.find(state, RunEvent.RESTARTED).orElseThrow().next();
    }

    /** The table as a Mermaid diagram. */
    public static String mermaid() {
        Set<RunState> ends = EnumSet.noneOf(RunState.class);
        for (RunState state : RunState.values()) {
            if (state.ended()) {
                ends.add(state);
            }
        }
        return TABLE.mermaid(CREATED, ends);
    }
}
