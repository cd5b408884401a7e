package io.deskmeter.bench.ue;

import io.deskmeter.bench.golden.Codec;
import io.deskmeter.screen.Frame;
import io.deskmeter.vision.tracking.ObjectTracker;
import io.deskmeter.vision.tracking.ScrollTracker;
import io.deskmeter.workload.step.ReferenceStage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What reading the frames of a gesture costs, in CPU time of the reading thread. */
final class CostCheck {
    private static final int PICTURES = 32;
    private static final int WARM_UP = 2_000;
    private static final int ROUNDS = 20_000;
    private static final double FRAMES_PER_SECOND = 60;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MOST_MILLIS = 0.1;
    private static final double MOST_CORE_PERCENT = 0.5;
    private static final int MOVE = 4;

    private CostCheck() {}

    static List<Map<String, @Nullable Object>> rows() {
        List<Frame> drags = new ArrayList<>();
        List<Frame> scrolls = new ArrayList<>();
        for (int i = 0; i < PICTURES; i++) {
            // Forth and back, so that each picture follows its neighbour.
            int at = i < PICTURES / 2 ? i : PICTURES - i;
            drags.add(StagePictures.drag(200 + MOVE * at, 150, Codec.raw()));
            scrolls.add(StagePictures.scroll(ReferenceStage.SCROLL_STEP * at, Codec.raw()));
        }
        ObjectTracker object = new ObjectTracker(StagePictures.DRAG, 1);
        ScrollTracker picture = new ScrollTracker(StagePictures.VIEW, 1);
        return List.of(
                row("a frame of a drag", drags, object::find, FRAMES_PER_SECOND),
                row("a frame of scrolling, 10 steps a second", scrolls, picture::find, 10));
    }

    private static Map<String, @Nullable Object> row(
            String what, List<Frame> frames, Consumer<Frame> read, double perSecond) {
        for (int i = 0; i < WARM_UP; i++) {
            read.accept(frames.get(i % frames.size()));
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < ROUNDS; i++) {
            read.accept(frames.get(i % frames.size()));
        }
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        double millis = nanos / NANOS_PER_MILLI / ROUNDS;
        double core = millis * perSecond / 10; // of 1,000 ms, in percent
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "cost");
        row.put("case", what);
        row.put("cpuMsPerFrame", millis);
        row.put("corePct", core);
        row.put("pass", core <= MOST_CORE_PERCENT && (millis <= MOST_MILLIS || perSecond < FRAMES_PER_SECOND));
        return row;
    }
}
