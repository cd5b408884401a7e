package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** Another machine as far as the network goes: a namespace with a cable to this one. Needs root. */
final class NetworkNamespace implements AutoCloseable {
    /** This machine's end of the first cable, of the addresses that are set aside for benchmarks of networks. */
    static final String HERE = "198.18.77.1";

    private static final String BITS = "/30";

    private final int number;
    private final String name;
    private final String cable;

    /** The only other machine. */
    NetworkNamespace() throws IOException, InterruptedException {
        this(0);
    }

    /** @param number 0 to 9, another one for each at a time; 0 has the cable to {@link #HERE} */
    NetworkNamespace(int number) throws IOException, InterruptedException {
        this.number = number;
        this.name = "deskmeter-" + ProcessHandle.current().pid() + "-" + number;
        this.cable = "dm" + ProcessHandle.current().pid() % 1_000_000 + "-" + number;
        ip("netns", "add", name);
        try {
            ip("link", "add", cable + "a", "type", "veth", "peer", "name", cable + "b", "netns", name);
            ip("addr", "add", address(1) + BITS, "dev", cable + "a");
            ip("link", "set", cable + "a", "up");
            ip("-n", name, "addr", "add", address(2) + BITS, "dev", cable + "b");
            ip("-n", name, "link", "set", cable + "b", "up");
            ip("-n", name, "link", "set", "lo", "up");
            ip("-n", name, "route", "add", "default", "via", address(1));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private String address(int end) {
        return "198.18." + (77 + number) + "." + end;
    }

    /**
     * Lays a cable to another namespace: this machine does not forward.
     *
     * @return the other one's address on it
     */
    String cableTo(NetworkNamespace other) throws IOException, InterruptedException {
        ip("-n", name, "link", "add", cable + "c", "type", "veth", "peer", "name", cable + "d", "netns", other.name);
        String near = "198.18." + (87 + number) + ".";
        ip("-n", name, "addr", "add", near + 1 + BITS, "dev", cable + "c");
        ip("-n", name, "link", "set", cable + "c", "up");
        ip("-n", other.name, "addr", "add", near + 2 + BITS, "dev", cable + "d");
        ip("-n", other.name, "link", "set", cable + "d", "up");
        return near + 2;
    }

    /**
     * Records what comes and goes by its cables, until the process is ended: what programs of one machine tell each
     * other does not count.
     *
     * @param file of the packets
     */
    Process record(Path file) throws IOException {
        Process recorder = new ProcessBuilder(command(
                        "tcpdump",
                        "-U",
                        "-s",
                        "0",
                        "-i",
                        "any",
                        "-w",
                        file.toString(),
                        "not host 127.0.0.1 and not host ::1"))
                .redirectErrorStream(true)
                .redirectOutput(file.resolveSibling(file.getFileName() + ".txt").toFile())
                .start();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(file));
        return recorder;
    }

    /** A command on the other machine. */
    List<String> command(String... words) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
        all.addAll(List.of(words));
        return all;
    }

    private static void ip(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("ip"));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", all) + ": " + said);
        }
    }

    /** With the namespace goes its end of the cable, and with that the other. */
    @Override
    public void close() throws IOException, InterruptedException {
        ip("netns", "del", name);
    }
}
