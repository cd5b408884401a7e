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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Says who may use a controller. */
@Command(
        description = "Adds, lists, changes and removes the users of a running controller.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class UserCommand implements Runnable {
    private static final String USERS = "users";
    private static final String NAME = "Name of the user.";
    private static final String ROLES =
            "scrape (metrics only), viewer (reads), operator (starts runs, whose workloads are programs that agents execute) or admin.";

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public UserCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "user: none (expected: add, list, role, disable, enable, remove or password-link; hint: --help)");
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    private static String path(String name) {
        return USERS + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Command(
            description = "Adds a user, and prints a link with which that user sets a password, once, within 24 hours.",
            mixinStandardHelpOptions = true)
    int add(
            @Mixin RunningController controller,
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(names = "--role", paramLabel = "ROLE", required = true, description = "Role: " + ROLES) String role)
            throws CommandException, InterruptedException {
        JsonNode added = controller
                .client()
                .ask("POST", USERS, object().put("name", name).put("role", role));
        out.println("added: " + added.at("/user/name").asString() + ", "
                + added.at("/user/role").asString());
        printLink(added.path("link"));
        return ExitCode.DONE;
    }

    private void printLink(JsonNode link) {
        JsonNode url = link.path("url");
        if (url.isString()) {
            out.println(url.asString());
        } else {
            out.println(link.path("passwordLink").asString());
            out.println(
                    "This controller listens on its own machine only. To let users of other machines in, start it with --https"
                            + " ADDRESS:PORT, and put that address before the link.");
        }
        out.println("The link sets the password of this user, once, until " + TextFormat.instant(link.path("expiresAt"))
                + ".");
    }

    @Command(description = "Lists all users.", mixinStandardHelpOptions = true)
    int list(@Mixin RunningController controller) throws CommandException, InterruptedException {
        List<String[]> rows = new ArrayList<>();
        for (JsonNode user : controller.client().ask("GET", USERS, null)) {
            rows.add(new String[] {
                user.path("name").asString(),
                user.path("role").asString(),
                user.path("disabled").asBoolean()
                        ? "disabled"
                        : user.path("issuer").isString()
                                ? PeerText.line(user.path("issuer").asString())
                                : user.path("hasPassword").asBoolean() ? "password" : "no password yet",
                TextFormat.instant(user.path("createdAt"))
            });
        }
        new TextTable(out).print(new String[] {"Name", "Role", "Log-in", "Added"}, rows);
        return ExitCode.DONE;
    }

    @Command(description = "Changes the role of a user.", mixinStandardHelpOptions = true)
    int role(
            @Mixin RunningController controller,
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Parameters(paramLabel = "ROLE", description = "Role: " + ROLES) String role)
            throws CommandException, InterruptedException {
        return change(controller, name, object().put("role", role));
    }

    @Command(
            description = "Ends all sessions of users, and refuses them and their tokens.",
            mixinStandardHelpOptions = true)
    int disable(@Mixin RunningController controller, @Parameters(paramLabel = "NAME", description = NAME) String name)
            throws CommandException, InterruptedException {
        return change(controller, name, object().put("disabled", true));
    }

    @Command(description = "Lets a user in again who was disabled.", mixinStandardHelpOptions = true)
    int enable(@Mixin RunningController controller, @Parameters(paramLabel = "NAME", description = NAME) String name)
            throws CommandException, InterruptedException {
        return change(controller, name, object().put("disabled", false));
    }

    private int change(RunningController controller, String name, @Nullable JsonNode change)
            throws CommandException, InterruptedException {
        JsonNode user = controller.client().ask("PUT", path(name), change);
        out.println(user.path("name").asString() + ": " + user.path("role").asString()
                + (user.path("disabled").asBoolean() ? ", disabled" : ""));
        return ExitCode.DONE;
    }

    @Command(description = "Removes a user with all sessions and tokens.", mixinStandardHelpOptions = true)
    int remove(@Mixin RunningController controller, @Parameters(paramLabel = "NAME", description = NAME) String name)
            throws CommandException, InterruptedException {
        JsonNode unused = controller.client().ask("DELETE", path(name), null);
        out.println("removed: " + name);
        return ExitCode.DONE;
    }

    @Command(
            name = "password-link",
            description = "Prints a link with which a user sets a password, once, within 24 hours. Earlier links end.",
            mixinStandardHelpOptions = true)
    int passwordLink(
            @Mixin RunningController controller, @Parameters(paramLabel = "NAME", description = NAME) String name)
            throws CommandException, InterruptedException {
        printLink(controller.client().ask("POST", path(name) + "/password-links", null));
        return ExitCode.DONE;
    }
}
