package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.text.PeerText;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gives programs access. */
@Command(
        description =
                "Creates, lists and revokes API tokens, with which builds and monitoring systems use a running controller.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class TokenCommand implements Runnable {
    private static final String TOKENS = "tokens";
    private static final int MOST_DAYS = 365;

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public TokenCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "token: none (expected: create, list or revoke; hint: --help)");
    }

    @Command(description = "Creates a token, and prints it. It cannot be shown again.", mixinStandardHelpOptions = true)
    int create(
            @Mixin RunningController controller,
            @Parameters(paramLabel = "NAME", description = "What it is for.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            required = true,
                            description = "Role: scrape, viewer, operator or admin; at most your own.")
                    String role,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "How long it is valid, at most 365 (default: ${DEFAULT-VALUE}).")
                    int days)
            throws CommandException, InterruptedException {
        if (days < 1 || days > MOST_DAYS) {
            throw CommandException.input("--days: " + days + " (expected: 1 to " + MOST_DAYS + ")");
        }
        JsonNode made = controller
                .client()
                .ask(
                        "POST",
                        TOKENS,
                        JsonMapper.shared()
                                .createObjectNode()
                                .put("name", name)
                                .put("role", role)
                                .put(
                                        "expires",
                                        Instant.now()
                                                .plus(Duration.ofDays(days))
                                                .toString()));
        out.println(made.path("token").asString());
        out.println("Secret, valid until " + TextFormat.instant(made.path("expiresAt")) + ", id "
                + made.path("id").asString()
                + ". Give it to commands as DESKMETER_TOKEN, or in a file with --token-file.");
        return ExitCode.DONE;
    }

    @Command(description = "Lists tokens, without their texts.", mixinStandardHelpOptions = true)
    int list(@Mixin RunningController controller) throws CommandException, InterruptedException {
        List<String[]> rows = new ArrayList<>();
        for (JsonNode token : controller.client().ask("GET", TOKENS, null)) {
            rows.add(new String[] {
                token.path("id").asString(),
                PeerText.line(token.path("name").asString()),
                token.path("role").asString(),
                token.path("user").asString(),
                TextFormat.instant(token.path("expiresAt")),
                token.path("usedAt").isString() ? TextFormat.instant(token.path("usedAt")) : "never"
            });
        }
        new TextTable(out).print(new String[] {"Id", "Name", "Role", "User", "Valid until", "Last used"}, rows);
        return ExitCode.DONE;
    }

    @Command(description = "Revokes a token.", mixinStandardHelpOptions = true)
    int revoke(
            @Mixin RunningController controller,
            @Parameters(paramLabel = "ID", description = "Its id, as the list shows it.") String id)
            throws CommandException, InterruptedException {
        JsonNode unused = controller
                .client()
                .ask(
                        "DELETE",
                        TOKENS + "/"
                                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"),
                        null);
        out.println("revoked: " + id);
        return ExitCode.DONE;
    }
}
