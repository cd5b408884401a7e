package io.deskmeter.e2e;

import io.deskmeter.agent.AgentMain;
import io.deskmeter.agent.WorkloadMain;
import io.deskmeter.bench.BenchMain;
import io.deskmeter.controller.cli.Commands;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * What {@code ./deskmeter} takes: the launcher's own commands and options, and those of the programs that it starts.
 */
final class LauncherCommands {
    /** The launcher's own. */
    private static final Map<String, Set<String>> LAUNCHER = Map.of(
            "doctor", Set.of(),
            "format", Set.of(),
            "package", Set.of("--images", "--windows-runtime", "--out", "--jdk", "--release", "--sign"),
            "test", Set.of("--long", "--unit"),
            "testbed rdsh", Set.of("--users", "--session-command", "--max-sessions"));

    private final CommandLine controller = Commands.commandLine(nowhere(), nowhere());
    private final CommandLine agent = AgentMain.commandLine();
    private final CommandLine workload = WorkloadMain.commandLine();
    private final CommandLine bench = BenchMain.commandLine();

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /**
     * What is wrong with the arguments of {@code ./deskmeter}; an empty text if nothing is. Values are not looked at.
     */
    String problem(String arguments) {
        List<String> words = words(arguments);
        if (words.isEmpty()
                || words.get(0).equals("COMMAND")
                || Set.of("--help", "--version").contains(words.get(0))) {
            return "";
        }
        for (Map.Entry<String, Set<String>> own : LAUNCHER.entrySet()) {
            if ((String.join(" ", words) + " ").startsWith(own.getKey() + " ")) {
                return unknown(words, own.getValue());
            }
        }
        CommandLine line = switch (words.get(0)) {
            case "agent" -> agent;
            case "workload" -> workload;
            case "bench" -> bench;
            default -> controller.getSubcommands().get(words.get(0));
        };
        if (line == null) {
            return "no such command: " + words.get(0);
        }
        for (String word : words.subList(1, words.size())) {
            CommandLine sub = line.getSubcommands().get(word);
            line = sub == null ? line : sub;
        }
        if (line == bench && words.size() > 1 && !words.get(1).equals("NAME")) {
            return "no such benchmark: " + words.get(1);
        }
        return unknown(words, line.getCommandSpec().optionsMap().keySet());
    }

    /** {@code test} passes properties on to Maven. */
    private static boolean isProperty(List<String> words, String word) {
        return words.get(0).equals("test") && word.startsWith("-D");
    }

    private static String unknown(List<String> words, Set<String> options) {
        return String.join(
                ", ",
                words.stream()
                        // A lone - is a value: standard input.
                        .filter(word ->
                                word.startsWith("-") && !Set.of("-", "--").contains(word))
                        .map(word -> word.replaceFirst("=.*", ""))
                        .filter(word -> !options.contains(word)
                                && !word.equals("--yes")
                                && !word.equals("--help")
                                && !isProperty(words, word))
                        .map(word -> "no such option: " + word)
                        .toList());
    }

    /** Without the brackets of a synopsis. */
    static List<String> words(String arguments) {
        List<String> words = new ArrayList<>(
                List.of(arguments.replaceAll("[\\[\\],…]", " ").strip().split("\\s+", -1)));
        words.removeIf(String::isEmpty);
        return words;
    }

    /** Every command of every program, by the words with which it is started. */
    Map<String, CommandLine> all() {
        Map<String, CommandLine> all = new TreeMap<>();
        controller.getSubcommands().forEach((name, line) -> add(all, name, line));
        add(all, "agent", agent);
        add(all, "workload", workload);
        add(all, "bench", bench);
        return all;
    }

    /** Those that are the launcher's own are hidden from users. */
    private static void add(Map<String, CommandLine> all, String name, CommandLine line) {
        if (line.getCommandSpec().usageMessage().hidden()) {
            return;
        }
        all.put(name, line);
        line.getSubcommands().forEach((sub, child) -> add(all, name + " " + sub, child));
    }
}
