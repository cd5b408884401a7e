package io.deskmeter.agent.setup;

import io.deskmeter.agent.client.identity.AppliedOptimisations;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.StageResult;
import io.deskmeter.agent.setup.stage.StageResult.Grade;
import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The results of the stages of the last setup, and the set that it has applied: a small file of JSON lines, whole at
 * every moment. It has no secrets.
 */
final class SetupState {
    static final String FILE = "state.jsonl";
    private static final String SETUP_ID = "setup-id";

    private final Path folder;
    private final Path file;
    private final Map<String, Map<String, String>> lines = new LinkedHashMap<>();

    private SetupState(Path folder) {
        this.folder = folder;
        this.file = folder.resolve(FILE);
    }

    static SetupState open(Path folder) throws IOException {
        SetupState state = new SetupState(folder);
        if (Files.exists(state.file)) {
            int number = 0;
            for (String line : Files.readAllLines(state.file)) {
                number++;
                try {
                    Map<String, String> fields = JsonLine.parse(line);
                    state.lines.put(fields.getOrDefault("of", ""), fields);
                } catch (IllegalArgumentException e) {
                    throw new IOException(
                            state.file + ": line " + number + ": " + e.getMessage()
                                    + " (expected: a line that agent setup has written; hint: remove the file, and start again)",
                            e);
                }
            }
        }
        return state;
    }

    void begins(AgentSetupStage stage) throws IOException {
        put(stage.word(), Map.of("result", "started", "grade", Grade.WARNING.name()));
    }

    void ended(StageResult result) throws IOException {
        put(
                result.stage().word(),
                Map.of("result", result.word(), "grade", result.grade().name()));
    }

    /** @param files by which it is known whether the program has been replaced */
    void files(String files) throws IOException {
        put("files-checksum", Map.of("result", files));
    }

    Optional<String> files() {
        return value("files-checksum");
    }

    /** By which a controller knows this machine while it has no identity; made once. */
    String provideSetupId() throws IOException {
        Optional<String> made = value(SETUP_ID);
        if (made.isEmpty()) {
            put(SETUP_ID, Map.of("result", UUID.randomUUID().toString()));
        }
        return value(SETUP_ID).orElseThrow();
    }

    /** The machines that are made of an image make one each. */
    void removeSetupId() throws IOException {
        if (lines.remove(SETUP_ID) != null) {
            write();
        }
    }

    void applied(OptimisationSet set) throws IOException {
        new AppliedOptimisations(set.profile().word(), set.checksum()).write(folder);
    }

    void nothingApplied() throws IOException {
        AppliedOptimisations.remove(folder);
    }

    private Optional<String> value(String of) {
        return Optional.ofNullable(lines.get(of)).map(fields -> fields.getOrDefault("result", ""));
    }

    /** For display, a line each. */
    List<String> words() throws IOException {
        List<String> words = new ArrayList<>();
        for (AgentSetupStage stage : AgentSetupStage.values()) {
            words.add(
                    String.format("%-10s %s", stage.word(), value(stage.word()).orElse("-")));
        }
        words.add("optimisations "
                + AppliedOptimisations.in(folder)
                        .map(applied -> applied.profile() + " " + applied.checksum())
                        .orElse("none"));
        return words;
    }

    private void put(String of, Map<String, String> fields) throws IOException {
        Map<String, String> line = new LinkedHashMap<>();
        line.put("of", of);
        line.putAll(fields);
        lines.put(of, line);
        write();
    }

    private void write() throws IOException {
        StringBuilder text = new StringBuilder();
        lines.values().forEach(line -> text.append(JsonLine.of(line)).append('\n'));
        AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
