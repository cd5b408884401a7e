package io.deskmeter.bench.controller;

import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.ProcessTree;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.tls.Fingerprint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A controller started by {@code ./deskmeter controller}, on free ports. */
public final class ControllerProcess implements AutoCloseable {
    /** Where a dozen controllers start side by side on two cores, one of them has taken more than three minutes. */
    private static final long START_MILLIS = 600_000;

    private static final String GREETING = "Deskmeter controller: ";
    private static final Pattern ADDRESSES =
            Pattern.compile(GREETING + "(http://\\S+), agents connect to ([^:]+):(\\d+)");

    /** Options with which agents of other machines can connect to it: their port, on this machine. */
    public static final List<String> FOR_MACHINES = List.of("--agents", "127.0.0.1:0");

    /** Options with which people of other machines can connect to it: their port, on this machine. */
    public static final List<String> FOR_PEOPLE = List.of("--https", "127.0.0.1:0");

    private static final Pattern PEOPLE =
            Pattern.compile("Browsers and commands of other machines: https://.+:(\\d+) .*authority (sha256:\\S+)");
    private static final String MACHINES = "Agents of other machines connect to ";

    private final Child program;
    private final InterruptHook guard;
    private final ControllerApi api;
    private final InetSocketAddress link;
    private final URI pages;
    private final Path data;
    private final Optional<InetSocketAddress> machines;
    private final Optional<People> people;

    private ControllerProcess(
            Child program,
            InterruptHook guard,
            URI pages,
            InetSocketAddress link,
            Path data,
            Optional<InetSocketAddress> machines,
            Optional<People> people) {
        this.program = program;
        this.guard = guard;
        this.pages = pages;
        this.data = data;
        this.machines = machines;
        this.people = people;
        this.api =
                new ControllerApi(URI.create(pages + "/api/v1"), TokenSource.of(data.resolve(TokenRole.ADMIN.file())));
        this.link = link;
    }

    /**
     * Its port for people of other machines.
     *
     * @param authority by which they know it
     */
    public record People(InetSocketAddress address, Fingerprint authority) {}

    /**
     * Starts one and waits until it is ready.
     *
     * @param launcher {@code ./deskmeter} of a built tree
     * @param data its store
     * @param linkPort for agents; 0 for any
     * @param log for what goes to standard error
     */
    public static ControllerProcess start(Path launcher, Path data, Path workloads, int linkPort, Path log)
            throws IOException, InterruptedException {
        return start(launcher, data, workloads, linkPort, log, List.of());
    }

    /**
     * As above.
     *
     * @param options further ones of the command
     */
    public static ControllerProcess start(
            Path launcher, Path data, Path workloads, int linkPort, Path log, List<String> options)
            throws IOException, InterruptedException {
        return start(launcher, data, workloads, linkPort, log, options, Map.of());
    }

    /**
     * As above.
     *
     * @param environment added to that of this process
     */
    public static ControllerProcess start(
            Path launcher,
            Path data,
            Path workloads,
            int linkPort,
            Path log,
            List<String> options,
            Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                launcher.toAbsolutePath().toString(),
                "controller",
                "--http-port",
                "0",
                "--link-port",
                Integer.toString(linkPort),
                "--data",
                data.toString(),
                "--workloads",
                workloads.toString()));
        command.addAll(options);
        Map<String, String> variables = new HashMap<>(environment);
        // Whoever runs a benchmark has built the programs already.
        variables.put("DESKMETER_READY", "yes");
        Child program = Child.start("controller", command, variables, log);
        // It does not end itself, and until it is ready no other code can end it.
        InterruptHook guard = InterruptHook.of("controller-left", program::terminate);
        try {
            Matcher found = ADDRESSES.matcher(program.await(GREETING, START_MILLIS));
            if (!found.find()) {
                throw new IOException("controller: its greeting names no addresses (expected: " + ADDRESSES + ")");
            }
            return new ControllerProcess(
                    program,
                    guard,
                    URI.create(found.group(1)),
                    new InetSocketAddress(found.group(2), Integer.parseInt(found.group(3))),
                    data,
                    options.contains("--agents") ? Optional.of(machines(program)) : Optional.empty(),
                    options.contains("--https") ? Optional.of(people(program)) : Optional.empty());
        } catch (IOException | InterruptedException | RuntimeException e) {
            program.kill();
            guard.close();
            throw e;
        }
    }

    private static InetSocketAddress machines(Child program) throws IOException, InterruptedException {
        String[] address = program.await(MACHINES, START_MILLIS)
                .substring(MACHINES.length())
                .split(" ", 2)[0]
                .split(":", -1);
        return new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    }

    private static People people(Child program) throws IOException, InterruptedException {
        Matcher found = PEOPLE.matcher(program.await("Browsers and commands", START_MILLIS));
        if (!found.find()) {
            throw new IOException("controller: it names no port for HTTPS (expected: " + PEOPLE + ")");
        }
        return new People(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(found.group(1))),
                Fingerprint.parse(found.group(2)));
    }

    /** Its port for people of other machines. */
    public People people() {
        return people.orElseThrow(() -> new IllegalStateException("started without " + FOR_PEOPLE));
    }

    /** The address for agents of other machines. */
    public InetSocketAddress machines() {
        return machines.orElseThrow(() -> new IllegalStateException("started without " + FOR_MACHINES));
    }

    public ControllerApi api() {
        return api;
    }

    /** The address of its web pages, without a slash at the end. */
    public URI pages() {
        return pages;
    }

    /** The file with the secret of agents. */
    public Path agentToken() {
        return data.resolve(TokenRole.AGENT.file());
    }

    /** The address for agents. */
    public InetSocketAddress link() {
        return link;
    }

    /** The process itself. */
    public ProcessHandle handle() {
        return program.handle();
    }

    public ProcessTree tree() {
        return program.tree("");
    }

    /** Frees what nobody uses any more in its heap, so that the rest can be measured. */
    public void collectGarbage() throws IOException, InterruptedException {
        if (jcmd("GC.run", ProcessBuilder.Redirect.DISCARD) != 0) {
            throw new IOException("jcmd " + program.handle().pid() + " GC.run: failed (expected: exit 0; hint: a JDK)");
        }
    }

    /** Writes what its threads do to a file. */
    public void writeThreads(Path file) throws IOException, InterruptedException {
        int unused = jcmd("Thread.print", ProcessBuilder.Redirect.to(file.toFile()));
    }

    private int jcmd(String command, ProcessBuilder.Redirect output) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(program.handle().pid()),
                        command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start()
                .waitFor();
    }

    /** The first following line of its log that contains the word. */
    public String awaitLogged(String word, long millis) throws IOException, InterruptedException {
        return program.awaitHolding(word, millis);
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        program.kill();
        guard.close();
    }

    /** SIGTERM; waits until it has ended. */
    public void terminate() {
        close();
    }

    @Override
    public void close() {
        program.terminate();
        program.close();
        guard.close();
    }
}
