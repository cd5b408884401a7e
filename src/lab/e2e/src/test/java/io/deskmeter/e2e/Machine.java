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
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A bare Debian in a container with a live systemd: a machine on which packages are installed. Its files lie over those of an image, which stays as it is. It has an
 * address that this machine and the other containers reach. Needs root, debootstrap and systemd-nspawn.
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

    private final String name;
    private final int number;
    private final Path folder;
    private final Process container;
    private final String leader;

    private Machine(String name, int number, Path folder, Process container, String leader) {
        this.name = name;
        this.number = number;
        this.folder = folder;
        this.container = container;
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
            here(DOWNLOAD, "debootstrap", "--include=systemd,systemd-sysv,dbus", "bookworm", making.toString());
            Files.move(making, image);
        }
        return new Image(List.of(image));
    }

    /** The same with what the packages ask for, and the applications of a demo. */
    static Image withDesktops() throws IOException, InterruptedException {
        Image bare = bare();
        Path image = IMAGES.resolve("desktops");
        if (!Files.exists(image)) {
            Path making = IMAGES.resolve("desktops.making");
            here(SOON, "rm", "-rf", making.toString());
            Path root = mount(making, bare);
            try {
                here(
                        SOON,
                        "cp",
                        "-L",
                        "/etc/resolv.conf",
                        root.resolve("etc/resolv.conf").toString());
                here(DOWNLOAD, "chroot", root.toString(), "sh", "-ec", """
                        export DEBIAN_FRONTEND=noninteractive
                        apt-get update
                        apt-get install -y --no-install-recommends libx11-6 libxext6 libxi6 libxrender1 libxtst6 \
                            tigervnc-standalone-server openbox libreoffice-writer libreoffice-calc fonts-liberation2 fonts-dejavu-core
                        """);
            } finally {
                here(SOON, "umount", root.toString());
            }
            Files.move(making.resolve("upper"), image);
        }
        List<Path> layers = new ArrayList<>(List.of(image));
        layers.addAll(bare.layers());
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
        Path root = mount(folder.resolve("machine-" + number), image);
        bridge();
        Path console = folder.resolve("console-" + number + ".txt");
        Process container = new ProcessBuilder(
                        "setsid",
                        "--wait",
                        "systemd-nspawn",
                        "-q",
                        "-D",
                        root.toString(),
                        "-M",
                        name,
                        "--register=no",
                        "--keep-unit",
                        "--network-bridge=" + BRIDGE,
                        "-b",
                        "systemd.unified_cgroup_hierarchy=0")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        try {
            Awaitility.await("a booted machine").atMost(BOOT).until(() -> {
                assertThat(container.isAlive())
                        .as("%s", Files.readString(console, StandardCharsets.ISO_8859_1))
                        .isTrue();
                return Files.readString(console, StandardCharsets.ISO_8859_1).contains("login:");
            });
            String leader = leader(container);
            Machine machine = new Machine(name, number, folder, container, leader);
            here(SOON, "nsenter", "-t", leader, "-n", "ip", "addr", "add", machine.address() + BITS, "dev", "host0");
            here(SOON, "nsenter", "-t", leader, "-n", "ip", "link", "set", "host0", "up");
            return machine;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            end(container, root);
            throw e;
        }
    }

    /** The first process of the container: the child of the one that has started it. */
    private static String leader(Process container) {
        return container
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("systemd"))
                .map(process -> Long.toString(process.pid()))
                .findFirst()
                .orElseThrow();
    }

    private static Path mount(Path folder, Image image) throws IOException, InterruptedException {
        Path root = Files.createDirectories(folder.resolve("root"));
        Path upper = Files.createDirectories(folder.resolve("upper"));
        Path work = Files.createDirectories(folder.resolve("work"));
        String options = "lowerdir=" + image.option() + ",upperdir=" + upper + ",workdir=" + work;
        here(SOON, "mount", "-t", "overlay", "overlay", "-o", options, root.toString());
        return root;
    }

    private static void bridge() throws IOException, InterruptedException {
        if (!Files.exists(Path.of("/sys/class/net", BRIDGE))) {
            here(SOON, "ip", "link", "add", BRIDGE, "type", "bridge");
            here(SOON, "ip", "addr", "add", NETWORK + 1 + BITS, "dev", BRIDGE);
            here(SOON, "ip", "link", "set", BRIDGE, "up");
        }
    }

    String address() {
        return NETWORK + (10 + number);
    }

    /** Its files, as this machine sees them. */
    Path file(String path) {
        return folder.resolve("machine-" + number + "/root" + path);
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
     * All files with their kinds, rights, owners and sizes; without those that package managers, journals and caches keep for themselves, and the backups that
     * useradd and userdel make of their files.
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

    @Override
    public void close() throws IOException, InterruptedException {
        end(container, file(""));
    }

    private static void end(Process container, Path root) throws IOException, InterruptedException {
        List<ProcessHandle> all = Stream.concat(container.descendants(), Stream.of(container.toHandle()))
                .toList();
        // For systemd as the first process of a container: power off.
        all.stream()
                .filter(process -> process.info().command().orElse("").endsWith("systemd-nspawn"))
                .forEach(ProcessHandle::destroy);
        if (!container.waitFor(30, TimeUnit.SECONDS)) {
            all.forEach(ProcessHandle::destroyForcibly);
            container.waitFor(30, TimeUnit.SECONDS);
        }
        here(SOON, "umount", "-l", root.toString());
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
