package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Another machine as far as the network goes: a namespace with a cable to this one. Needs root. */
final class NetworkNamespace implements AutoCloseable {
    /** This machine's end of the cable, of the addresses that are set aside for benchmarks of networks. */
    static final String HERE = "198.18.77.1";

    private static final String THERE = "198.18.77.2";

    private final String name = "deskmeter-" + ProcessHandle.current().pid();
    private final String cable = "dm" + ProcessHandle.current().pid() % 1_000_000;

    NetworkNamespace() throws IOException, InterruptedException {
        ip("netns", "add", name);
        try {
            ip("link", "add", cable + "a", "type", "veth", "peer", "name", cable + "b", "netns", name);
            ip("addr", "add", HERE + "/30", "dev", cable + "a");
            ip("link", "set", cable + "a", "up");
            ip("-n", name, "addr", "add", THERE + "/30", "dev", cable + "b");
            ip("-n", name, "link", "set", cable + "b", "up");
            ip("-n", name, "link", "set", "lo", "up");
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
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
