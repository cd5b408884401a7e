package io.deskmeter.controller.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.TimingPoint;
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
        ColumnsFile.write(RandomRun.columns(points), file);
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
        ColumnsFile.write(RandomRun.columns(List.of()), file);
        assertThat(ColumnsFile.read(file).orElseThrow().size()).isZero();
    }

    @Test
    void aFileThatIsNotWholeOrNotOursCountsAsNone(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("timings.columns");
        assertThat(ColumnsFile.read(file)).isEmpty();
        ColumnsFile.write(RandomRun.columns(RandomRun.points(2, 3, 20)), file);
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
}
