package io.deskmeter.controller.cli;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts a controller and stays until it is ended. */
@Command(description = "The controller: web page, REST, store; agents dial in.", mixinStandardHelpOptions = true)
final class ControllerCommand implements Callable<Integer> {
    private final PrintStream out;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "0: any free one (${DEFAULT-VALUE})")
    private int httpPort;

    @Option(
            names = "--link-port",
            paramLabel = "N",
            defaultValue = "8081",
            description = "for agents (${DEFAULT-VALUE})")
    private int linkPort;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "for both ports, of the loopback device (${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String listen;

    @Option(names = "--data", paramLabel = "DIR", description = "what must be kept (data)")
    private @Nullable Path data;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description =
                    "the most memory it may use, such as 2g; taken by ./deskmeter (DESKMETER_CONTROLLER_HEAP, or a quarter of"
                            + " the machine's)")
    private @Nullable String heap;

    @Option(names = "--workloads", paramLabel = "DIR", description = "root of the workloads (workloads)")
    private @Nullable Path workloads;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME[:PORT]",
            description =
                    "a name by which browsers may call the web pages beside localhost and 127.0.0.1, for tunnels that have"
                            + " another port; may be given several times")
    private List<String> allowedHosts = List.of();

    ControllerCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (heap != null) {
            throw CommandException.input("--heap: " + heap
                    + " (expected: as an option of ./deskmeter controller, which starts Java; hint: java -Xmx" + heap
                    + ")");
        }
        ControllerSettings settings = new ControllerSettings(
                listen,
                port("--http-port", httpPort),
                port("--link-port", linkPort),
                Home.data(data),
                Home.workloads(workloads),
                null,
                allowedHosts);
        ControllerServer server = LocalPair.start(settings);
        out.println("Deskmeter controller: " + server.address() + ", agents dial " + server.linkAddress());
        out.println(LocalPair.openOnce(server.loginLink("/")));
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            ended.countDown();
                        },
                        "stop"));
        ended.await();
        return ExitCode.DONE;
    }

    private static int port(String option, int port) throws CommandException {
        if (port < 0 || port > 65_535) {
            throw CommandException.input(option + ": " + port + " (expected: 0 to 65535, 0 for any free one)");
        }
        return port;
    }
}
