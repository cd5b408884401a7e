package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.text.PeerText;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows who did what. */
@Command(
        description = "Prints the audit log of a running controller: who did what, from where, when, and how it ended.",
        mixinStandardHelpOptions = true)
public final class AuditCommand implements Callable<Integer> {
    private final PrintStream out;

    @Mixin
    private final RunningController controller = new RunningController();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "How many of the latest entries, at most 10000 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--user", paramLabel = "NAME", description = "Only what this user did.")
    private @Nullable String user;

    @Option(names = "--action", paramLabel = "ACTION", description = "Only this action, for example run.start.")
    private @Nullable String action;

    @Option(names = "--json", description = "All entries from the oldest, one JSON object in each line.")
    private boolean json;

    public AuditCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        ControllerClient client = controller.client();
        if (json) {
            if (user != null || action != null) {
                throw CommandException.input(
                        "--json: with --user or --action (expected: without; it prints all entries)");
            }
            client.copy("audit.jsonl", out);
            return ExitCode.DONE;
        }
        List<String[]> rows = new ArrayList<>();
        String query = "audit?limit=" + limit + parameter("user", user) + parameter("action", action);
        for (JsonNode entry : client.ask("GET", query, null).path("entries")) {
            rows.add(row(entry));
        }
        Collections.reverse(rows);
        new TextTable(out).print(new String[] {"When", "Who", "From", "Action", "Outcome", "Target", "Detail"}, rows);
        return ExitCode.DONE;
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String[] row(JsonNode entry) {
        String who = text(entry, "user");
        return new String[] {
            text(entry, "at"),
            who.isEmpty() ? "-" : who,
            text(entry, "address"),
            text(entry, "action"),
            text(entry, "outcome"),
            text(entry, "target"),
            text(entry, "detail")
        };
    }

    private static String text(JsonNode entry, String field) {
        return PeerText.line(entry.path(field).asString());
    }
}
