package io.deskmeter.controller.run.view;

import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a run in detail: a state from its beginning to its end. A state that is entered again, such as the
 * ramp-up of every load point, is another stage.
 *
 * @param number from 1
 * @param state label of its {@link io.deskmeter.controller.run.fact.RunState}
 * @param title the same for people
 * @param startedAt a label
 * @param endedAt null while it is active
 * @param done sessions that have reached what it waits for
 * @param of how many must
 * @param what {@code warmed up}, {@code measured}, {@code stopped}; empty if nothing is counted
 * @param messages of the stage, oldest first
 * @param findings about single sessions, oldest first
 */
public record StageDetail(
        int number,
        String state,
        String title,
        Instant startedAt,
        @Nullable Instant endedAt,
        int done,
        int of,
        String what,
        List<Message> messages,
        List<Finding> findings) {
    public StageDetail {
        messages = List.copyOf(messages);
        findings = List.copyOf(findings);
    }

    /** A message about the stage. */
    @Schema(name = "StageMessage")
    public record Message(Instant at, String message) {}

    /** A message about a session in the stage. */
    @Schema(name = "StageFinding")
    public record Finding(Instant at, int session, String message) {}

    /** A stage that began with a line of the log. */
    public static StageDetail of(
            int number, StageNote begin, @Nullable Instant endedAt, StageProgress progress, List<StageNote> notes) {
        return new StageDetail(
                number,
                begin.state().label(),
                begin.state().title(),
                begin.at(),
                endedAt,
                progress.done(),
                progress.of(),
                progress.what(),
                notes.stream()
                        .filter(note -> note.session() == StageNote.NO_SESSION)
                        .map(note -> new Message(note.at(), note.message()))
                        .toList(),
                notes.stream()
                        .filter(note -> note.session() != StageNote.NO_SESSION)
                        .map(note -> new Finding(note.at(), note.session(), note.message()))
                        .toList());
    }

    /** The same stage with the progress of a live run. */
    public StageDetail with(RunSnapshot.StageView live) {
        return new StageDetail(
                number, state, title, startedAt, endedAt, live.done(), live.of(), live.what(), messages, findings);
    }
}
