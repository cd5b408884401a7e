package io.deskmeter.agent.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.WorkloadMain;
import java.awt.Color;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code workload lint} of a folder of twelve workloads, each with another mistake, and of the shipped library, which
 * has none.
 */
@Tag("slow")
class PlantedMistakesTest {
    /**
     * A mistake and what must be printed of it.
     *
     * @param place after the name of the workload's folder
     * @param value what is found there
     * @param why and
     * @param remedy parts of these lines
     */
    private record Planted(
            String id, Edit edit, String severity, String place, String value, String why, String remedy) {}

    private interface Edit {
        void plant(SampleWorkload workload) throws IOException;
    }

    private static final List<Planted> MISTAKES = List.of(
            new Planted(
                    "m01",
                    w -> w.with("keys: PageDown", "key: PageDown"),
                    "error",
                    "/workload.yaml:12: operations[1].do.key (operation browse)",
                    "grammar: unknown key",
                    "the document is not valid",
                    "write what is expected there"),
            new Planted(
                    "m02",
                    w -> w.picture("landmarks/title.png", SampleWorkload.plain(96, 48, new Color(0x3465a4))),
                    "error",
                    "/landmarks/title.png (operation open)",
                    "landmark-too-plain: contrast of the greys 0",
                    "too little in it",
                    "64 to 200 pixels"),
            new Planted(
                    "m03",
                    w -> w.picture("landmarks/title.png", SampleWorkload.drawn(30, 7, 1)),
                    "error",
                    "/landmarks/title.png (operation open)",
                    "landmark-too-small: 30x7 pixels",
                    "found by chance",
                    "64 to 200 pixels"),
            new Planted(
                    "m04",
                    w -> w.picture("landmarks/saved.png", SampleWorkload.drawn(96, 48, 1)),
                    "error",
                    "/landmarks/saved.png (operation save)",
                    "landmarks-alike: like landmarks/page-1.png of operation browse: score 1.00",
                    "",
                    "other shapes"),
            new Planted(
                    "m05",
                    w -> w.with("page-${n}.png", "page-2.png")
                            .with("vanishes: landmarks/saved", "vanishes: landmarks/page-1"),
                    "error",
                    "/workload.yaml:13: operations[1].until (operation browse)",
                    "until-holds-already: true before `do`, from repetition 2 on",
                    "ends no wait",
                    "${n}"),
            new Planted(
                    "m06",
                    w -> w.with("    do: { keys: ctrl+s }", "    do: { keys: ctrl+q }"),
                    "error",
                    "/workload.yaml:19: operations[3] (operation close)",
                    "unreachable: operation save has closed the application",
                    "",
                    "before operation save"),
            new Planted(
                    "m07",
                    w -> w.with("launch: application", "keys: super+1"),
                    "error",
                    "/workload.yaml:5: operations",
                    "never-launched: ",
                    "",
                    "`do: { launch: application }`"),
            new Planted(
                    "m08",
                    w -> w.with("do: { keys: ctrl+s }", "do: { click: landmarks/saved.png }"),
                    "error",
                    "/workload.yaml:17: operations[2].do (operation save)",
                    "landmark-not-there: landmarks/saved.png",
                    "the `await` before the input has waited for it",
                    "`await` this one before"),
            new Planted(
                    "m09",
                    w -> w.with("id: save\n    group: B", "id: save\n    group: A"),
                    "warning",
                    "/workload.yaml:15: operations[2].group (operation save)",
                    "group-unusual: group A",
                    "",
                    "`group: B`"),
            new Planted(
                    "m10",
                    w -> w.with("appears: landmarks/saved.png, within: 30s", "appears: landmarks/saved.png"),
                    "warning",
                    "/workload.yaml:18: operations[2].until (operation save)",
                    "within-missing: ",
                    "",
                    "`within: 60s`"),
            new Planted(
                    "m11",
                    w -> w.with("do: { keys: PageDown }", "before: [{ wait: 2s }]\n    do: { keys: PageDown }"),
                    "warning",
                    "/workload.yaml:12: operations[1].before[0].wait (operation browse)",
                    "think-time: wait of 2000ms",
                    "",
                    "`think: { mean: 2s }`"),
            new Planted(
                    "m12",
                    w -> Files.delete(w.file("content/album.txt")),
                    "error",
                    "/workload.yaml:3: application.linux[1]",
                    "content-missing: ${content}/album.txt",
                    "",
                    "add the file to content/"));

    /** What the command prints, by lines. */
    private static List<String> lint(int code, String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine line = WorkloadMain.commandLine().setOut(new PrintWriter(out));
        List<String> words = new ArrayList<>(List.of("lint"));
        words.addAll(List.of(arguments));
        int exit = line.execute(words.toArray(String[]::new));
        assertThat(exit).as(out.toString()).isEqualTo(code);
        return out.toString().lines().toList();
    }

    @Test
    void eachOfTwelveMistakesIsFoundWithPlaceValueReasonAndRemedy(@TempDir Path root) throws IOException {
        for (Planted planted : MISTAKES) {
            planted.edit().plant(new SampleWorkload(root, "planted/" + planted.id()));
        }
        new SampleWorkload(root, "planted/none");
        List<String> lines = lint(10, root.toString());
        assertThat(lines).hasSize(MISTAKES.size() * 4 + 1);
        for (int i = 0; i < MISTAKES.size(); i++) {
            Planted planted = MISTAKES.get(i);
            assertThat(lines.get(4 * i))
                    .endsWith("/planted/" + planted.id() + planted.place() + ": " + planted.severity());
            assertThat(lines.get(4 * i + 1)).startsWith("  " + planted.value());
            assertThat(lines.get(4 * i + 2)).startsWith("  why: ").contains(planted.why());
            assertThat(lines.get(4 * i + 2).length()).isGreaterThan("  why: ".length());
            assertThat(lines.get(4 * i + 3)).startsWith("  remedy: ").contains(planted.remedy());
        }
        assertThat(lines.get(4 * MISTAKES.size())).isEqualTo("13 workloads checked: 9 errors, 3 warnings");
    }

    @Test
    void theShippedLibraryHasNone() {
        List<String> lines = lint(0, "--strict", Path.of("..", "workloads").toString());
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).matches("\\d{2} workloads checked: 0 errors, 0 warnings");
    }
}
