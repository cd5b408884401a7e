package io.deskmeter.controller.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import io.deskmeter.controller.report.TimingPoint;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnsFileTest {
    @Test
    void whatIsWrittenComesBackAsTheStoreHadIt(@TempDir Path folder) throws Exception {
        List<TimingPoint> points = RandomRun.points(1, 5, 80);
        Path run = Files.createDirectories(folder.resolve("run"));
        Path file = run.resolve("timings.columns");
        RandomRun.write(points, points.size() + 17, file);
        RunColumns read = ColumnsFile.read(file).orElseThrow();
        assertThat(IntStream.range(0, read.size()).mapToObj(read::view))
                .containsExactlyElementsOf(points.stream().map(TimingView::of).toList());
        assertThat(read.points())
                .extracting(TimingView::of)
                .containsExactlyElementsOf(points.stream().map(TimingView::of).toList());
        assertThat(run.toFile().list()).containsExactly("timings.columns");
    }

    @Test
    void aRunWithoutTimingsIsARun(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("timings.columns");
        RandomRun.write(List.of(), 1, file);
        assertThat(ColumnsFile.read(file).orElseThrow().size()).isZero();
    }

    @Test
    void aFileThatIsNotWholeOrNotOursCountsAsNone(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("timings.columns");
        assertThat(ColumnsFile.read(file)).isEmpty();
        RandomRun.write(RandomRun.points(2, 3, 20), 60, file);
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 7, 30, whole.length / 2, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(ColumnsFile.read(file)).as("%s bytes", length).isEmpty();
        }
        for (int place : new int[] {0, 5, 9, 20, whole.length / 2, whole.length - 1}) {
            byte[] changed = whole.clone();
            changed[place] ^= 4;
            Files.write(file, changed);
            assertThat(ColumnsFile.read(file)).as("byte %s changed", place).isEmpty();
        }
        Files.write(file, whole);
        assertThat(ColumnsFile.read(file)).isPresent();
    }

    @Test
    void whatDoesNotFitIsReportedRatherThanCut(@TempDir Path folder) {
        assertThatThrownBy(() -> RandomRun.write(RandomRun.points(2, 3, 20), 59, folder.resolve("timings.columns")))
                .isInstanceOf(ColumnsFile.FullException.class)
                .hasMessageContaining("more than 59 timings");
    }

    /** A file that is deleted while it is read is read on, and its room is free when it is given back. */
    @Test
    void columnsOutliveTheirFile(@TempDir Path folder) throws Exception {
        List<TimingPoint> points = RandomRun.points(3, 4, 50);
        Path file = folder.resolve("timings.columns");
        RunColumns columns = RandomRun.write(points, points.size(), file);
        Files.delete(file);
        assertThat(columns.isMapped()).isTrue();
        assertThat(columns.points())
                .extracting(TimingView::of)
                .containsExactlyElementsOf(points.stream().map(TimingView::of).toList());
        Path maps = Path.of("/proc/self/maps");
        assumeThat(maps).isReadable();
        assertThat(mapped(maps, file)).isTrue();
        columns.unmap();
        assertThat(mapped(maps, file)).isFalse();
    }

    private static boolean mapped(Path maps, Path file) throws IOException {
        return Files.readString(maps).contains(file.toString());
    }

    /**
     * Neither creating nor reading columns needs heap for each timing. Ten million, in a heap that could not hold a
     * tenth of them: {@code -Dcolumns.timings=10000000 -DargLine=-Xmx160m}.
     */
    @Test
    void aRunOfManyTimingsTakesNoHeap(@TempDir Path folder) throws Exception {
        int most = Integer.getInteger("columns.timings", 400_000);
        List<TimingPoint> some = RandomRun.points(4, 20, 50);
        Path file = folder.resolve("timings.columns");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long began = System.nanoTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        RunColumns columns;
        try (ColumnsFile.Writer writer = new ColumnsFile.Writer(file, most)) {
            ColumnsBuilder builder = new ColumnsBuilder(writer);
            for (int i = 0; i < most / some.size(); i++) {
                RandomRun.addAll(some, builder);
            }
            columns = writer.finish(builder);
        }
        long written = System.nanoTime();
        columns.unmap();
        columns = ColumnsFile.read(file).orElseThrow();
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        long opened = System.nanoTime();
        assertThat(columns.size()).isEqualTo(most / some.size() * some.size());
        assertThat(allocated / (double) most).as("bytes for each timing").isLessThan(60);
        Distribution distribution = Distribution.of(columns, GroupBy.GROUP, 2, point -> List.of());
        assertThat(distribution.lines()).isNotEmpty();
        System.getLogger("columns")
                .log(
                        System.Logger.Level.INFO,
                        "{0} timings: written in {1} ms, opened in {2} ms, distribution in {3} ms, {4} bytes allocated for each",
                        most,
                        (written - began) / 1_000_000,
                        (opened - written) / 1_000_000,
                        (System.nanoTime() - opened) / 1_000_000,
                        allocated / most);
        columns.unmap();
    }
}
