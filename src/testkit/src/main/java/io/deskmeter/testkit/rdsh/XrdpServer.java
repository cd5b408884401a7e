package io.deskmeter.testkit.rdsh;

import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.ServerCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A terminal server on this machine with temporary users: a private {@code xrdp} and {@code xrdp-sesman} on free ports of the loopback
 * address, with a configuration, a certificate and logs of their own. Needs root, as PAM and the change of users do.
 *
 * <p>xrdp reads the place of its session manager from the machine's own file and from nowhere else. Both programs therefore run in a mount
 * namespace in which a private file lies over that one; nobody outside sees it.
 *
 * <p>Thread-safe. Closing it ends everything that the users run and removes them.
 */
public final class XrdpServer implements AutoCloseable {
    static final String FOLDER_PREFIX = "deskmeter-rdsh-";
    private static final Logger LOG = LoggerFactory.getLogger(XrdpServer.class);
    private static final String SYSTEM_PATH = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin";
    private static final String SYSTEM_SESMAN = "/etc/xrdp/sesman.ini";
    /** Of all xrdp servers of the machine: the programs have no option for another one. */
    private static final String SOCKETS = "/run/xrdp";

    private static final List<String> PROGRAMS =
            List.of("xrdp", "xrdp-sesman", "openbox", "unshare", "mount", "useradd", "chpasswd", "usermod", "userdel");
    private static final String PACKAGES = "xrdp xorgxrdp openbox util-linux passwd";
    private static final Path X_MODULE = Path.of("/usr/lib/xorg/modules/libxorgxrdp.so");
    private static final long LIMIT_MILLIS = 15_000;
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int FIRST_DISPLAYS = 100;
    private static final int BLOCK_OF_DISPLAYS = 100;
    private static final int BLOCKS = 50;

    private final SearchPath programs = new SearchPath(SYSTEM_PATH);
    private final SecureRandom random = new SecureRandom();
    private final Owner owner = Owner.self();
    private final XrdpSettings settings;
    private final Path folder;
    private final String mark;
    private final int port;
    private final ServerCertificate certificate;
    private final UnixUsers accounts;
    private final List<RdshUser> users = new ArrayList<>();
    private final ChildProcess sesman;
    private final ChildProcess xrdp;
    private boolean closed;

    private XrdpServer(XrdpSettings settings, Path folder) throws ProgramException, IOException {
        this.settings = settings;
        this.folder = folder;
        this.mark = owner.mark() + folder.getFileName();
        this.accounts = new UnixUsers(programs, folder);
        this.certificate = ServerCertificate.make();
        try {
            addUsers();
            this.port = freePort();
            int inner = freePort();
            configure(inner);
            this.sesman = launch("xrdp-sesman", "sesman.ini");
            sesman.await("to listen on port " + inner, LIMIT_MILLIS, () -> listens(inner));
            this.xrdp = launch("xrdp", "xrdp.ini");
            xrdp.await("to listen on port " + port, LIMIT_MILLIS, () -> listens(port));
        } catch (ProgramException | IOException | RuntimeException e) {
            takeDown();
            throw e;
        }
    }

    /**
     * Starts one, after removing what killed runs have left; returns when it can be logged on to.
     *
     * @throws ProgramException if this process is not root's, or a program is missing
     */
    public static XrdpServer start(XrdpSettings settings) throws ProgramException, IOException {
        require();
        Path folder = PrivateFolder.createIn(settings.folder(), FOLDER_PREFIX);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        try {
            Files.writeString(folder.resolve(OrphanCleanup.OWNER), Owner.self().toString());
            OrphanCleanup.sweep(settings.folder(), new UnixUsers(new SearchPath(SYSTEM_PATH), folder));
            return new XrdpServer(settings, folder);
        } catch (ProgramException | IOException | RuntimeException e) {
            PrivateFolder.remove(folder);
            throw e;
        }
    }

    /** Throws if this machine or this user cannot have one, saying what it takes. */
    public static void require() throws ProgramException {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new ProgramException("xrdp testbed: started by " + System.getProperty("user.name")
                    + " (expected: root, who alone can make users and log them on)");
        }
        SearchPath programs = new SearchPath(SYSTEM_PATH);
        for (String program : PROGRAMS) {
            try {
                programs.find(program);
            } catch (ProgramException e) {
                throw new ProgramException(e.getMessage() + "; on Debian: apt-get install " + PACKAGES, e);
            }
        }
        if (!Files.exists(X_MODULE)) {
            throw new ProgramException(
                    X_MODULE + ": missing (expected: the X server's module for xrdp; hint: on Debian,"
                            + " apt-get install xorgxrdp)");
        }
        requireNamespaces(programs);
    }

    /** Containers often forbid them to their root, and so does a changed root that is no mount point. */
    private static void requireNamespaces(SearchPath programs) throws ProgramException {
        try {
            Process probe = new ProcessBuilder(programs.find("unshare").toString(), "--mount", "true")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (probe.waitFor() != 0) {
                throw new ProgramException(
                        "xrdp testbed: " + said
                                + " (expected: a root that may make mount namespaces; hint: not in a container without that right)");
            }
        } catch (IOException e) {
            throw new ProgramException("xrdp testbed: unshare cannot be run: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException("xrdp testbed: interrupted", e);
        }
    }

    private void addUsers() throws ProgramException, IOException {
        String prefix = "dm" + HexFormat.of().formatHex(bytes(2)) + "-";
        for (int i = 1; i <= settings.users(); i++) {
            String name = prefix + i;
            RdshUser user = new RdshUser(name, HexFormat.of().formatHex(bytes(8)), folder.resolve(name));
            users.add(user);
            accounts.add(user, owner);
            Path keys = Files.writeString(user.home().resolve("openbox.xml"), Openbox.configuration());
            UnixUsers.give(keys, user);
            Path script = Files.writeString(
                    user.home().resolve(".xsession"), Configuration.xsession(settings.sessionCommand()));
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            UnixUsers.give(script, user);
        }
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private void configure(int inner) throws IOException {
        PrivateFolder.write(folder.resolve("cert.pem"), certificate.certificatePem());
        PrivateFolder.write(folder.resolve("key.pem"), certificate.keyPem());
        PrivateFolder.write(folder.resolve("xrdp.ini"), Configuration.xrdp(port, folder, settings.loginWindow()));
        Map<String, String> environment = new TreeMap<>(settings.environment());
        environment.put(Owner.VARIABLE, mark);
        int firstDisplay = FIRST_DISPLAYS + random.nextInt(BLOCKS) * BLOCK_OF_DISPLAYS;
        // Also read by a program that the session's user runs.
        Path sesmanFile = PrivateFolder.write(
                folder.resolve("sesman.ini"),
                Configuration.sesman(inner, folder, firstDisplay, settings.maxSessions(), environment));
        Files.setPosixFilePermissions(sesmanFile, PosixFilePermissions.fromString("rw-r--r--"));
        Path session = PrivateFolder.write(folder.resolve("session"), Configuration.SESSION);
        Files.setPosixFilePermissions(session, PosixFilePermissions.fromString("rwxr-xr-x"));
        StringBuilder table = new StringBuilder("user,password\n");
        users.forEach(user ->
                table.append(user.name()).append(',').append(user.password()).append('\n'));
        PrivateFolder.write(folder.resolve("accounts.csv"), table.toString());
    }

    /** In a mount namespace of its own, and without leaving the process that is ours to end. */
    /**
     * Both programs make the folder of the sessions' sockets where it is missing. Under the umask of a program that keeps its files private nobody but root could
     * enter it, then or ever after, and every session of the machine would stay black.
     */
    private ChildProcess launch(String program, String configuration) throws ProgramException {
        List<String> command = List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "umask 022 && mkdir -p " + SOCKETS + " && chmod go+rx " + SOCKETS + " && mount --bind \"$1\" "
                        + SYSTEM_SESMAN + " && exec \"$2\" -n -c \"$3\"",
                "sh",
                folder.resolve("sesman.ini").toString(),
                programs.find(program).toString(),
                folder.resolve(configuration).toString());
        Map<String, String> environment = Map.of("PATH", SYSTEM_PATH, "LC_ALL", "C.UTF-8", Owner.VARIABLE, mark);
        return ChildProcess.start(programs, command, environment, folder, null, folder.resolve(program + ".out"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Where there is IPv6, the session manager takes 127.0.0.1 to mean ::1. */
    private static boolean listens(int candidate) {
        return answers("127.0.0.1", candidate) || answers("::1", candidate);
    }

    private static boolean answers(String address, int candidate) {
        try (Socket probe = new Socket(address, candidate)) {
            return probe.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** Where clients connect to. */
    public String host() {
        return "127.0.0.1";
    }

    /** Where clients connect to. */
    public int port() {
        return port;
    }

    /** Of the certificate that it shows: hexadecimal pairs joined by colons. */
    public String certificateSha256() {
        return certificate.sha256();
    }

    public List<RdshUser> users() {
        return List.copyOf(users);
    }

    /** A private CSV file with the columns user and password. */
    public Path accountsFile() {
        return folder.resolve("accounts.csv");
    }

    /** What runs as this user now. */
    public List<ProcessHandle> processesOf(RdshUser user) {
        return UnixUsers.processesOf(user.name());
    }

    /**
     * Ends a user's session as a log-off does: what the user runs is asked to end, and the session manager takes the X server down. What does
     * not end within some seconds is ended by force. Returns when nothing runs as the user.
     */
    public void logOff(RdshUser user) {
        processesOf(user).stream()
                .filter(p -> !isServer(p.info().command().orElse("")))
                .forEach(ProcessHandle::destroy);
        List<ProcessHandle> left = UnixUsers.awaitNone(user.name(), GRACE);
        while (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            left = UnixUsers.awaitNone(user.name(), Duration.ofMillis(200));
        }
    }

    private static boolean isServer(String command) {
        return command.endsWith("/Xorg") || command.endsWith("/xrdp-chansrv");
    }

    /** From now on the user is refused, with the right password too; or admitted again. */
    public void lock(RdshUser user, boolean locked) throws ProgramException {
        accounts.lock(user, locked);
    }

    /** Kills the session manager, for tests of how that is told: nobody can log on any more. */
    public void killSesman() {
        sesman.process().destroyForcibly();
        var unused = sesman.process().onExit().join();
    }

    /** Kills the RDP server with all connections, for tests of how that is told. */
    public void killXrdp() {
        List<ProcessHandle> connections = xrdp.process().descendants().toList();
        xrdp.process().destroyForcibly();
        connections.forEach(ProcessHandle::destroyForcibly);
        var unused = xrdp.process().onExit().join();
    }

    /** What the server and its session manager have written, for messages. */
    public String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String log : List.of("xrdp.log", "sesman.log")) {
            Path file = folder.resolve(log);
            all.append(log).append(":\n").append(Files.exists(file) ? Files.readString(file) : "");
        }
        return all.toString();
    }

    /** Idempotent; who comes second waits until all is gone. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            takeDown();
        }
    }

    private void takeDown() {
        users.forEach(user -> processesOf(user).stream()
                .filter(p -> !isServer(p.info().command().orElse("")))
                .forEach(ProcessHandle::destroy));
        users.forEach(user -> UnixUsers.awaitNone(user.name(), GRACE));
        Processes.end(Owner.VARIABLE + "=" + mark, GRACE);
        for (RdshUser user : users) {
            try {
                accounts.remove(user.name());
            } catch (ProgramException e) {
                LOG.warn("user {}: cannot be removed (expected: to go with the server): {}", user, e.getMessage());
            }
        }
        users.clear();
        try {
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }
}
