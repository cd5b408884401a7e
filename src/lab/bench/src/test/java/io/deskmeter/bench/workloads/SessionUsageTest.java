package io.deskmeter.bench.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.deskmeter.screen.program.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionUsageTest {
    @TempDir
    Path proc;

    private final List<Long> pids = new ArrayList<>();

    private void process(long pid, int userTicks, int systemTicks, long read, long written, long pssKb)
            throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        // The name may contain a bracket and spaces.
        Files.writeString(
                folder.resolve("stat"),
                pid + " (a ) b) S 1 2 3 4 5 6 7 8 9 10 " + userTicks + " " + systemTicks + " 900 900 20 0 1\n");
        Files.writeString(
                folder.resolve("io"),
                "rchar: 7\nwchar: 7\nread_bytes: " + read + "\nwrite_bytes: " + written
                        + "\ncancelled_write_bytes: 5\n");
        Files.writeString(folder.resolve("smaps_rollup"), "Rss: 99 kB\nPss:   " + pssKb + " kB\nPss_Anon: 3 kB\n");
        if (!pids.contains(pid)) {
            pids.add(pid);
        }
    }

    @Test
    void what_an_ended_process_used_still_counts() throws IOException {
        SessionUsage usage = new SessionUsage(proc, () -> pids);
        process(10, 100, 50, 4096, 0, 1000);
        process(11, 10, 0, 0, 8192, 500);
        usage.look(true);
        SessionUsage.Counters before = usage.used();
        process(10, 250, 50, 4096, 4096, 1000);
        process(11, 30, 0, 0, 8192, 500);
        usage.look(false);
        PrivateFolder.remove(proc.resolve("11"));
        process(12, 40, 0, 0, 0, 100);
        usage.look(true);

        SessionUsage.Counters used = usage.used().minus(before);

        assertThat(before.cpuSeconds()).isEqualTo(1.6, offset(1e-9));
        assertThat(used.cpuSeconds()).isEqualTo(1.5 + 0.2 + 0.4, offset(1e-9));
        assertThat(used.readBytes()).isZero();
        assertThat(used.writtenBytes()).isEqualTo(4096);
        assertThat(usage.mostPssBytes()).isEqualTo(1500 * 1024);
    }
}
