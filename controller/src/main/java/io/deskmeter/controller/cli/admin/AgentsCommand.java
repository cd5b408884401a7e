package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.text.PeerText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code agents}: prints the agents of a running controller, with the ids by which they are revoked. */
@Command(
        name = "agents",
        description =
                "Lists the agents of a running controller, and, for an administrator, machines that have joined and are not connected.",
        mixinStandardHelpOptions = true)
public final class AgentsCommand implements Callable<Integer> {
    private static final String ADMIN = "admin";

    private final PrintStream out;

    @Mixin
    private final RunningController controller = new RunningController();

    public AgentsCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        ControllerClient client = controller.client();
        Map<String, JsonNode> joined = new LinkedHashMap<>();
        if (client.ask("GET", "me", null).path("role").asString().equals(ADMIN)) {
            client.ask("GET", "enrolments/agents", null)
                    .forEach(machine -> joined.put(machine.path("agent").asString(), machine));
        }
        List<String[]> rows = new ArrayList<>();
        for (JsonNode agent : client.ask("GET", "agents", null)) {
            rows.add(row(agent, joined.remove(agent.path("id").asString())));
        }
        joined.values().forEach(machine -> rows.add(row(machine)));
        new TextTable(out).print(new String[] {"Id", "Host", "Role", "State", "Since", "Version", "Labels"}, rows);
        return ExitCode.DONE;
    }

    private static String[] row(JsonNode agent, @Nullable JsonNode machine) {
        String user = text(agent, "user");
        JsonNode revoked = machine != null && isRevoked(machine) ? machine : null;
        return new String[] {
            text(agent, "id"),
            text(agent, "host"),
            text(agent, "role") + (user.isEmpty() ? "" : " of " + user),
            revoked == null ? state(agent) : revoked(revoked),
            TextFormat.instant(revoked == null ? agent.path("since") : revoked.path("revokedAt")),
            text(agent, "version"),
            labels(agent)
        };
    }

    private static String state(JsonNode agent) {
        if (!agent.path("connected").asBoolean()) {
            return "not connected";
        }
        String run = text(agent, "run");
        String work = run.isEmpty() ? "free" : "in run " + run;
        return agent.path("draining").asBoolean() ? work + ", draining" : work;
    }

    /** Of one that has not connected since the controller started. */
    private static String[] row(JsonNode machine) {
        boolean revoked = isRevoked(machine);
        return new String[] {
            text(machine, "agent"),
            text(machine, "host"),
            "client",
            revoked ? revoked(machine) : "not connected",
            TextFormat.instant(machine.path(revoked ? "revokedAt" : "enrolledAt")),
            "",
            labels(machine)
        };
    }

    private static boolean isRevoked(JsonNode machine) {
        return machine.path("revokedAt").isString();
    }

    private static String revoked(JsonNode machine) {
        String because = text(machine, "revokedBecause");
        return because.isBlank() ? "revoked" : "revoked: " + because;
    }

    private static String labels(JsonNode agent) {
        return agent.path("labels")
                .valueStream()
                .map(label -> PeerText.line(label.asString()))
                .collect(Collectors.joining(" "));
    }

    private static String text(JsonNode node, String field) {
        return PeerText.line(node.path(field).asString(""));
    }
}
