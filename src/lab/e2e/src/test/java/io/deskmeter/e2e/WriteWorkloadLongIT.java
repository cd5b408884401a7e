package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Does what the last section of the guide to workloads says, step by step: runs its shell blocks as they are, and edits
 * {@code workload.yaml} as it shows. In the longer lane, for its program is installed for it.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class WriteWorkloadLongIT {
    private static final Path GUIDE = Program.HOME.resolve("docs/guides/write-a-workload.md");
    private static final String SECTION = "\n## Example: a text editor, step by step\n";
    private static final String DOCUMENT = "workloads/notes/minutes/workload.yaml";
    private static final String UNNAMED = "application:\n  linux: [\"the-program\"]\n";
    private static final int ITERATIONS = 5;
    private static final Pattern BLOCK = Pattern.compile("(?m)^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL);
    private static final Pattern TIMING = Pattern.compile("(?m)^\\d+ +notes/minutes +(\\S+) +[ABC] +(\\S+)");
    private static final int MINUTES = 4;

    /**
     * Of the guide.
     *
     * @param language sh or yaml
     */
    private record Block(String language, String text) {}

    @TempDir(factory = ShortTempDirs.class)
    Path home;

    private int runs;

    @Test
    void theStepsOfTheGuideLeadToAWorkloadThatWorks() throws Exception {
        prepareHome();
        List<Block> blocks = blocks();
        assertThat(blocks)
                .as("blocks of the section in %s", GUIDE)
                .extracting(Block::language)
                .containsExactly("sh", "yaml", "sh", "yaml", "sh");

        run(blocks.get(0));
        nameTheProgram(blocks.get(1));
        run(blocks.get(2));
        Files.writeString(home.resolve(DOCUMENT), blocks.get(3).text());
        String printed = run(blocks.get(4));

        assertThat(printed).contains("1 workload checked: 0 errors, 0 warnings");
        assertThat(TIMING.matcher(printed)
                        .results()
                        .map(timing -> timing.group(1) + " " + timing.group(2))
                        .toList())
                .as(printed)
                .hasSize(ITERATIONS
                        * List.of("open", "modify", "modify", "modify", "save", "close")
                                .size())
                .allMatch(timing -> timing.endsWith(" ok"));
    }

    /**
     * The program, and a folder of workloads that has none: what the guide creates does not come among the included
     * ones.
     */
    private void prepareHome() throws IOException {
        Files.copy(Program.HOME.resolve("deskmeter"), home.resolve("deskmeter"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String part : List.of("controller", "agent", "src", "pom.xml")) {
            Files.createSymbolicLink(home.resolve(part), Program.HOME.resolve(part));
        }
        Files.createDirectory(home.resolve("workloads"));
    }

    private static List<Block> blocks() throws IOException {
        String guide = Files.readString(GUIDE);
        assertThat(guide).contains(SECTION);
        String section =
                guide.substring(guide.indexOf(SECTION) + SECTION.length()).split("\n## ", 2)[0];
        return BLOCK.matcher(section)
                .results()
                .map(block -> new Block(block.group(1), block.group(2)))
                .toList();
    }

    /** In place of the command that a new workload has. */
    private void nameTheProgram(Block block) throws IOException {
        Path document = home.resolve(DOCUMENT);
        String created = Files.readString(document);
        assertThat(created).contains(UNNAMED);
        Files.writeString(document, created.replace(UNNAMED, block.text()));
    }

    /** To its end, which must be good; what it printed. */
    private String run(Block block) throws IOException, InterruptedException {
        Path printed = home.resolve("printed-" + runs++);
        ProcessBuilder builder = new ProcessBuilder("bash", "-euxc", block.text())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("DESKMETER_READY", "yes");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("ended in time: %s", Files.readString(printed))
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        return Files.readString(printed);
    }
}
