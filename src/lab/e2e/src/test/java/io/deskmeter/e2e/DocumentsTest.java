package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.e2e.Document.Block;
import io.deskmeter.testsupport.docs.GeneratedSection;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks documents: links are valid, commands are accepted, and a test runs each command or a comment says why not. */
@Tag("slow")
class DocumentsTest {
    private static final Set<String> RUN_BLOCKS_AS_THEY_ARE =
            Set.of("DocumentedCommandsIT", "WriteWorkloadLongIT", "FirstChangeLongIT", "PackageGuidesLongIT");

    private final LauncherCommands programs = new LauncherCommands();

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Document document : Document.all()) {
            for (String link : document.links()) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty()
                        ? document.file()
                        : document.file().resolveSibling(parts[0]).normalize();
                if (!Files.exists(target)) {
                    dead.add(document.name() + ": " + link);
                } else if (parts.length == 2 && !Document.read(target).anchors().contains(parts[1])) {
                    dead.add(document.name() + ": " + link + " (expected: one of "
                            + Document.read(target).anchors() + ")");
                }
            }
        }
        assertThat(dead).as("dead links").isEmpty();
    }

    @Test
    void everyPageIsFoundFromTheIndex() throws IOException {
        Set<Path> found = new HashSet<>();
        follow(Document.HOME.resolve("README.md"), found);
        assertThat(Document.all()).allSatisfy(page -> assertThat(found).contains(page.file()));
    }

    private static void follow(Path page, Set<Path> found) throws IOException {
        if (!found.add(page)) {
            return;
        }
        for (String link : Document.read(page).links()) {
            Path target = page.resolveSibling(link.replaceFirst("#.*", "")).normalize();
            if (target.toString().endsWith(".md")) {
                follow(target, found);
            }
        }
    }

    @Test
    void everyCommandIsOneThatIsAccepted() throws IOException {
        List<String> problems = new ArrayList<>();
        int commands = 0;
        for (Document document : Document.all()) {
            List<String> all = new ArrayList<>(document.inline());
            document.blocks().forEach(block -> all.addAll(block.commands()));
            for (String command : all) {
                commands++;
                String problem = programs.problem(command);
                if (!problem.isEmpty()) {
                    problems.add(document.name() + ": ./deskmeter " + command + ": " + problem);
                }
            }
        }
        assertThat(commands).isGreaterThan(50);
        assertThat(problems).isEmpty();
    }

    @Test
    void everyCommandIsRunByATestOrSaysWhyNot() throws IOException {
        List<String> problems = new ArrayList<>();
        int run = 0;
        for (Document document : Document.all()) {
            for (Block block : document.blocks()) {
                List<String> tests = block.tests();
                if (tests == null) {
                    problems.add(
                            "expected: a line <!-- run by a test: CLASS --> or <!-- not run by a test: REASON --> above "
                                    + block);
                } else if (!tests.isEmpty()) {
                    run++;
                    problems.addAll(notRun(block, tests));
                }
            }
        }
        assertThat(run).isGreaterThan(10);
        assertThat(problems).isEmpty();
    }

    /** Commands and options of the block that none of these tests names. */
    private static List<String> notRun(Block block, List<String> tests) throws IOException {
        if (tests.stream().anyMatch(RUN_BLOCKS_AS_THEY_ARE::contains)) {
            return List.of();
        }
        String sources = sources(tests);
        List<String> problems = new ArrayList<>();
        for (String command : block.commands()) {
            List<String> words = LauncherCommands.words(command);
            // The testbed's tests start its program without the launcher.
            String program = words.get(0).equals("testbed") ? "XrdpServerMain" : '"' + words.get(0) + '"';
            List<String> expected = new ArrayList<>(List.of(program));
            words.stream()
                    .filter(word -> word.startsWith("--") && !word.equals("--yes"))
                    .map(word -> word.replaceFirst("=.*", ""))
                    .forEach(expected::add);
            for (String word : expected) {
                if (!sources.contains(word)) {
                    problems.add(tests + " must run " + word + " of " + block);
                }
            }
        }
        return problems;
    }

    /** Of the tests, and of what starts programs for them. */
    private static String sources(List<String> tests) throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String test : tests) {
            sources.append(source(test));
        }
        for (Class<?> starter : List.of(ControllerProgram.class, RunCommand.class)) {
            if (sources.indexOf(starter.getSimpleName()) >= 0) {
                sources.append(source(starter.getSimpleName()));
            }
        }
        return sources.toString();
    }

    private static String source(String test) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path tests : testFolders()) {
            try (Stream<Path> files = Files.walk(tests)) {
                files.filter(file -> file.endsWith(test + ".java")).forEach(found::add);
            }
        }
        assertThat(found).as("the test " + test).hasSize(1);
        return Files.readString(found.get(0));
    }

    private static List<Path> testFolders() throws IOException {
        List<Path> parts =
                new ArrayList<>(List.of(Document.HOME.resolve("controller"), Document.HOME.resolve("agent")));
        for (String below : List.of("src", "src/lab")) {
            try (Stream<Path> modules = Files.list(Document.HOME.resolve(below))) {
                modules.forEach(parts::add);
            }
        }
        return parts.stream()
                .map(part -> part.resolve("src/test/java"))
                .filter(Files::isDirectory)
                .toList();
    }

    /** Run with {@code -Dupdate.docs=true} to write the pages anew. */
    @Test
    void theReferenceShowsTheHelpOfEveryCommand() throws IOException {
        Path reference = Document.HOME.resolve("docs/reference");
        for (Map.Entry<String, CommandLine> command : programs.all().entrySet()) {
            Path page = reference.resolve(command.getKey().matches("bench( .*)?") ? "benchmarks.md" : "cli.md");
            String usage = command.getValue().getUsageMessage(Ansi.OFF);
            // A line may break after the dot of a hidden file; where it does, the description needs another break
            // before it.
            assertThat(usage.lines()).as(command.getKey()).noneMatch(line -> line.matches(".*[ (/]\\."));
            GeneratedSection.check(page, command.getKey(), "```\n" + usage + "```\n");
        }
    }

    /** Two lists that people look through to find a command. */
    @Test
    void theListsOfCommandsNameEachOfThem() throws Exception {
        Path root = Path.of("..", "..", "..");
        String page = Files.readString(root.resolve("docs/reference/cli.md"));
        Process help = new ProcessBuilder("./deskmeter", "--help")
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        String usage = new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(help.waitFor()).as(usage).isZero();
        // The parts of a group that has a list of its own are found there.
        Set<String> commands = programs.all().keySet().stream()
                .filter(name -> !name.equals("workload") && !name.equals("agent check"))
                .map(name -> name.matches("(agent|workload) .*")
                        ? name.replaceFirst("^(agent setup) .*", "$1")
                        : name.split(" ", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(commands).hasSizeGreaterThan(25).allSatisfy(name -> {
            assertThat(page).contains("\n| [`" + name + "`](#" + name.replace(' ', '-') + ") |");
            assertThat(usage).containsPattern("(?m)^  " + name + " ");
        });
    }

    /** Run with {@code -Dupdate.docs=true} to write the table anew. */
    @Test
    void theTableOfWorkloadsShowsEachOfThem() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(Document.HOME.resolve("workloads"));
        StringBuilder table =
                new StringBuilder("| workload | | A | B | C | packages |\n| --- | --- | --- | --- | --- | --- |\n");
        for (Workload workload : catalog.loadAll(catalog.ids())) {
            table.append("| `").append(workload.id()).append("` | ").append(workload.title());
            for (Group group : Group.values()) {
                table.append(" | ").append(operations(workload, group));
            }
            table.append(" | ").append(String.join(", ", workload.packages())).append(" |\n");
        }
        GeneratedSection.check(
                Document.HOME.resolve("docs/reference/included-workloads.md"), "workloads", table.toString());
    }

    /**
     * Run {@code bench workloads --out workloads}, then this with {@code -Dupdate.docs=true}, to write the table anew.
     */
    @Test
    void theTableOfCostsShowsTheResultOfTheBenchmark() throws Exception {
        Path workloads = Document.HOME.resolve("workloads");
        JsonNode bench = JsonMapper.shared().readTree(Files.readAllBytes(workloads.resolve("bench-workloads.json")));
        Map<String, JsonNode> rows = new TreeMap<>();
        bench.at("/rows").forEach(row -> rows.put(row.at("/workload").asString(), row));
        StringBuilder table = new StringBuilder("""
                        | workload | CPU seconds | memory, MB | read, MB | written, MB | display protocol, MB |
                        | --- | --- | --- | --- | --- | --- |
                        """);
        for (String id : WorkloadCatalog.open(workloads).ids()) {
            JsonNode row = rows.remove(id);
            table.append(
                    row == null
                            ? "| `" + id + "` | not measured | | | | |\n"
                            : String.format(
                                    Locale.ROOT,
                                    "| `%s` | %.1f | %.0f | %.1f | %.1f | %.1f |%n",
                                    id,
                                    row.at("/cpuSecondsPerIteration").doubleValue(),
                                    row.at("/mbPerSession").doubleValue(),
                                    row.at("/readMb").doubleValue(),
                                    row.at("/writtenMb").doubleValue(),
                                    row.at("/wireMb").doubleValue()));
        }
        assertThat(rows).as("workloads that are gone").isEmpty();
        GeneratedSection.check(
                Document.HOME.resolve("docs/how-it-works/performance.md"), "costs of workloads", table.toString());
    }

    /** Accepted, changed by later notes in a part, or superseded by one; the list of notes says the same. */
    @Test
    void everyDecisionHasAStatus() throws IOException {
        String note = "\\[\\d{4}\\]\\(\\d{4}-[a-z0-9-]+\\.md\\)";
        Pattern status = Pattern.compile("accepted(, changed by " + note + "(, " + note + ")*)?|superseded by " + note);
        List<String> problems = new ArrayList<>();
        int notes = 0;
        List<String> rows =
                Files.readAllLines(Document.HOME.resolve("docs/decisions").resolve("README.md"));
        for (Document document : Document.all()) {
            String file = document.file().getFileName().toString();
            if (!file.matches("\\d{4}-.*") || !document.name().startsWith("docs/decisions/")) {
                continue;
            }
            notes++;
            List<String> told = document.text()
                    .lines()
                    .filter(line -> line.startsWith("Status: "))
                    .map(line -> line.substring("Status: ".length()))
                    .toList();
            String number = file.substring(0, 4);
            if (told.size() != 1 || !status.matcher(told.get(0)).matches()) {
                problems.add(
                        document.name() + ": status " + told + " (expected: one line \"Status: \" and " + status + ")");
            } else if (rows.stream()
                    .noneMatch(row -> row.startsWith("| [" + number + "](" + file + ") |")
                            && row.endsWith(" | " + told.get(0) + " |"))) {
                problems.add("docs/decisions/README.md: no row of " + file + " that ends with | " + told.get(0) + " |");
            }
        }
        assertThat(notes).isGreaterThan(100);
        assertThat(problems).isEmpty();
    }

    /** Run with {@code -Dupdate.docs=true} to write the tables anew. */
    @Test
    void theArchitectureNamesEachPackageOfThePrograms() throws IOException {
        for (String program : List.of("controller", "agent")) {
            Path sources = Document.HOME.resolve(program + "/src/main/java/io/deskmeter/" + program);
            StringBuilder table = new StringBuilder("| package | |\n| --- | --- |\n");
            try (Stream<Path> packages = Files.list(sources)) {
                for (Path folder : packages.filter(Files::isDirectory).sorted().toList()) {
                    table.append("| `").append(folder.getFileName()).append("` | ");
                    table.append(firstSentence(folder.resolve("package-info.java")))
                            .append(" |\n");
                }
            }
            GeneratedSection.check(
                    Document.HOME.resolve("docs/how-it-works/architecture.md"),
                    "packages of the " + program,
                    table.toString());
        }
    }

    /** The table of what is where names classes that there are. */
    @Test
    void theArchitectureSaysWhereWhatIs() throws IOException {
        String table = Files.readString(Document.HOME.resolve("docs/how-it-works/architecture.md"))
                .replaceFirst("(?s).*## Where is …\\?", "")
                .replaceFirst("(?s)\n## .*", "");
        List<String> named = Pattern.compile("`([A-Z][A-Za-z]+)[.`]")
                .matcher(table)
                .results()
                .map(name -> name.group(1) + ".java")
                .toList();
        assertThat(named).hasSizeGreaterThan(10);
        try (Stream<Path> files = Files.walk(Document.HOME)) {
            Set<String> sources = files.filter(file -> file.toString().contains("src/main/java"))
                    .map(file -> String.valueOf(file.getFileName()))
                    .collect(Collectors.toSet());
            assertThat(sources).containsAll(named);
        }
    }

    /** What a package says that it is, in Markdown. */
    private static String firstSentence(Path description) throws IOException {
        String javadoc = Files.readString(description)
                .replaceFirst("(?s).*?/\\*\\*(.*?)\\*/.*", "$1")
                .replaceAll("(?m)^ \\* ?", "")
                .replaceFirst("(?s)<p>.*", "")
                .replaceAll("\\{@link(?:plain)? [^} ]+ ([^}]+)}", "$1")
                .replaceAll("\\{@link (?:[^} ]*[.#])?([^} .#]+)}", "`$1`")
                .replaceAll("\\{@code ([^}]+)}", "`$1`")
                .replaceAll("\\s+", " ")
                .replace("|", "&#124;")
                .strip();
        return javadoc.replaceFirst("\\. .*", ".");
    }

    private static String operations(Workload workload, Group group) {
        return workload.operations().stream()
                .filter(operation -> operation.group() == group)
                .map(operation -> operation.id()
                        + (operation.occurrences().size() == 1
                                ? ""
                                : " ×" + operation.occurrences().size()))
                .collect(Collectors.joining(", "));
    }
}
