package io.deskmeter.bench.faults;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.controller.BenchStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench faults}. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Injects faults into each stage of a run of simulated sessions, and reports how the run ends, how soon, and"
                        + " what is left running.")
public final class FaultsCommand implements Callable<Integer> {
    private static final int NOT_AS_EXPECTED = 4;
    private static final String HEAD = """
            | what | in | the run ends as | with the reasons | s to its end | s until nothing is left | left |
            | --- | --- | --- | --- | --- | --- | --- |
            """;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "NAME",
            description = "Any of stop, abort, agent-lost, target-lost, controller-restarted (default: all).")
    private List<String> faults = List.of();

    @Option(
            names = "--stages",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Any of preparing, ramping-up, steady, judging, ramping-down, ending, reporting (default: all).")
    private List<String> stages = List.of();

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Number of agent processes (default: ${DEFAULT-VALUE}).")
    private int agents = 2;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Number of sessions of all agents together (default: ${DEFAULT-VALUE}).")
    private int sessions = 10;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for bench-faults.json and faults.md (default: the current folder).")
    private Path out = Path.of(".");

    @Mixin
    private final BenchStore store = new BenchStore();

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        List<Fault> happening = Arrays.stream(Fault.values())
                .filter(fault -> faults.isEmpty() || faults.contains(fault.word()))
                .toList();
        List<Stage> in = Arrays.stream(Stage.values())
                .filter(stage -> stages.isEmpty() || stages.contains(stage.label()))
                .toList();
        requireKnown(
                "faults", faults, Arrays.stream(Fault.values()).map(Fault::word).toList());
        requireKnown(
                "stages",
                stages,
                Arrays.stream(Stage.values()).map(Stage::label).toList());
        List<FaultRow> rows = new ArrayList<>();
        try (store;
                FaultEnvironment environment = FaultEnvironment.open(
                        home.launcher(), home.agentJvm(), agents, (sessions + agents - 1) / agents, store)) {
            FaultTrial trial = new FaultTrial(environment, sessions);
            for (Fault fault : happening) {
                for (Stage stage : in) {
                    terminal.say(fault.word() + " in " + stage.label());
                    rows.add(trial.of(fault, stage));
                }
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            // What was found until then took minutes.
            report(rows);
            throw e;
        }
        return report(rows);
    }

    private static void requireKnown(String option, List<String> words, List<String> known) {
        words.stream().filter(word -> !known.contains(word)).findFirst().ifPresent(word -> {
            throw new IllegalArgumentException(option + ": " + word + " (expected: of " + known + ")");
        });
    }

    private Integer report(List<FaultRow> rows) throws IOException {
        BenchReport report = new BenchReport("faults", Machine.facts());
        rows.forEach(row -> report.add(row.toMap()));
        terminal.show(report, out);
        PrintWriter table = terminal.out();
        StringBuilder markdown = new StringBuilder(HEAD);
        rows.forEach(row -> markdown.append(row.markdown()).append('\n'));
        Files.writeString(out.resolve("faults.md"), markdown);
        rows.stream()
                .filter(row -> !row.asExpected())
                .forEach(row -> table.println("NOT AS EXPECTED: " + row.toMap() + " (expected: "
                        + row.fault().expected(row.stage()) + ", because: "
                        + row.fault().reason(row.stage()) + ", nothing left)"));
        table.flush();
        return rows.stream().allMatch(FaultRow::asExpected) ? 0 : NOT_AS_EXPECTED;
    }
}
