package io.deskmeter.controller.web.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.store.run.RunRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list.
 *
 * @param id of the run
 * @param title of its profile
 * @param profile its id
 * @param load shape of the load
 * @param state label
 * @param stateTitle the same for people
 * @param ended whether anything more will come
 * @param createdAt a label
 * @param endedAt null while it goes on
 * @param reasons why it did not finish as planned
 * @param capacity null if none was found
 */
public record RunSummary(
        String id,
        String title,
        String profile,
        String load,
        String state,
        String stateTitle,
        boolean ended,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<String> reasons,
        @Nullable CapacityView capacity) {
    /**
     * Whether it has ended and its figures may be used. False while it goes on, and for a run that is invalid, failed,
     * or was stopped or interrupted.
     */
    @JsonProperty("valid")
    boolean valid() {
        return state.equals(RunState.FINISHED.label());
    }

    static RunSummary of(RunRow run) {
        return new RunSummary(
                run.id(),
                run.title(),
                run.profileId(),
                run.mode(),
                run.state().label(),
                run.state().title(),
                run.state().ended(),
                run.createdAt(),
                run.endedAt(),
                run.reasons(),
                run.capacity());
    }
}
