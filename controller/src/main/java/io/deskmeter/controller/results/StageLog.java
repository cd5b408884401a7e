package io.deskmeter.controller.results;

import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.store.run.RunQueries.LoggedNote;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the lines of a stage log together to stages. */
final class StageLog {
    private StageLog() {}

    /**
     * One stage.
     *
     * @param entered the line with which it began
     * @param left the line with which the next state began; null while it is active
     * @param notes of the stage, oldest first
     */
    record Stage(LoggedNote entered, @Nullable LoggedNote left, List<StageNote> notes) {}

    /** The stages in their order; the end of a run is not a stage. */
    static List<Stage> stages(List<LoggedNote> log) {
        List<Stage> stages = new ArrayList<>();
        for (int begin = 0; begin < log.size(); ) {
            int next = begin + 1;
            while (next < log.size() && !log.get(next).entered()) {
                next++;
            }
            LoggedNote entry = log.get(begin);
            if (entry.entered() && !entry.note().state().ended()) {
                stages.add(new Stage(
                        entry,
                        next < log.size() ? log.get(next) : null,
                        log.subList(begin + 1, next).stream()
                                .map(LoggedNote::note)
                                .toList()));
            }
            begin = next;
        }
        return stages;
    }
}
