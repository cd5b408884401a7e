package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Workloads of other applications than the office suite, where no network can be reached: each starts with its prepared profile, and a second
 * time with what the first start left behind. As root, for the namespace.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class ApplicationsIT {
    private static final List<String> WORKLOADS = List.of("web/document");
    private static final int ITERATIONS = 2;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    /** A namespace with a loopback interface and no route. */
    private static final List<String> ALONE =
            List.of("unshare", "--net", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh");

    private static final Pattern TIMING = Pattern.compile("(?m)^\\d+ +(\\S+) +(\\S+) +[ABC] +(\\S+)");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void everyOperationSucceedsTwiceWithoutANetwork() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for a namespace)");
        List<String> arguments = new ArrayList<>(List.of("agent", "try"));
        arguments.addAll(WORKLOADS);
        arguments.addAll(List.of("--iterations", Integer.toString(ITERATIONS), "--think", "0.2"));
        arguments.addAll(List.of("--state", folder.resolve("s").toString()));

        try (Program program = Program.start(folder, ALONE, Map.of(), arguments.toArray(new String[0]))) {
            Program.Ended ended = program.await(LIMIT);

            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            List<String> outcomes = new ArrayList<>();
            List<String> closed = new ArrayList<>();
            for (Matcher timing = TIMING.matcher(ended.printed()); timing.find(); ) {
                outcomes.add(timing.group(3));
                if (timing.group(2).equals("close")) {
                    closed.add(timing.group(1));
                }
            }
            assertThat(outcomes).as(ended.printed()).containsOnly("ok");
            for (String workload : WORKLOADS) {
                assertThat(closed)
                        .as(ended.printed())
                        .filteredOn(workload::equals)
                        .hasSize(ITERATIONS);
            }
        }
    }
}
