package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A document whose macros LibreOffice asks about, on a real Xvnc: as an author meets it. In the longer lane, for it
 * takes minutes.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class MacroDialogLongIT {
    private static final Duration END = Duration.ofMinutes(8);
    private static final int ITERATIONS = 10;
    private static final String ID = "test/asking";
    private static final Pattern WINDOW =
            Pattern.compile("a new window (\\d+)x(\\d+)\\+(\\d+)\\+(\\d+) has been in front");
    private static final Pattern TIMING = Pattern.compile("(?m)^\\d+ +" + ID + " +(\\S+) +[ABC] +(\\S+) .*$");

    /**
     * What an author leaves out of a window: its border, its title, and below its text the buttons, of which one has
     * the focus.
     */
    private static final int BORDER = 8;

    private static final int TITLE = 30;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Path workload;

    @BeforeEach
    void document() throws IOException {
        Path shipped = Program.HOME.resolve("workloads/office/writer");
        workload = folder.resolve("w").resolve(ID);
        try (Stream<Path> files = Files.walk(shipped.resolve("content"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = workload.resolve(shipped.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        AskingDocument.write(shipped.resolve("content/report.odt"), workload.resolve("content/report.odt"));
        Files.createDirectories(workload.resolve("landmarks"));
        for (String landmark : List.of("title.png", "passed-1.png")) {
            Files.copy(
                    shipped.resolve("landmarks").resolve(landmark),
                    workload.resolve("landmarks").resolve(landmark));
        }
        describe("");
    }

    private void describe(String handlers) throws IOException {
        Files.writeString(workload.resolve("workload.yaml"), """
            title: A document with macros
            application:
              linux: [env, SAL_USE_VCLPLUGIN=gen, soffice, --norestore, --nologo, --writer, "${content}/report.odt"]
            %soperations:
              - id: open
                group: B
                before: { run: [sh, "${content}/prepare.sh", "${content}", "${home}"] }
                do: { launch: application }
                until: { appears: landmarks/title.png, within: 30s }
              - id: browse
                group: A
                do: { keys: PageDown }
                until: { appears: landmarks/passed-1.png, within: 10s }
              - id: close
                group: A
                do: { keys: ctrl+q }
                until: { vanishes: landmarks/passed-1.png, within: 10s }
            """.formatted(handlers));
    }

    @Test
    void itIsNamedWithoutAHandlerAndAnsweredByOneInEachIteration() throws Exception {
        Path frames = folder.resolve("frames");
        Program.Ended unhandled = attempt(1, "--frames", frames.toString());
        assertThat(unhandled.exitCode()).as(unhandled.printed()).isEqualTo(4);
        assertThat(unhandled.printed())
                .contains("a handler answers it: `handlers:`")
                .doesNotContain("other theme, scale or version");
        Matcher window = WINDOW.matcher(unhandled.printed());
        assertThat(window.find()).as(unhandled.printed()).isTrue();
        cutOut(frames, window);
        assertThat(frames.resolve("index.html"))
                .content()
                .contains(window.group(1) + "x" + window.group(2) + " at " + window.group(3) + "," + window.group(4));

        describe("handlers:\n  - when: { appears: landmarks/macros.png }\n    do: { keys: Return }\n");
        Program.Ended handled = attempt(ITERATIONS);
        assertThat(handled.exitCode()).as(handled.printed()).isZero();
        List<String> opened = new ArrayList<>();
        for (Matcher timing = TIMING.matcher(handled.printed()); timing.find(); ) {
            assertThat(timing.group(2)).as(handled.printed()).isEqualTo("ok");
            if (timing.group(1).equals("open")) {
                opened.add(timing.group());
            }
        }
        assertThat(opened).hasSize(ITERATIONS).allMatch(line -> line.contains("handled landmarks/macros.png once"));
    }

    /** As an author does, from the last picture of the operation that failed. */
    private void cutOut(Path frames, Matcher window) throws IOException {
        try (Stream<Path> pictures = Files.list(frames)) {
            Path last = pictures.filter(file -> file.toString().endsWith("-open-timeout-end.png"))
                    .findFirst()
                    .orElseThrow();
            int width = Integer.parseInt(window.group(1));
            int height = Integer.parseInt(window.group(2));
            int x = Integer.parseInt(window.group(3)) + BORDER;
            int y = Integer.parseInt(window.group(4)) + TITLE;
            BufferedImage cut = ImageIO.read(last.toFile()).getSubimage(x, y, width - 2 * BORDER, height / 2 - TITLE);
            assertThat(ImageIO.write(
                            cut, "png", workload.resolve("landmarks/macros.png").toFile()))
                    .isTrue();
        }
    }

    private Program.Ended attempt(int iterations, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("agent", "try", ID, "--iterations", "" + iterations));
        arguments.addAll(List.of("--workloads", folder.resolve("w").toString()));
        arguments.addAll(List.of("--state", folder.resolve("s").toString()));
        arguments.addAll(List.of(more));
        try (Program program = Program.start(folder, arguments.toArray(new String[0]))) {
            return program.await(END);
        }
    }
}
