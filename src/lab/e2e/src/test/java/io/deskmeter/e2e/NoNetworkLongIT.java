package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each included workload works without a network, and nothing of it tries to look up a name or to reach another
 * machine. In the longer lane, for it takes minutes for each.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class NoNetworkLongIT {
    /**
     * For so long each application is open: what programs ask of a network on their own, they ask a while after their
     * start.
     */
    private static final Duration OPEN = Duration.ofSeconds(100);

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    static List<String> workloads() {
        return IncludedWorkloads.chosen();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void nothingIsLookedUpAndNoOtherMachineIsTried(String id) throws Exception {
        Workload workload = IncludedWorkloads.load(id);
        SocketTrace trace = WorkloadTrial.record(folder, id, OPEN.dividedBy(operations(workload)), LIMIT);

        assertThat(trace.programs()).as("programs that were recorded").anyMatch(program -> program.endsWith("/Xvnc"));
        assertThat(trace.connections()).as("connections that were recorded").isPositive();
        assertThat(trace.attempts()).isEmpty();
    }

    private static int operations(Workload workload) {
        return workload.operations().stream()
                .map(Operation::occurrences)
                .mapToInt(List::size)
                .sum();
    }

    /** Who looks up a name is found by the same recorder. */
    @Test
    void aProgramThatLooksUpANameIsFound() throws Exception {
        Path file = folder.resolve("trace");
        List<String> command = WithoutNetwork.around(SocketTrace.recording(file));
        command.addAll(List.of("sh", "-c", "getent ahosts name.invalid; true"));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();

        assertThat(SocketTrace.read(file).attempts()).isNotEmpty().allSatisfy(attempt -> {
            assertThat(attempt.program()).endsWith("/getent");
            assertThat(attempt.address()).endsWith(" port 53");
        });
    }
}
