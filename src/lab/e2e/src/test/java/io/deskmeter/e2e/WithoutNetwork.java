package io.deskmeter.e2e;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A network namespace with a loopback interface and no route, in which a command runs. As root. */
final class WithoutNetwork {
    /**
     * X servers tell which displays are taken by abstract sockets, which belong to the network namespace. In a new one
     * every display looks free, and a server there replaces the socket file of a display outside. So the namespace has
     * a folder of socket files of its own.
     */
    private static final String OWN_DISPLAYS =
            "mkdir -p /tmp/.X11-unix; mount -t tmpfs -o mode=1777 displays /tmp/.X11-unix; ";

    private static final String COMMAND = "exec \"$@\"";

    private static final List<String> ALONE =
            List.of("unshare", "--net", "--mount", "sh", "-ec", OWN_DISPLAYS + "ip link set lo up; " + COMMAND, "sh");

    private WithoutNetwork() {}

    /** The command that runs {@code command} in a new namespace. Skips the test if there can be none. */
    static List<String> around(List<String> command) {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for a namespace)");
        List<String> all = new ArrayList<>(ALONE);
        all.addAll(command);
        return all;
    }

    /**
     * The beginning of a command that runs in a network namespace of this machine, with a folder of socket files of its
     * own.
     */
    static List<String> ownDisplays() {
        return List.of("unshare", "--mount", "sh", "-ec", OWN_DISPLAYS + COMMAND, "sh");
    }
}
