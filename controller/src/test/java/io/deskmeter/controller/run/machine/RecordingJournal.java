package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.validity.ValidityCheck;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a run writes. */
final class RecordingJournal implements RunJournal {
    final List<RunState> states = new ArrayList<>();
    /** The progress of the states before {@link #states}. */
    final List<StageProgress> lefts = new ArrayList<>();

    final List<String> notes = new ArrayList<>();
    final List<PointRecord> points = new ArrayList<>();
    final List<RunState> ends = new ArrayList<>();
    final List<ValidityCheck> validity = new ArrayList<>();
    boolean full;
    /** An exception to throw when a load point is written. */
    @Nullable
    Throwable fault;

    @Override
    public void state(String runId, StageProgress left, RunState state, Instant at) {
        refuseIfFull();
        states.add(state);
        lefts.add(left);
    }

    @Override
    public void note(String runId, StageNote note) {
        refuseIfFull();
        notes.add(note.message());
    }

    @Override
    public void agent(String runId, AgentPort.Reserved agent) {
        refuseIfFull();
    }

    @Override
    public void session(String runId, int session, int position, String agent, Instant at) {
        refuseIfFull();
    }

    @Override
    public void session(String runId, SessionFact fact) {
        refuseIfFull();
    }

    @Override
    public void loadPoint(String runId, PointRecord point) {
        if (fault instanceof Error error) {
            throw error;
        } else if (fault instanceof RuntimeException exception) {
            throw exception;
        }
        refuseIfFull();
        points.add(point);
    }

    @Override
    public void validity(String runId, List<ValidityCheck> checks) {
        refuseIfFull();
        validity.addAll(checks);
    }

    @Override
    public void ended(
            String runId,
            RunState state,
            Instant at,
            List<String> reasons,
            @Nullable Capacity capacity,
            RunCounts counts) {
        refuseIfFull();
        ends.add(state);
    }

    private void refuseIfFull() {
        if (full) {
            throw new JournalException("no space left", new IOException("no space left"));
        }
    }
}
