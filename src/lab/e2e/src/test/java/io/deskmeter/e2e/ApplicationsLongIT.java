package io.deskmeter.e2e;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** All included workloads, without a network. In the longer lane, for their applications are installed for it. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class ApplicationsLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void everyOperationOfEveryWorkloadSucceedsThreeTimes() throws Exception {
        WorkloadTrial.assertAllOk(folder, IncludedWorkloads.ids(), 3, Duration.ofMinutes(25));
    }
}
