package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ingest.EvidenceQuota.Limits;
import io.deskmeter.controller.ingest.EvidenceQuota.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceQuotaTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final AtomicLong free = new AtomicLong(10_000);
    private final AtomicLong now = new AtomicLong();

    private EvidenceQuota quota() {
        return new EvidenceQuota(
                folder,
                new Limits(1_000, 4, 2_000, 500),
                free::get,
                run -> run.equals("described") ? 900 : 0,
                now::get);
    }

    private void picture(String run, String name, int bytes) throws Exception {
        Files.write(Files.createDirectories(folder.resolve(run)).resolve(name), new byte[bytes]);
    }

    @Test
    void aRunHasABoundOfBytesAndOfFiles() throws Exception {
        EvidenceQuota quota = quota();
        assertThat(quota.take("r-1", 600)).isEmpty();
        assertThat(quota.take("r-1", 401)).contains(Refusal.RUN);
        quota.giveBack("r-1", 600);
        for (int i = 0; i < 4; i++) {
            assertThat(quota.take("r-1", 10)).isEmpty();
        }
        assertThat(quota.take("r-1", 10)).contains(Refusal.RUN);
        assertThat(quota.take("described", 101)).contains(Refusal.RUN);
        assertThat(quota.take("described", 100)).isEmpty();
    }

    @Test
    void whatWasStoredBeforeARestartCounts() throws Exception {
        picture("r-1", "a.png", 900);
        assertThat(quota().take("r-1", 101)).contains(Refusal.RUN);
        picture("r-2", "a.png", 950);
        assertThat(quota().take("r-3", 151)).contains(Refusal.TOTAL);
    }

    @Test
    void whatIsDeletedMakesRoomForAllRunsAfterAWhile() throws Exception {
        picture("r-1", "a.png", 1_000);
        picture("r-2", "a.png", 1_000);
        EvidenceQuota quota = quota();
        assertThat(quota.take("r-3", 100)).contains(Refusal.TOTAL);
        Files.delete(folder.resolve("r-1/a.png"));
        Files.delete(folder.resolve("r-1"));
        assertThat(quota.take("r-3", 100)).contains(Refusal.TOTAL);
        now.addAndGet(31_000_000_000L);
        assertThat(quota.take("r-3", 100)).isEmpty();
    }

    @Test
    void theRestOfTheDiskIsLeftToTheTimings() throws Exception {
        EvidenceQuota quota = quota();
        free.set(599);
        assertThat(quota.take("r-1", 100)).contains(Refusal.DISK);
        free.set(600);
        assertThat(quota.take("r-1", 100)).isEmpty();
    }

    @Test
    void sharesOfTheDiskNeedNoSetting() {
        assertThat(Limits.of(100L << 30)).isEqualTo(new Limits(10L << 30, 100_000, 50L << 30, 2L << 30));
    }
}
