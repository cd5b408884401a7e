package io.deskmeter.controller.cli;

import io.deskmeter.controller.cli.admin.AgentsCommand;
import io.deskmeter.controller.cli.admin.AuditCommand;
import io.deskmeter.controller.cli.admin.BackupCommand;
import io.deskmeter.controller.cli.admin.EnrolCommand;
import io.deskmeter.controller.cli.admin.InstallationsCommand;
import io.deskmeter.controller.cli.admin.LoginLinkCommand;
import io.deskmeter.controller.cli.admin.RestoreCommand;
import io.deskmeter.controller.cli.admin.RevokeCommand;
import io.deskmeter.controller.cli.admin.RunsCommand;
import io.deskmeter.controller.cli.admin.TokenCommand;
import io.deskmeter.controller.cli.admin.UserCommand;
import io.deskmeter.controller.cli.client.LoginCommand;
import io.deskmeter.controller.cli.client.LogoutCommand;
import io.deskmeter.controller.cli.compare.CompareCommand;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.run.CheckCommand;
import io.deskmeter.controller.cli.run.ClassArchiveCommand;
import io.deskmeter.controller.cli.run.DemoCommand;
import io.deskmeter.controller.cli.run.RunCommand;
import io.deskmeter.controller.cli.service.ControllerCommand;
import io.deskmeter.controller.cli.service.ControllerServiceSettings;
import io.deskmeter.text.CommandLineErrors;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All commands of this program. */
@Command(
        name = "./deskmeter",
        description =
                "Load tester for remote desktops: measures response times on the screen, and finds how many sessions a platform holds.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class Commands implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Commands() {}

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine(PrintStream out, PrintStream err) {
        CommandLine line = new CommandLine(new Commands())
                .addSubcommand("controller", new ControllerCommand(out))
                .addSubcommand("run", new RunCommand(out, err))
                .addSubcommand("check", new CheckCommand(out, err))
                .addSubcommand("demo", new DemoCommand(out, err))
                .addSubcommand("compare", new CompareCommand(out))
                .addSubcommand("runs", new RunsCommand(out))
                .addSubcommand("login-link", new LoginLinkCommand(out))
                .addSubcommand("login", new LoginCommand(out, err))
                .addSubcommand("logout", new LogoutCommand(out, err))
                .addSubcommand("enrol", new EnrolCommand(out))
                .addSubcommand("agents", new AgentsCommand(out))
                .addSubcommand("revoke", new RevokeCommand(out))
                .addSubcommand("installations", new InstallationsCommand(out))
                .addSubcommand("user", new UserCommand(out))
                .addSubcommand("token", new TokenCommand(out))
                .addSubcommand("audit", new AuditCommand(out))
                .addSubcommand("backup", new BackupCommand(out))
                .addSubcommand("restore", new RestoreCommand(out))
                .addSubcommand("archive-classes", new ClassArchiveCommand(out, err));
        CompareCommand.configure(Objects.requireNonNull(line.getSubcommands().get("compare"), "compare"));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler(new CommandLineErrors("deskmeter"));
        line.setExecutionExceptionHandler((error, command, parsed) -> {
            if (error instanceof CommandException known) {
                err.println("deskmeter: " + known.getMessage());
                return known.exitCode();
            }
            err.println("deskmeter: " + error + " (a bug in Deskmeter; see the log for details)");
            LoggerFactory.getLogger(Commands.class).error("command failed", error);
            return ExitCode.RUN_FAILED;
        });
        return line;
    }

    /** Runs a command line; returns the exit code. */
    public static int execute(String[] args, PrintStream out, PrintStream err) {
        CommandLine line = commandLine(out, err);
        try {
            return line.execute(ControllerServiceSettings.expand(line, args));
        } catch (CommandException e) {
            err.println("deskmeter: " + e.getMessage());
            return e.exitCode();
        }
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "command: none (expected: controller, run, runs, check, demo, compare, login-link, login, logout, enrol, agents, revoke, installations, user, token, audit, backup or restore; hint: --help)");
    }
}
