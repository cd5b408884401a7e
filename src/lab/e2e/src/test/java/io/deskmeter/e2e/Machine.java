package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A bare Debian in a container with a live systemd: a machine on which packages are installed. Its files lie over those
 * of an image, which stays as it is. It has an address that this machine and the other containers reach. It ends, and
 * its files go, when it is closed or the test's process ends, however that ends. Needs root, debootstrap and
 * systemd-nspawn.
 */
final class Machine implements AutoCloseable {
    /** Images are kept, because they come from Debian's mirror. */
    private static final Path IMAGES = Program.HOME.resolve("target/machines");

    private static final Duration BOOT = Duration.ofMinutes(3);
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration DOWNLOAD = Duration.ofMinutes(30);

    /** Of the addresses that are set aside for benchmarks of networks. */
    private static final String NETWORK = "198.18.97.";

    private static final String BITS = "/24";
    private static final String BRIDGE = "dmpackages";
    private static final String RPM = "rpm";
    private static final String LIBRARIES = "libx11-6 libxext6 libxi6 libxrender1 libxtst6";

    /**
     * Keeps the container until its own standard input ends, which the test alone writes: it ends with the test's
     * process, however that ends. It is in a session of its own, so that what ends the test's processes does not end it
     * before it has tidied up.
     */
    private static final String KEEPER = """
            set -eu
            folder=$0 name=$1 layers=$2 bridge=$3
            mkdir -p "$folder/root" "$folder/upper" "$folder/work"
            mount -t overlay overlay -o "lowerdir=$layers,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
            systemd-nspawn -q -D "$folder/root" -M "$name" --register=no --keep-unit --network-bridge="$bridge" \
                -b systemd.unified_cgroup_hierarchy=0 </dev/null &
            while kill -0 $! 2>/dev/null; do
                code=0
                read -r -t 1 || code=$?
                # Else the time is over.
                [ "$code" -gt 128 ] || break
            done
            # For systemd as the first process of a container: power off.
            kill -TERM $! 2>/dev/null || true
            for tenth in {1..300}; do
                kill -0 $! 2>/dev/null || break
                sleep 0.1
            done
            kill -KILL $! 2>/dev/null || true
            wait $! || true
            umount -l "$folder/root"
            rm -rf --one-file-system "$folder"
            [ -n "$(ls "/sys/class/net/$bridge/brif")" ] || ip link delete "$bridge"
            """;

    private final String name;
    private final Image image;
    private final int number;
    private final Path folder;
    private final Process keeper;
    private final Path console;
    private final String leader;

    private Machine(String name, Image image, int number, Path folder, Process keeper, Path console, String leader) {
        this.name = name;
        this.image = image;
        this.number = number;
        this.folder = folder;
        this.keeper = keeper;
        this.console = console;
        this.leader = leader;
    }

    /** Layers of an image, the uppermost first. */
    record Image(List<Path> layers) {
        private String option() {
            return String.join(":", layers.stream().map(Path::toString).toList());
        }
    }

    /** Nothing but a Debian with systemd. */
    static Image bare() throws IOException, InterruptedException {
        Path image = IMAGES.resolve("debian");
        if (!Files.exists(image)) {
            Path making = IMAGES.resolve("debian.making");
            here(SOON, "rm", "-rf", making.toString());
            Files.createDirectories(IMAGES);
            // What it mounts goes with it, also if it is killed.
            here(
                    DOWNLOAD,
                    "unshare",
                    "--mount",
                    "debootstrap",
                    "--include=systemd,systemd-sysv,dbus",
                    "bookworm",
                    making.toString());
            Files.move(making, image);
        }
        return new Image(List.of(image));
    }

    /** The same with what the package of the agents depends on. */
    static Image withLibraries() throws IOException, InterruptedException {
        return with("libraries", LIBRARIES);
    }

    /** The same with what that package recommends, and the applications of a demo. */
    static Image withDesktops() throws IOException, InterruptedException {
        return with(
                "desktops",
                LIBRARIES
                        + " tigervnc-standalone-server openbox libreoffice-writer libreoffice-calc fonts-liberation2 fonts-dejavu-core");
    }

    /** Two images with the program for packages of the other form, which Debian has, too: without and with desktops. */
    static Image withRpm() throws IOException, InterruptedException {
        return with("rpm", bare(), RPM);
    }

    static Image withDesktopsAndRpm() throws IOException, InterruptedException {
        return with("desktops-rpm", withDesktops(), RPM);
    }

    private static Image with(String name, String packages) throws IOException, InterruptedException {
        return with(name, bare(), packages);
    }

    private static Image with(String name, Image below, String packages) throws IOException, InterruptedException {
        Path image = IMAGES.resolve(name);
        if (!Files.exists(image)) {
            Path making = IMAGES.resolve(name + ".making");
            here(SOON, "rm", "-rf", making.toString());
            Files.createDirectories(making);
            here(DOWNLOAD, "unshare", "--mount", "sh", "-ec", """
                    cd "$0"
                    mkdir root upper work
                    mount -t overlay overlay -o "lowerdir=$1,upperdir=$0/upper,workdir=$0/work" root
                    cp -L /etc/resolv.conf root/etc/resolv.conf
                    export DEBIAN_FRONTEND=noninteractive
                    chroot root apt-get update
                    exec chroot root apt-get install -y --no-install-recommends $2
                    """, making.toString(), below.option(), packages);
            Files.move(making.resolve("upper"), image);
            here(SOON, "rm", "-rf", making.toString());
        }
        List<Path> layers = new ArrayList<>(List.of(image));
        layers.addAll(below.layers());
        return new Image(layers);
    }

    /**
     * Boots one.
     *
     * @param number 1 to 9, another one for each at a time
     * @param folder for its files
     */
    static Machine start(int number, Path folder, Image image) throws IOException, InterruptedException {
        String name = "deskmeter-" + ProcessHandle.current().pid() + "-" + number;
        bridge();
        Path console = folder.resolve("console-" + number + ".txt");
        Process keeper = new ProcessBuilder(
                        "setsid", "bash", "-c", KEEPER, home(folder, number).toString(), name, image.option(), BRIDGE)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        try {
            Awaitility.await("a booted machine").atMost(BOOT).until(() -> {
                assertThat(keeper.isAlive()).as("%s", said(console)).isTrue();
                return said(console).contains("login:");
            });
            String leader = leader(keeper);
            Machine machine = new Machine(name, image, number, folder, keeper, console, leader);
            here(SOON, "nsenter", "-t", leader, "-n", "ip", "addr", "add", machine.address() + BITS, "dev", "host0");
            here(SOON, "nsenter", "-t", leader, "-n", "ip", "link", "set", "host0", "up");
            return machine;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            try {
                end(keeper, console);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    private static Path home(Path folder, int number) {
        return folder.resolve("machine-" + number);
    }

    private static String said(Path console) throws IOException {
        return Files.readString(console, StandardCharsets.ISO_8859_1);
    }

    /**
     * The first process of the container: the child of the one that has started it. Others of its processes may look
     * the same for a moment.
     */
    private static String leader(Process keeper) {
        return keeper.descendants()
                .filter(process -> isProgram(process, "systemd"))
                .filter(process -> process.parent()
                        .filter(parent -> isProgram(parent, "systemd-nspawn"))
                        .isPresent())
                .map(process -> Long.toString(process.pid()))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isProgram(ProcessHandle process, String name) {
        return process.info().command().orElse("").endsWith("/" + name);
    }

    private static void bridge() throws IOException, InterruptedException {
        if (!Files.exists(Path.of("/sys/class/net", BRIDGE))) {
            here(SOON, "ip", "link", "add", BRIDGE, "type", "bridge");
            here(SOON, "ip", "addr", "add", NETWORK + 1 + BITS, "dev", BRIDGE);
            here(SOON, "ip", "link", "set", BRIDGE, "up");
        }
    }

    /** Of this machine, for the containers; as soon as one of them is there. */
    static String host() {
        return NETWORK + 1;
    }

    /** Lets its apt-get reach Debian's mirror. */
    void reaches(MirrorProxy mirror) throws IOException {
        Files.writeString(file("/etc/apt/apt.conf.d/90mirror"), "Acquire::http::Proxy \"" + mirror.url() + "\";\n");
    }

    /** Stands for the person whom apt-get asks whether to go on. */
    void answersYes() throws IOException {
        Files.writeString(file("/etc/apt/apt.conf.d/91yes"), "APT::Get::Assume-Yes \"true\";\n");
    }

    String address() {
        return NETWORK + (10 + number);
    }

    /** Its files, as this machine sees them. */
    Path file(String path) {
        return home(folder, number).resolve("root" + path);
    }

    /** Runs a script of its shell; what it prints, if it ends with 0. */
    String run(String script) throws IOException, InterruptedException {
        return run(SOON, script);
    }

    String run(Duration atMost, String script) throws IOException, InterruptedException {
        Program.Ended ended = ended(atMost, script);
        assertThat(ended.exitCode())
                .as("%s on machine %s:%n%s", script, name, ended.printed())
                .isZero();
        return ended.printed();
    }

    /** Runs a script of its shell. */
    Program.Ended ended(Duration atMost, String script) throws IOException, InterruptedException {
        return execute(atMost, List.of("nsenter", "-t", leader, "-a", "sh", "-c", script));
    }

    /** Runs a command of this machine in the network of the container; what it prints, if it ends with 0. */
    String inNetwork(Duration atMost, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("nsenter", "-t", leader, "-n"));
        words.addAll(List.of(command));
        return here(atMost, words.toArray(String[]::new));
    }

    /** Pulls its network cable, or plugs it in again. */
    void plugged(boolean in) throws IOException, InterruptedException {
        inNetwork(SOON, "ip", "link", "set", "host0", in ? "up" : "down");
    }

    /** What a service has printed. */
    String journal(String unit) throws IOException, InterruptedException {
        return run("journalctl --no-pager -o cat -u " + unit);
    }

    void awaitJournal(String unit, String text) {
        Awaitility.await("journal of " + unit + ": " + text)
                .atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> journal(unit).contains(text));
    }

    /**
     * All files with their kinds, rights, owners and sizes; without those that package managers, journals and caches
     * keep for themselves, and the backups that useradd and userdel make of their files.
     */
    List<String> files() throws IOException, InterruptedException {
        String printed = here(SOON, "sh", "-ec", """
                cd "$0"
                find . -xdev \\( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run -o -path ./tmp -o -path ./packages -o -path ./var/log -o -path ./var/cache \
                    -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/lib/rpm -o -path ./var/lib/systemd -o -path './etc/*-' -o -path ./etc/ld.so.cache \\) -prune \
                    -o -type d -printf '%p/ %m %u %g\\n' -o -printf '%p %y %m %u %g %s %l\\n' | LC_ALL=C sort
                """, file("").toString());
        return printed.lines().toList();
    }

    /**
     * All of it that a package could have changed: every file with kind, rights, owner, checksum and, of a link, where
     * it leads, users and groups so among them; units, processes and what is kept in memory only. Without what package
     * managers, journals and systemd itself write as time goes on, and the backups that useradd and userdel make of
     * their files.
     */
    List<String> everything() throws IOException, InterruptedException {
        String files = run("""
                cd /
                kept() {
                    find . -xdev \\( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run -o -path ./packages -o -path ./var/log/journal -o -path ./var/log/apt \
                        -o -path './var/log/*.log' -o -path ./var/cache/apt -o -path ./var/cache/ldconfig -o -path ./var/lib/apt -o -path './var/lib/dpkg/status*' \
                        -o -path ./var/lib/systemd/random-seed -o -path ./var/lib/systemd/timers -o -path './etc/*-' -o -path ./etc/ld.so.cache \\) -prune -o "$@"
                }
                kept -printf '%p %y %m %U:%G %l\\n' | LC_ALL=C sort
                kept -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --
                find /run -name '*deskmeter*' | LC_ALL=C sort
                find /tmp /var/tmp /dev/shm -mindepth 1 ! -path '*/systemd-private-*' -printf '%p %y %m %U:%G\\n' | LC_ALL=C sort
                systemctl list-unit-files --no-pager --no-legend | LC_ALL=C sort
                systemctl list-units --all --no-pager --no-legend --plain '*deskmeter*'
                ps -e -o user:32=,comm= | grep -E 'java|deskmeter|Xvnc|openbox|soffice' || true
                """);
        return files.lines().toList();
    }

    /** An image of this machine as it is now, for others. */
    Image image(Path copy) throws IOException, InterruptedException {
        run("sync");
        Path upper = home(folder, number).resolve("upper");
        here(SOON, "cp", "-a", upper.toString(), copy.toString());
        List<Path> all = new ArrayList<>(List.of(copy));
        all.addAll(image.layers());
        return new Image(all);
    }

    /** The files that have changed since it was made, of the disk and of memory. */
    List<Path> changed() {
        Path live = Path.of("/proc", leader, "root");
        return List.of(
                home(folder, number).resolve("upper"),
                live.resolve("tmp"),
                live.resolve("run"),
                live.resolve("dev/shm"));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        end(keeper, console);
    }

    private static void end(Process keeper, Path console) throws IOException, InterruptedException {
        List<ProcessHandle> all = keeper.descendants().toList();
        keeper.getOutputStream().close();
        if (!keeper.waitFor(2, TimeUnit.MINUTES)) {
            all.forEach(ProcessHandle::destroyForcibly);
            keeper.destroyForcibly();
            throw new IOException("the machine has not ended within 2 min; its console:\n" + said(console));
        }
        if (keeper.exitValue() != 0) {
            throw new IOException("the machine was not taken away; its console:\n" + said(console));
        }
    }

    /** Runs a command on this machine; what it prints, if it ends with 0. */
    static String here(Duration atMost, String... command) throws IOException, InterruptedException {
        Program.Ended ended = execute(atMost, List.of(command));
        assertThat(ended.exitCode())
                .as("%s:%n%s", List.of(command), ended.printed())
                .isZero();
        return ended.printed();
    }

    private static Program.Ended execute(Duration atMost, List<String> command)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile("dm-", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        command + " still runs after " + atMost + "; it printed:\n" + Files.readString(printed));
            }
            return new Program.Ended(process.exitValue(), Files.readString(printed));
        } finally {
            Files.delete(printed);
        }
    }
}
