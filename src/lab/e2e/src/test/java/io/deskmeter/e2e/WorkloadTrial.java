package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./deskmeter agent try} with workloads where no network can be reached. As root, for the namespace. */
final class WorkloadTrial {
    private static final Duration SHORT_THINK = Duration.ofMillis(200);
    private static final Pattern TIMING = Pattern.compile("(?m)^\\d+ +(\\S+) +(\\S+) +[ABC] +(\\S+)");

    private final Path folder;
    private final List<String> prefix;
    private final Duration think;

    private WorkloadTrial(Path folder, List<String> prefix, Duration think) {
        this.folder = folder;
        this.prefix = prefix;
        this.think = think;
    }

    /**
     * Fails unless all operations of all workloads are ok in each iteration. All run in one session, so later
     * iterations find what earlier ones left behind.
     *
     * @param folder with a short name
     */
    static void assertAllOk(Path folder, List<String> workloads, int iterations, Duration limit)
            throws IOException, InterruptedException {
        new WorkloadTrial(folder, WithoutNetwork.around(List.of()), SHORT_THINK).run(workloads, iterations, limit);
    }

    /** The same with one iteration of one workload; returns what all programs asked of sockets. */
    static SocketTrace record(Path folder, String workload, Duration think, Duration limit)
            throws IOException, InterruptedException {
        Path trace = folder.resolve("trace");
        new WorkloadTrial(folder, WithoutNetwork.around(SocketTrace.recording(trace)), think)
                .run(List.of(workload), 1, limit);
        return SocketTrace.read(trace);
    }

    private void run(List<String> workloads, int iterations, Duration limit) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("agent", "try"));
        arguments.addAll(workloads);
        arguments.addAll(List.of("--iterations", Integer.toString(iterations)));
        arguments.addAll(List.of("--think", Double.toString(think.toMillis() / 1000.0)));
        arguments.addAll(List.of("--state", folder.resolve("s").toString()));
        try (Program program = Program.start(folder, prefix, Map.of(), arguments.toArray(new String[0]))) {
            assertOk(program.await(limit), workloads, iterations);
        }
    }

    private static void assertOk(Program.Ended ended, List<String> workloads, int iterations) {
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
        for (String workload : workloads) {
            assertThat(closed).as(ended.printed()).filteredOn(workload::equals).hasSize(iterations);
        }
    }
}
