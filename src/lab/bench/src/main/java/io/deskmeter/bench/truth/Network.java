package io.deskmeter.bench.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private network: a network namespace, connected by a pair of virtual devices on which netem delays, jitters and
 * drops packets in both directions. Requires root and a kernel with netem.
 */
final class Network implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Network.class);
    private static final long LIMIT_SECONDS = 10;
    /** Link-local addresses, which are not routed. */
    private static final String SUBNET = "169.254.";

    private final String name;
    private final String near;
    private final String far;
    private final String nearAddress;
    private final String farAddress;

    /**
     * Its behaviour in one direction.
     *
     * @param delayMs of every packet
     * @param jitterMs largest deviation of the delay
     * @param lossPercent of packets
     */
    record Conditions(int delayMs, int jitterMs, double lossPercent) {
        @Override
        public String toString() {
            String jitter = jitterMs == 0 ? "" : " ±" + jitterMs;
            String loss = lossPercent == 0 ? "" : String.format(Locale.ROOT, ", %.0f %% lost", lossPercent);
            return delayMs + jitter + " ms" + loss;
        }
    }

    private Network() {
        Random random = new Random();
        String id = Integer.toString(random.nextInt(0x10000), 36);
        name = "dmt-" + id;
        near = "dmtn" + id;
        far = "dmtf" + id;
        String subnet = SUBNET + (1 + random.nextInt(253)) + ".";
        int block = 4 * random.nextInt(63);
        nearAddress = subnet + (block + 1);
        farAddress = subnet + (block + 2);
    }

    /**
     * Creates one; if a step fails, the earlier steps are undone.
     *
     * @throws IOException if this machine does not allow it, with the tool's message
     */
    static Network open(Conditions conditions) throws IOException {
        Network network = new Network();
        try {
            network.build(conditions);
            return network;
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    private void build(Conditions conditions) throws IOException {
        ip("netns", "add", name);
        ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
        ip("addr", "add", nearAddress + "/30", "dev", near);
        ip("link", "set", near, "up");
        ip("-n", name, "addr", "add", farAddress + "/30", "dev", far);
        ip("-n", name, "link", "set", far, "up");
        run(netem(List.of("tc"), near, conditions));
        run(netem(List.of("ip", "netns", "exec", name, "tc"), far, conditions));
    }

    private static List<String> netem(List<String> tool, String device, Conditions conditions) {
        List<String> command = new ArrayList<>(tool);
        command.addAll(List.of("qdisc", "add", "dev", device, "root", "netem", "delay", conditions.delayMs + "ms"));
        if (conditions.jitterMs > 0) {
            command.add(conditions.jitterMs + "ms");
        }
        if (conditions.lossPercent > 0) {
            command.addAll(List.of("loss", conditions.lossPercent + "%"));
        }
        return command;
    }

    /** The prefix of a command that is to run at the far end. */
    List<String> farEnd() {
        return List.of("ip", "netns", "exec", name);
    }

    /** The far end's address, as seen from here. */
    String farAddress() {
        return farAddress;
    }

    private static void ip(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        run(command);
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip() + " (expected: done)");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Removes it; the devices are removed with the namespace. */
    @Override
    public void close() {
        try {
            ip("netns", "del", name);
        } catch (IOException e) {
            LOG.debug("no namespace {} to remove: {}", name, e.toString());
        }
    }
}
