package io.deskmeter.bench.ue;

import io.deskmeter.bench.golden.Codec;
import io.deskmeter.vision.tracking.ScrollTracker;
import io.deskmeter.workload.step.ReferenceStage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Known offsets of the scrolled picture against those that are read. */
final class ScrollCheck {
    private static final double MOST_ERROR = 1;

    private ScrollCheck() {}

    static Map<String, @Nullable Object> row(Codec codec, int trials, SplittableRandom random) {
        ScrollTracker tracker = new ScrollTracker(StagePictures.VIEW, 1);
        double error = 0;
        int unread = 0;
        int torn = 0;
        for (int trial = 0; trial < trials; trial++) {
            int offset = random.nextInt(ReferenceStage.SCROLL_RANGE + 1);
            Optional<ScrollTracker.Offset> found = tracker.find(StagePictures.scroll(offset, codec));
            unread += found.isEmpty() ? 1 : 0;
            torn += found.filter(ScrollTracker.Offset::torn).isPresent() ? 1 : 0;
            error = Math.max(
                    error, found.map(read -> Math.abs(read.offset() - offset)).orElse(0.0));
        }
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "scroll");
        row.put("case", codec.name());
        row.put("moves", trials);
        row.put("placeErrorMaxPx", error);
        row.put("framesUnread", unread);
        row.put("framesTorn", torn);
        row.put("pass", error <= MOST_ERROR && unread == 0 && torn == 0);
        return row;
    }
}
