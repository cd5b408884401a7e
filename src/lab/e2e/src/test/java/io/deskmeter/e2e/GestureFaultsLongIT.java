package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What goes wrong with a drag on a real desktop has one clear outcome, and the X server says afterwards that no button
 * is pressed. In the longer lane, for it takes a minute.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class GestureFaultsLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private FaultyDrag drag(FaultyDrag.Fault fault, TestReporter reporter) throws Exception {
        FaultyDrag drag = FaultyDrag.make(folder.resolve("s"), fault);
        reporter.publishEntry(fault.name(), drag.toString());
        assertThat(drag.buttons()).as("pressed buttons after %s", drag).isZero();
        return drag;
    }

    private static List<Sample> lags(FaultyDrag drag) {
        return drag.samples().stream()
                .filter(sample -> sample.metric().equals("drag-lag"))
                .toList();
    }

    /** The drag has failed, with what was seen and expected, and nothing of it was measured. */
    private static void hasFailed(FaultyDrag drag, String... words) {
        Timing timing = drag.timing();
        assertThat(timing.outcome()).isEqualTo(Outcome.APPLICATION_FAILED);
        assertThat(timing.detail()).contains(words);
        assertThat(lags(drag)).isEmpty();
    }

    @Test
    void aPointerThatIsNotAbsoluteIsRefused(TestReporter reporter) throws Exception {
        hasFailed(drag(FaultyDrag.Fault.RELATIVE_POINTER, reporter), "the object is at", "expected:");
    }

    @Test
    void anObjectThatIsCoveredIsNotDragged(TestReporter reporter) throws Exception {
        hasFailed(drag(FaultyDrag.Fault.COVERED_BEFORE, reporter), "is not on the screen", "expected:");
    }

    /** Samples of what nobody could see are unknown, and never 0. */
    @Test
    void aScreenThatIsLockedInMidDragMakesItUnknown(TestReporter reporter) throws Exception {
        FaultyDrag drag = drag(FaultyDrag.Fault.COVERED_IN_MID_DRAG, reporter);

        assertThat(drag.timing().outcome()).isEqualTo(Outcome.OK);
        assertThat(lags(drag))
                .hasSize(300)
                .allSatisfy(sample -> assertThat(sample.unknown()).contains("the object was not found for"));
    }

    @Test
    void aProgramThatIsKilledInMidDragHasFailed(TestReporter reporter) throws Exception {
        hasFailed(drag(FaultyDrag.Fault.KILLED_IN_MID_DRAG, reporter), "exited with 137");
    }
}
