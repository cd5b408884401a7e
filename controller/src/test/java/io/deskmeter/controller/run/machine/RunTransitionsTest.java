package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.testsupport.docs.GeneratedSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RunTransitionsTest {
    private static final Path DOC = Path.of("..", "docs", "how-it-works", "run-states.md");

    /** Run with {@code -Dupdate.docs=true} to update the page. */
    @Test
    void thePageShowsTheTable() throws IOException {
        String page = """
                # Run states

                The state machine of a run. Printed from `io.deskmeter.controller.run.machine.RunTransitions`; a test keeps this page equal to the table.
                Each transition shows `EVENT / action`. An event without a transition is logged and counted, and changes nothing.

                ```mermaid
                """ + RunTransitions.mermaid() + "```\n";
        GeneratedSection.checkFile(DOC, page);
    }

    @Test
    void everyStateIsReachedAndOnlyFinalOnesAreNeverLeft() {
        Set<RunState> reached = EnumSet.of(RunState.CREATED);
        RunTransitions.TABLE.all().forEach(row -> reached.add(row.next()));
        assertThat(reached).containsExactlyInAnyOrder(RunState.values());
        Set<RunState> left =
                RunTransitions.TABLE.all().stream().map(row -> row.state()).collect(Collectors.toSet());
        assertThat(left).allSatisfy(state -> assertThat(state.ended()).isFalse());
        assertThat(EnumSet.complementOf(EnumSet.copyOf(left)))
                .allSatisfy(state -> assertThat(state.ended()).isTrue());
    }

    @Test
    void everyUnfinishedStateEndsOnRequestAndOnRestart() {
        for (RunState state : RunState.values()) {
            if (!state.ended()) {
                assertThat(RunTransitions.TABLE.find(state, RunEvent.STOP))
                        .as("stop in %s", state)
                        .isPresent();
                assertThat(RunTransitions.TABLE.find(state, RunEvent.ABORT))
                        .as("abort in %s", state)
                        .isPresent();
                assertThat(RunTransitions.TABLE.find(state, RunEvent.RESTARTED))
                        .as("restart in %s", state)
                        .isPresent();
            }
        }
    }
}
