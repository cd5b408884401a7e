package io.deskmeter.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessTreeTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

    private static Process busyChild() throws Exception {
        // A child of a child that has been reaped by it, and one that is still running.
        return new ProcessBuilder("bash", "-c", "timeout 0.5 sh -c 'while :; do :; done'; echo done; read x")
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void countsEndedAndRunningChildren() throws Exception {
        Process child = busyChild();
        try {
            ProcessTree tree = new ProcessTree(child.toHandle(), "read");
            assertThat((char) child.getInputStream().read()).isEqualTo('d');
            await().until(() -> child.descendants().findAny().isEmpty());
            assertThat(tree.cpuNanos().own()).isBetween(2 * TICK, TimeUnit.SECONDS.toNanos(1));
        } finally {
            child.destroy();
            child.waitFor();
        }
    }

    @Test
    void findsThisProcess() throws Exception {
        ProcessTree own = new ProcessTree(ProcessHandle.current(), "none");
        var bean = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = bean.getProcessCpuTime() - 10 * TICK;
        assertThat(own.cpuNanos().own()).isBetween(before, before + TimeUnit.SECONDS.toNanos(2));
        assertThat(own.pssBytes().own()).isBetween(10L << 20, 4L << 30);
    }
}
