package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunMarkerTest {
    @TempDir
    Path state;

    @Test
    void theFileHasTheRunAsLongAsTheAgentWorksForIt() {
        Path file = state.resolve(RunMarker.FILE);
        RunMarker marker = new RunMarker(state);
        marker.mark("r1");
        assertThat(file).hasContent("r1");
        marker.mark("r2");
        assertThat(file).hasContent("r2");
        marker.mark("");
        assertThat(file).doesNotExist();
    }

    @Test
    void whatAKilledAgentHasLeftIsGoneWithTheFirstLook() throws IOException {
        Path file = Files.writeString(state.resolve(RunMarker.FILE), "r1\n");
        new RunMarker(state).mark("");
        assertThat(file).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeWrittenDoesNotEndTheAgent() {
        RunMarker marker = new RunMarker(state.resolve("none"));
        marker.mark("r1");
        marker.mark("");
    }
}
