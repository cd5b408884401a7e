package io.deskmeter.e2e;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Workloads of other applications than the office suite, without a network: each starts with its prepared profile, and
 * a second time with what the first start left behind.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class ApplicationsIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void everyOperationSucceedsTwiceWithoutANetwork() throws Exception {
        WorkloadTrial.assertAllOk(
                folder, List.of("web/document", "pdf/reader", "archive/compress"), 2, Duration.ofMinutes(6));
    }
}
