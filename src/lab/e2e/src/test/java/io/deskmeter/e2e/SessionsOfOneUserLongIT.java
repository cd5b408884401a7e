package io.deskmeter.e2e;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions of one user start any included application at the same time. In the longer lane, for their applications are
 * installed for it.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class SessionsOfOneUserLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    static List<String> workloads() {
        return IncludedWorkloads.chosen();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void noSessionDisturbsAnother(String id) throws Exception {
        SessionsOfOneUserIT.assertUndisturbed(folder.resolve("s"), id);
    }
}
