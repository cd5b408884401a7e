package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A test's machines end with its process, however that ends. */
@ResourceLock(ConcurrentTests.NETWORK)
class MachineLongIT {
    private static final Duration BOOT = Duration.ofMinutes(5);
    private static final Duration END = Duration.ofMinutes(2);
    private static final int NUMBER = 9;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /** The process of a test, until it is killed. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] args) throws Exception {
            Machine machine = Machine.start(NUMBER, Path.of(args[0]), Machine.bare());
            Files.writeString(Path.of(args[1]), machine.run("cat /etc/debian_version"));
            Thread.currentThread().join();
        }
    }

    @Test
    void aTestThatIsKilledLeavesNeitherContainerNorFilesNorNetwork() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for containers)");
        Path machines = Files.createDirectory(folder.resolve("machines"));
        Path said = folder.resolve("said");
        Path printed = folder.resolve("printed");
        Process test = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName(),
                        machines.toString(),
                        said.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            Awaitility.await("a machine").atMost(BOOT).until(() -> {
                assertThat(test.isAlive()).as("%s", Files.readString(printed)).isTrue();
                return Files.exists(said);
            });
            assertThat(containers(machines)).isNotEmpty();
            assertThat(mounts(machines)).isNotEmpty();
        } finally {
            test.destroyForcibly();
        }
        Awaitility.await("no container")
                .atMost(END)
                .untilAsserted(() -> assertThat(containers(machines)).isEmpty());
        assertThat(mounts(machines)).isEmpty();
        assertThat(Files.exists(machines.resolve("machine-" + NUMBER))).isFalse();
        assertThat(Files.exists(Path.of("/sys/class/net/dmpackages"))).isFalse();
    }

    /** Also what takes the machine away. */
    private static List<String> containers(Path folder) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()) && !line.contains(Starter.class.getName()))
                .toList();
    }

    private static List<String> mounts(Path folder) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }
}
