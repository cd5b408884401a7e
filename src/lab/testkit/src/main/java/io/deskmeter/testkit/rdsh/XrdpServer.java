package io.deskmeter.testkit.rdsh;

import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.TemporaryCertificate;
import io.deskmeter.testsupport.LoopbackPorts;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A terminal server on this machine with temporary users: a private {@code xrdp} and {@code xrdp-sesman} on free ports
 * of the loopback address or of the one in its settings, with a configuration, a certificate and logs of their own.
 * Requires root, because of PAM and the change of users.
 *
 * <p>xrdp reads the address of its session manager only from the machine's configuration file. Both programs therefore
 * run in a mount namespace in which a private file replaces it; the replacement is invisible outside.
 *
 * <p>Thread-safe. Closing it ends the users' processes and removes the users.
 */
public final class XrdpServer implements AutoCloseable {
    static final String FOLDER_PREFIX = "deskmeter-rdsh-";
    private static final Logger LOG = LoggerFactory.getLogger(XrdpServer.class);
    private static final String SYSTEM_PATH = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin";
    private static final String SYSTEM_SESMAN = "/etc/xrdp/sesman.ini";
    /** Shared by all xrdp servers of the machine: the programs have no option for another path. */
    private static final String SOCKETS = "/run/xrdp";

    private static final List<String> PROGRAMS =
            List.of("xrdp", "xrdp-sesman", "openbox", "unshare", "mount", "useradd", "chpasswd", "usermod", "userdel");
    private static final String PACKAGES = "xrdp xorgxrdp openbox util-linux passwd";
    private static final Path X_MODULE = Path.of("/usr/lib/xorg/modules/libxorgxrdp.so");
    private static final long LIMIT_MILLIS = 15_000;
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final SearchPath programs = new SearchPath(SYSTEM_PATH);
    private final SecureRandom random = new SecureRandom();
    private final Owner owner = Owner.self();
    private final XrdpSettings settings;
    private final Path folder;
    private final String mark;
    private final int port;
    private final TemporaryCertificate certificate;
    private final UnixUsers accounts;
    private final DisplayBlock displays;
    private final List<RdshUser> users = new ArrayList<>();
    private final ChildProcess sesman;
    private final ChildProcess xrdp;
    private boolean closed;

    private XrdpServer(XrdpSettings settings, Path folder) throws ProgramException, IOException {
        this.settings = settings;
        this.folder = folder;
        this.mark = owner.mark() + folder.getFileName();
        this.accounts = new UnixUsers(programs, folder);
        this.certificate = TemporaryCertificate.make();
        this.displays = DisplayBlock.claim(random.nextInt());
        try {
            addUsers();
            this.port = LoopbackPorts.free();
            int inner = LoopbackPorts.free();
            configure(inner);
            this.sesman = launch("xrdp-sesman", "sesman.ini");
            sesman.await("to listen on port " + inner, LIMIT_MILLIS, () -> listens(inner));
            this.xrdp = launch("xrdp", "xrdp.ini");
            xrdp.await("to listen on port " + port, LIMIT_MILLIS, () -> LoopbackPorts.answers(settings.host(), port));
        } catch (ProgramException | IOException | RuntimeException e) {
            takeDown();
            throw e;
        }
    }

    /**
     * Starts a server, after removing what killed runs have left; returns when it accepts logons.
     *
     * @throws ProgramException if this process does not run as root, or a program is missing
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

    /** Throws if this machine or this user cannot start a server, with the requirements. */
    public static void require() throws ProgramException {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new ProgramException("xrdp testbed: started by " + System.getProperty("user.name")
                    + " (expected: root, to create users and log them on)");
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

    /**
     * Containers often do not allow mount namespaces, not even for root; neither does a chroot that is not a mount
     * point.
     */
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
            Path keys = Files.writeString(
                    user.home().resolve("openbox.xml"),
                    settings.usable() ? RunDialog.added(Openbox.configuration()) : Openbox.configuration());
            UnixUsers.give(keys, user);
            Path script = Files.writeString(
                    user.home().resolve(".xsession"),
                    Configuration.xsession(settings.banner(), settings.sessionCommand(), settings.usable()));
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
        PrivateFolder.write(
                folder.resolve("xrdp.ini"),
                Configuration.xrdp(
                        port,
                        folder,
                        settings,
                        settings.loginPicture() ? Optional.of(loginPicture()) : Optional.empty()));
        Map<String, String> environment = new TreeMap<>(settings.environment());
        environment.put(Owner.VARIABLE, mark);
        // Also read by a program of the session's user.
        Path sesmanFile = PrivateFolder.write(
                folder.resolve("sesman.ini"),
                Configuration.sesman(inner, folder, displays.first(), settings.maxSessions(), environment));
        Files.setPosixFilePermissions(sesmanFile, PosixFilePermissions.fromString("rw-r--r--"));
        Path session = PrivateFolder.write(folder.resolve("session"), Configuration.SESSION);
        Files.setPosixFilePermissions(session, PosixFilePermissions.fromString("rwxr-xr-x"));
        StringBuilder table = new StringBuilder("user,password\n");
        users.forEach(user ->
                table.append(user.name()).append(',').append(user.password()).append('\n'));
        PrivateFolder.write(folder.resolve("accounts.csv"), table.toString());
    }

    /** A picture in which hardly two pixels are equal, in the format that every xrdp reads. */
    private Path loginPicture() throws IOException {
        BufferedImage picture = new BufferedImage(640, 400, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                int wave = (int) (60 + 50 * Math.sin(x / 19.0) * Math.cos(y / 13.0));
                picture.setRGB(x, y, wave << 16 | (x / 4 + 40) << 8 | (y / 3 + 60));
            }
        }
        Path file = folder.resolve("login.bmp");
        ImageIO.write(picture, "bmp", file.toFile());
        return file;
    }

    /** In a separate mount namespace, and in the process that this server ends. */
    /**
     * Both programs create the folder of the sessions' sockets if it is missing. With the umask of a program that keeps
     * its files private, only root could enter it from then on, and every session of the machine would stay black.
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

    /** With IPv6, the session manager interprets 127.0.0.1 as ::1. */
    private static boolean listens(int candidate) {
        return LoopbackPorts.answers(candidate) || LoopbackPorts.answers("::1", candidate);
    }

    /** Where clients connect to. */
    public String host() {
        return settings.host();
    }

    /** Where clients connect to. */
    public int port() {
        return port;
    }

    /** The SHA-256 of its certificate: hexadecimal pairs joined by colons. */
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

    /** The present processes of this user. */
    public List<ProcessHandle> processesOf(RdshUser user) {
        return UnixUsers.processesOf(user.name());
    }

    /**
     * Ends a user's session like a logoff: sends SIGTERM to the user's processes; the session manager ends the X
     * server. Kills the remaining processes after a few seconds. Returns when the user has no processes.
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

    /** Locks or unlocks the user: a locked user is refused even with the right password. */
    public void lock(RdshUser user, boolean locked) throws ProgramException {
        accounts.lock(user, locked);
    }

    /** Kills the session manager, for tests of the resulting message: no logon is possible afterwards. */
    public void killSesman() {
        sesman.process().destroyForcibly();
        var unused = sesman.process().onExit().join();
    }

    /** Kills the RDP server with all connections, for tests of the resulting message. */
    public void killXrdp() {
        List<ProcessHandle> connections = xrdp.process().descendants().toList();
        xrdp.process().destroyForcibly();
        connections.forEach(ProcessHandle::destroyForcibly);
        var unused = xrdp.process().onExit().join();
    }

    /** What the server, its session manager and the X servers of its sessions have written, for messages. */
    public String logs() throws IOException {
        List<Path> files = new ArrayList<>(List.of(folder.resolve("xrdp.log"), folder.resolve("sesman.log")));
        for (RdshUser user : users) {
            try (DirectoryStream<Path> display = Files.newDirectoryStream(user.home(), ".xorgxrdp.*.log")) {
                display.forEach(files::add);
            }
        }
        StringBuilder all = new StringBuilder();
        for (Path file : files) {
            all.append(folder.relativize(file))
                    .append(":\n")
                    .append(Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
        }
        return all.toString();
    }

    /** Idempotent; concurrent calls wait until everything is removed. */
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
            displays.close();
        } catch (IOException e) {
            LOG.warn("displays from :{}: their files cannot be removed: {}", displays.first(), e.toString());
        }
        try {
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }
}
