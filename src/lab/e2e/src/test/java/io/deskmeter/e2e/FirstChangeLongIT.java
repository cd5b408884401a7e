package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Follows the page of a first change in a fresh clone: writes what it says where it says, and runs its commands. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class FirstChangeLongIT {
    private static final String PAGE = "docs/guides/first-change.md";
    private static final Duration BUILDING = Duration.ofMinutes(20);

    /** The last paragraph before a block, the block's language, and the block. */
    private static final Pattern BLOCK = Pattern.compile(
            "(?<paragraph>[^\\n]*)\\n\\n(?:<!--[^\\n]*-->\\n)?^```(?<language>\\w+)$\\n(?<text>.*?)^```$",
            Pattern.MULTILINE | Pattern.DOTALL);

    private static final Pattern NEW_FILE = Pattern.compile("New file `([^`]+)`:$");
    private static final Pattern EDIT =
            Pattern.compile("In `([^`]+)`, (below|above|in place of|in each place of) (`+)(.+)\\3:$");
    private static final String FAILS = "# fails";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void thePageLeadsToACheckAndAMetricThatAreTested() throws Exception {
        Path clone = folder.resolve("deskmeter");
        List<MatchResult> blocks = BLOCK.matcher(Files.readString(Program.HOME.resolve(PAGE)))
                .results()
                .toList();
        int edits = 0;
        int commands = 0;
        try (FreshSources sources = FreshSources.at(clone)) {
            for (MatchResult block : blocks) {
                String text = block.group(3);
                if (block.group(2).equals("sh")) {
                    commands += run(clone, text);
                } else {
                    edit(clone, block.group(1), text);
                    edits++;
                }
            }
        }
        assertThat(edits).isEqualTo(11);
        assertThat(commands).isEqualTo(7);
    }

    private static void edit(Path clone, String paragraph, String text) throws IOException {
        Matcher created = NEW_FILE.matcher(paragraph);
        if (created.find()) {
            Path file = clone.resolve(created.group(1));
            assertThat(file).doesNotExist();
            Files.writeString(file, text);
            return;
        }
        Matcher edit = EDIT.matcher(paragraph);
        assertThat(edit.find()).as(paragraph).isTrue();
        Path file = clone.resolve(edit.group(1));
        String source = Files.readString(file);
        String place = edit.group(4);
        int at = source.indexOf(place);
        assertThat(at).as("place of %s in %s", place, file).isNotNegative();
        if (!edit.group(2).equals("in each place of")) {
            assertThat(source.lastIndexOf(place))
                    .as("places of %s in %s", place, file)
                    .isEqualTo(at);
        }
        int line = source.lastIndexOf('\n', at) + 1;
        int next = source.indexOf('\n', at) + 1;
        Files.writeString(
                file,
                switch (edit.group(2)) {
                    case "above" -> source.substring(0, line) + text + source.substring(line);
                    case "below" -> source.substring(0, next) + text + source.substring(next);
                    default -> source.replace(place, text.strip());
                });
    }

    /** @return the number of commands */
    private static int run(Path clone, String block) throws Exception {
        int run = 0;
        for (String line : block.lines().toList()) {
            if (!line.startsWith("./deskmeter ")) {
                continue; // gets the sources
            }
            String command = line.replaceFirst(" +#.*", "");
            String printed = Machine.here(
                    BUILDING,
                    "sh",
                    "-c",
                    "cd \"$0\" && " + command
                            + " 2>&1; code=$?; [ -n \"$1\" ] && { [ $code -ne 0 ]; exit; }; exit $code",
                    clone.toString(),
                    line.endsWith(FAILS) ? FAILS : "");
            System.out.printf(
                    "%s%n%s%n",
                    line,
                    printed.lines()
                            .skip(Math.max(0, printed.lines().count() - 5))
                            .toList());
            run++;
        }
        return run;
    }
}
