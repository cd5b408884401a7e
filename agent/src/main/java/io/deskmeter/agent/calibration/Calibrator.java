package io.deskmeter.agent.calibration;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/** Makes a calibration: has the workloads worked until no further landmark is missing. */
public final class Calibrator {
    /** Each captures what the one before could not reach; workloads with more landmarks in a row are rare. */
    private static final int MOST_ROUNDS = 6;

    /** Works the workloads once. */
    public interface Round {
        /**
         * Returns when all have been worked.
         *
         * @param workloads that wait for less than the real ones
         * @param calibration captured so far
         */
        void work(List<Workload> workloads, Calibration calibration, FrameRecorders recorders) throws Exception;
    }

    private final List<Workload> workloads;
    private final Calibration base;
    private final LandmarkCapturer capturer;

    /**
     * @param base its name, date and display, and the pictures of other workloads, which are kept
     * @param places of landmarks, in place of a search
     */
    public Calibrator(List<Workload> workloads, Calibration base, Map<String, Rect> places, MatcherBuffers buffers) {
        this.workloads = List.copyOf(workloads);
        this.base = base;
        Map<String, Set<String>> named = new HashMap<>();
        // The window of a handler may never come.
        workloads.forEach(workload -> named.put(workload.id(), Landmarks.named(workload.withHandlers(List.of()))));
        this.capturer = new LandmarkCapturer(workloads, named, places, buffers);
    }

    /** Works a round that only opens the applications, and whole ones until one captures nothing; returns how many. */
    public int work(Round round) throws Exception {
        List<Workload> resting = workloads.stream().map(SettleFallback::of).toList();
        List<Workload> opening = resting.stream().map(SettleFallback::opening).toList();
        ExecutorService judging = AgentThreads.single("judging");
        try {
            for (int n = 1; n < MOST_ROUNDS; n++) {
                int before = capturer.count();
                boolean first = n == 1;
                round.work(
                        first ? opening : resting,
                        calibration(),
                        () -> new OperationEndRecorder(end -> judging.execute(() -> capturer.operationEnded(end))));
                // What was handed over before this is judged when this is reached.
                CompletableFuture.runAsync(() -> {}, judging).get();
                if (!first && capturer.count() == before) {
                    return n;
                }
            }
            return MOST_ROUNDS;
        } finally {
            judging.shutdown();
        }
    }

    /** With what has been captured so far. */
    public Calibration calibration() {
        List<String> ids = workloads.stream().map(Workload::id).toList();
        return new Calibration(
                base.name(),
                base.date(),
                base.display(),
                Stream.concat(
                                base.pictures().stream().filter(picture -> !ids.contains(picture.workload())),
                                capturer.all().stream().map(Capture::picture))
                        .toList());
    }

    /** What was captured, in the order of the work. */
    public List<Capture> captures() {
        return capturer.all();
    }

    /** Landmarks that were not found and could not be captured, with the reason. */
    public List<String> missed() {
        return capturer.missed();
    }

    /** Today's calibration without pictures. */
    public static Calibration empty(String name, LocalDate date, String display) {
        return new Calibration(name, date, display, List.of());
    }
}
