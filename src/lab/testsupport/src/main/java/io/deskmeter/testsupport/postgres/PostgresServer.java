package io.deskmeter.testsupport.postgres;

import io.deskmeter.testsupport.LoopbackPorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A real PostgreSQL server with a temporary data folder, on a free port of the loopback address. The server refuses to
 * run as root; root starts it as the user {@code postgres}, whom the Debian package makes. Closing it ends the server
 * and removes its data; so does the end of this process, whatever the cause. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
    /** Of the databases' owner; nobody needs a password. */
    public static final String USER = "deskmeter";

    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    private static final String ACCOUNT = "postgres";
    private static final long LIMIT_SECONDS = 60;

    private final Path folder;
    private final Path programs;
    private final int port;
    private final ServerGuard guard;
    private final AtomicInteger databases = new AtomicInteger();

    private PostgresServer(Path folder, Path programs, int port) throws IOException {
        this.folder = folder;
        this.programs = programs;
        this.port = port;
        this.guard = ServerGuard.start(folder, command(stop()));
    }

    /**
     * Starts one; returns when it accepts connections.
     *
     * @param durable whether a commit waits for the disk, as a server of users has it; tests that do not kill it need
     *     not
     * @throws IOException where PostgreSQL is not installed, or does not start
     */
    public static PostgresServer start(boolean durable) throws IOException {
        Path programs = programs();
        Path folder = Files.createTempDirectory("deskmeter-postgres-");
        if (root()) {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT));
        } else {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        PostgresServer server = new PostgresServer(folder, programs, LoopbackPorts.kept());
        try {
            server.run(List.of(
                    "initdb", "-D", server.data(), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"));
            String options = "-p " + server.port + " -k " + folder + " -c listen_addresses=127.0.0.1"
                    + (durable ? "" : " -c fsync=off -c synchronous_commit=off");
            server.run(List.of(
                    "pg_ctl",
                    "start",
                    "-w",
                    "-D",
                    server.data(),
                    "-l",
                    folder.resolve("log").toString(),
                    "-o",
                    options));
            return server;
        } catch (IOException | RuntimeException e) {
            // It may have started, but too late for pg_ctl.
            server.guard.fire(LIMIT_SECONDS);
            throw e;
        }
    }

    private static Path programs() throws IOException {
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> versions = Files.list(INSTALLED)) {
                List<Path> found = versions.map(version -> version.resolve("bin"))
                        .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                        .sorted()
                        .toList();
                if (!found.isEmpty()) {
                    return found.get(found.size() - 1);
                }
            }
        }
        throw new IOException(
                "PostgreSQL: none below " + INSTALLED + " (expected: a server; hint: apt-get install postgresql)");
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private List<String> stop() {
        return List.of("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data());
    }

    /** Its temporary folder. */
    Path folder() {
        return folder;
    }

    /** A command of PostgreSQL, as the user who may run it. */
    private List<String> command(List<String> command) {
        List<String> words = new ArrayList<>();
        if (root()) {
            words.addAll(List.of("runuser", "-u", ACCOUNT, "--"));
        }
        words.add(programs.resolve(command.get(0)).toString());
        words.addAll(command.subList(1, command.size()));
        return words;
    }

    private void run(List<String> command) throws IOException {
        List<String> words = command(command);
        // pg_ctl leaves the server behind, which would keep a pipe open: the output goes to a file.
        Path output = Files.createTempFile("deskmeter-postgres-", ".log");
        Process process = new ProcessBuilder(words)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", words) + ": failed: "
                        + Files.readString(output, StandardCharsets.UTF_8).strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", words) + ": interrupted", e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** Makes an empty database; its JDBC URL with the user. */
    public String createDatabase() throws IOException {
        String name = "d" + databases.incrementAndGet();
        run(List.of("createdb", "-h", "127.0.0.1", "-p", String.valueOf(port), "-U", USER, "-T", "template0", name));
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=" + USER;
    }

    /**
     * Ends the server at once, as a crash does; a durable one has all commits when it is {@linkplain #restart started
     * again}.
     */
    public void crash() throws IOException {
        run(stop());
    }

    /** Starts the server again with the options that it had. */
    public void restart() throws IOException {
        run(List.of(
                "pg_ctl",
                "restart",
                "-w",
                "-D",
                data(),
                "-l",
                folder.resolve("log").toString()));
    }

    /**
     * Stops all its processes in their tracks ({@code SIGSTOP}): it keeps its connections, accepts new ones, and
     * answers nobody, until it is {@linkplain #resume resumed}.
     */
    public void suspend() throws IOException {
        signal("STOP", server().orElseThrow());
    }

    /** Lets it go on, if it runs. */
    public void resume() throws IOException {
        Optional<ProcessHandle> server = server();
        if (server.isPresent()) {
            signal("CONT", server.get());
        }
    }

    /** The process that starts all others. */
    private Optional<ProcessHandle> server() throws IOException {
        Path file = folder.resolve("data").resolve("postmaster.pid");
        return Files.exists(file)
                ? ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(file).get(0).strip()))
                : Optional.empty();
    }

    private static void signal(String signal, ProcessHandle server) throws IOException {
        // It first: one that is suspended starts no more of them.
        send(signal, server);
        for (ProcessHandle process : server.descendants().toList()) {
            send(signal, process);
        }
    }

    private static void send(String signal, ProcessHandle process) throws IOException {
        Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .redirectErrorStream(true)
                .start();
        try {
            // One that has just ended needs no signal.
            if (kill.waitFor() != 0 && process.isAlive()) {
                throw new IOException("kill -" + signal + " " + process.pid() + ": "
                        + new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("PostgreSQL: interrupted while it was signalled", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            // A suspended process does not end before.
            resume();
            crash();
        } finally {
            remove(folder);
            guard.close();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
