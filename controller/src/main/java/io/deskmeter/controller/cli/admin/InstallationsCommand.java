package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.text.FaultText;
import io.deskmeter.text.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows how far the setups of machines are, and says which machines are expected. */
@Command(
        description =
                "Lists machines on which ./deskmeter agent setup was started, and says which machines are expected, by their host names.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class InstallationsCommand implements Runnable {
    private static final String INSTALLATIONS = "installations";
    private static final String EXPECTED = INSTALLATIONS + "/expected";
    private static final String NAMES = "names";
    private static final String STANDARD_INPUT = "-";

    /** More than as many names as a controller takes have. */
    private static final int LONGEST = 2_000_000;

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public InstallationsCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "installations: none (expected: list, expected or expect; hint: --help)");
    }

    @Command(
            description =
                    "Lists the machines, the last one that was set up first, then those that are expected and have not been seen.",
            mixinStandardHelpOptions = true)
    int list(@Mixin RunningController controller) throws CommandException, InterruptedException {
        JsonNode all = controller.client().ask("GET", INSTALLATIONS, null);
        List<String[]> rows = new ArrayList<>();
        for (JsonNode machine : all.path(INSTALLATIONS)) {
            rows.add(row(machine));
        }
        for (JsonNode name : all.path("unseen")) {
            rows.add(new String[] {PeerText.line(name.asString()), "not seen", "", "", "", "", ""});
        }
        new TextTable(out)
                .print(new String[] {"Host", "State", "Stage", "Agent", "Version", "Last report", "Remedy"}, rows);
        return ExitCode.DONE;
    }

    private static String[] row(JsonNode machine) {
        List<JsonNode> stages = machine.path("stages").valueStream().toList();
        String state = text(machine, "state").toLowerCase(Locale.ROOT);
        return new String[] {
            text(machine, "host"),
            machine.path("unexpected").asBoolean() ? state + ", not expected" : state,
            stages.isEmpty() ? "" : stage(stages.get(stages.size() - 1)),
            text(machine, "agent"),
            text(machine, "version"),
            TextFormat.instant(machine.path("seenAt")),
            text(machine, "remedy")
        };
    }

    private static String stage(JsonNode stage) {
        String result = text(stage, "result");
        return text(stage, "stage") + (result.isEmpty() ? "" : ": " + result);
    }

    private static String text(JsonNode node, String field) {
        return PeerText.line(node.path(field).asString(""));
    }

    @Command(
            description = "Prints the host names of the expected machines, one to a line, as `expect` takes them.",
            mixinStandardHelpOptions = true)
    int expected(@Mixin RunningController controller) throws CommandException, InterruptedException {
        controller
                .client()
                .ask("GET", EXPECTED, null)
                .path(NAMES)
                .forEach(name -> out.println(PeerText.line(name.asString())));
        return ExitCode.DONE;
    }

    @Command(
            description = "Says which machines are expected, in place of those before. Needs an administrator.",
            mixinStandardHelpOptions = true)
    int expect(
            @Mixin RunningController controller,
            @Parameters(
                            paramLabel = "FILE",
                            description =
                                    "File with their host names, one to a line, or `-` for standard input. One without names says that it is not known.")
                    Path file)
            throws CommandException, InterruptedException {
        ObjectNode machines = JsonMapper.shared().createObjectNode();
        read(file).lines().forEach(machines.putArray(NAMES)::add);
        ControllerClient client = controller.client();
        JsonNode unused = client.ask("PUT", EXPECTED, machines);
        int count = client.ask("GET", EXPECTED, null).path(NAMES).size();
        out.println(
                count == 0 ? "expected: not known" : "expected: " + count + (count == 1 ? " machine" : " machines"));
        return ExitCode.DONE;
    }

    private static String read(Path file) throws CommandException {
        boolean standardInput = file.toString().equals(STANDARD_INPUT);
        try (InputStream in = standardInput ? System.in : Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw CommandException.input(
                        file + ": more than " + LONGEST + " bytes (expected: host names, one to a line)");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw CommandException.input(file + ": not in UTF-8 (expected: host names, one to a line)");
        } catch (IOException e) {
            throw CommandException.input(
                    file + ": " + FaultText.reason(e) + " (expected: a file with host names, one to a line)");
        }
    }
}
