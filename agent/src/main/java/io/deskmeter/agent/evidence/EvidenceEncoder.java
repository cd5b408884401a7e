package io.deskmeter.agent.evidence;

import io.deskmeter.agent.evidence.painter.FilmStripPainter;
import io.deskmeter.agent.evidence.painter.PngEncoder;
import io.deskmeter.agent.evidence.recorder.EvidenceReceiver;
import io.deskmeter.agent.evidence.recorder.EvidenceRequest;
import io.deskmeter.agent.evidence.recorder.FrameMoments;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.evidence.recorder.GestureRecorder;
import io.deskmeter.agent.evidence.recorder.LongestWait;
import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.evidence.recorder.TileFrameRecorder;
import io.deskmeter.agent.evidence.recorder.TileGestureRecorder;
import io.deskmeter.agent.evidence.recorder.TileSecondRecorder;
import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.agent.evidence.tile.TileStore;
import io.deskmeter.evidence.ConditionText;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.LandmarkImage;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encodes the evidence pictures of one run and passes them on, within limits. Thread-safe. */
public final class EvidenceEncoder implements FrameRecorders, EvidenceReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(EvidenceEncoder.class);

    /**
     * The pictures of an operation: the film strip, the frame before the input and the last frame. Of a second: its
     * film strip, its sound and a picture of that.
     */
    private static final int PICTURES = 3;

    private static final long LANDMARK_BYTES = 128 << 10;

    private final RunProfile.Evidence wanted;
    private final Thresholds thresholds;
    private final EvidenceLimits limits;
    private final Executor encoder;
    private final Consumer<EvidenceFile> receiver;
    private final TileStore store;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger pictures = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final Map<String, AtomicInteger> slowOfKind = new ConcurrentHashMap<>();

    /**
     * @param thresholds beyond which an operation is slow
     * @param encoder one thread: encoding one operation takes a considerable part of a second
     * @param receiver called on the encoder
     */
    public EvidenceEncoder(
            RunProfile.Evidence wanted,
            Thresholds thresholds,
            EvidenceLimits limits,
            Executor encoder,
            Consumer<EvidenceFile> receiver) {
        this.wanted = wanted;
        this.thresholds = thresholds;
        this.limits = limits;
        this.encoder = encoder;
        this.receiver = receiver;
        this.store = new TileStore(limits.memory());
    }

    @Override
    public FrameRecorder open() {
        return new TileFrameRecorder(this, store, limits.sessionMemory());
    }

    @Override
    public void failed(FailedLogon logon) {
        submit(logon.timing(), 1, () -> {}, () -> pass(List.of(logon.picture()), logon::strip));
    }

    @Override
    public SecondRecorder openSeconds() {
        return wanted == RunProfile.Evidence.FAILED
                ? SecondRecorder.NONE
                : new TileSecondRecorder(this, store, limits.sessionMemory());
    }

    @Override
    public GestureRecorder openGestures() {
        return wanted == RunProfile.Evidence.FAILED
                ? GestureRecorder.NONE
                : new TileGestureRecorder(this, store, limits.sessionMemory());
    }

    /** The number of pictures that were requested and are not kept, because a limit was reached. */
    public long dropped() {
        return dropped.get();
    }

    /** The size of all recorded frames, in bytes. */
    public long memory() {
        return store.bytes();
    }

    /** Whether to encode the pictures of this operation. Skipped operations have none. */
    @Override
    public boolean accepts(Timing timing) {
        return switch (timing.outcome()) {
            case OK ->
                switch (wanted) {
                    case ALL -> true;
                    case SLOW -> isSlow(timing) && hasRoomForSlow(timing);
                    case FAILED -> false;
                };
            case SKIPPED -> false;
            case TIMEOUT, APPLICATION_FAILED, DESKTOP_LOST, HARNESS_ERROR -> true;
        };
    }

    private boolean isSlow(Timing timing) {
        return timing.group() != Group.C
                && timing.responseNanos() > thresholds.of(timing.group()).toNanos();
    }

    private boolean hasRoomForSlow(Timing timing) {
        return hasRoomFor(timing.workload() + "/" + timing.operation(), PICTURES);
    }

    private boolean hasRoomFor(String kind, int files) {
        if (slowOfKind.computeIfAbsent(kind, k -> new AtomicInteger()).incrementAndGet() <= limits.slow()) {
            return true;
        }
        drop(files);
        return false;
    }

    @Override
    public boolean wantsSecond(double badness) {
        return wanted == RunProfile.Evidence.ALL || (wanted == RunProfile.Evidence.SLOW && badness > 0);
    }

    @Override
    public void submit(Timing timing, NotedSecond second, FrameHistory history) {
        String kind = timing.workload() + "/" + timing.operation() + " second";
        if (wanted != RunProfile.Evidence.ALL && !hasRoomFor(kind, PICTURES)) {
            history.close();
            return;
        }
        submit(timing, PICTURES, history::close, () -> encode(timing, second, history));
    }

    @Override
    public void submit(Timing timing, NotedGesture gesture, @Nullable LongestWait longest) {
        String kind = timing.workload() + "/" + timing.operation() + " gesture";
        int files = longest == null ? 1 : 2;
        Runnable release = longest == null ? () -> {} : longest.history()::close;
        boolean isWanted = wanted == RunProfile.Evidence.ALL || (gesture.isLate() && hasRoomFor(kind, files));
        if (isWanted) {
            submit(timing, files, release, () -> encode(timing, gesture, longest));
        } else {
            release.run();
        }
    }

    @Override
    public void submit(EvidenceRequest request, FrameHistory history) {
        submit(request.timing(), PICTURES, history::close, () -> encode(request, history));
    }

    /**
     * @param files that it will make, at most
     * @param release of what the encoding needs
     */
    private void submit(Timing timing, int files, Runnable release, Runnable encoding) {
        if (pictures.get() >= limits.pictures() || bytes.get() >= limits.bytes() || !queued()) {
            drop(files);
            release.run();
            return;
        }
        encoder.execute(() -> {
            try {
                encoding.run();
            } catch (Throwable e) {
                // Errors, too: Java reports missing fonts with one, and a picture that is too large with another.
                LOG.error("evidence: no pictures of {}: {}", name(timing), e.toString(), e);
                drop(files);
            } finally {
                release.run();
                waiting.decrementAndGet();
            }
        });
    }

    private boolean queued() {
        if (waiting.incrementAndGet() <= limits.waiting()) {
            return true;
        }
        waiting.decrementAndGet();
        return false;
    }

    private void encode(EvidenceRequest request, FrameHistory history) {
        Timing timing = request.timing();
        FilmStrip told = strip(request, history, List.of());
        FilmStripPainter painter = new FilmStripPainter(told, request.places(), history);
        int end = painter.end();
        List<String> singles = new ArrayList<>();
        history.print((frame, recorded) -> {
            painter.paint(frame, recorded);
            if (recorded == end || recorded == 0) {
                String which = recorded == end ? "end" : "before";
                byte[] png = PngEncoder.encode(frame, recorded == end ? request.places() : List.of());
                if (keep(timing, which, png)) {
                    String name = name(timing) + "-" + which + ".png";
                    singles.add(0, name);
                    receiver.accept(new EvidenceFile(timing, name, png, null));
                }
            }
        });
        String name = name(timing) + "-strip.png";
        List<String> files = new ArrayList<>(List.of(name));
        files.addAll(singles);
        byte[] png = PngEncoder.encode(painter.image());
        if (keep(timing, "strip", png)) {
            receiver.accept(new EvidenceFile(timing, name, png, strip(request, history, files)));
        }
    }

    private FilmStrip strip(EvidenceRequest request, FrameHistory history, List<String> files) {
        return new FilmStrip(
                request.timing(),
                why(request.timing()),
                ConditionText.of(request.condition()),
                request.places().stream().map(EvidenceEncoder::words).toList(),
                FrameMoments.of(history.recordedFrames(), request.timing()),
                ConditionText.landmarks(request.condition()).stream()
                        .map(landmark -> landmark(request.folder(), landmark))
                        .toList(),
                files);
    }

    private void encode(Timing timing, NotedSecond second, FrameHistory history) {
        pass(
                SecondFiles.of(name(timing) + "-worst", timing, second, history),
                files -> SecondFiles.strip(timing, second, history, files));
    }

    private void encode(Timing timing, NotedGesture gesture, @Nullable LongestWait longest) {
        pass(
                GestureFiles.of(name(timing) + "-gesture", timing, gesture, longest),
                files -> GestureFiles.strip(timing, gesture, longest, files));
    }

    /**
     * What fits is sent; the last file carries the description of all.
     *
     * @param description of the files that are kept
     */
    private void pass(List<EvidenceFile> made, Function<List<EvidenceFile>, FilmStrip> description) {
        List<EvidenceFile> files = made.stream()
                .filter(file -> keep(file.timing(), file.name(), file.content()))
                .toList();
        if (files.isEmpty()) {
            return;
        }
        FilmStrip strip = description.apply(files);
        EvidenceFile last = files.get(files.size() - 1);
        files.subList(0, files.size() - 1).forEach(receiver);
        receiver.accept(new EvidenceFile(last.timing(), last.name(), last.content(), strip));
    }

    static String words(Rect place) {
        return place.width() + "x" + place.height() + " at " + place.x() + "," + place.y();
    }

    private static LandmarkImage landmark(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            return new LandmarkImage(name, Files.size(file) <= LANDMARK_BYTES ? Files.readAllBytes(file) : new byte[0]);
        } catch (IOException e) {
            LOG.warn("evidence: the landmark {} is not shown: {}", file, e.toString());
            return new LandmarkImage(name, new byte[0]);
        }
    }

    private String why(Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            return timing.outcome().label();
        }
        return isSlow(timing) ? "slower than " + seconds(thresholds.of(timing.group())) : "ok";
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3g s", duration.toNanos() / 1e9);
    }

    private boolean keep(Timing timing, String which, byte[] content) {
        boolean fits = content.length <= limits.pictureBytes()
                && bytes.get() + content.length <= limits.bytes()
                && pictures.get() < limits.pictures();
        if (fits) {
            // Only the encoder's thread adds to these. A file that does not fit leaves its room to smaller ones.
            bytes.addAndGet(content.length);
            pictures.incrementAndGet();
        } else {
            LOG.debug("evidence: {} of {} does not fit: {} bytes", which, name(timing), content.length);
            drop(1);
        }
        return fits;
    }

    private void drop(int shots) {
        if (dropped.getAndAdd(shots) == 0) {
            LOG.warn("evidence: a limit is reached ({}); pictures beyond it are counted only", limits);
        }
    }

    private static String name(Timing timing) {
        return EvidenceFileName.beginning(timing.session())
                + String.format(
                        Locale.ROOT,
                        "%04d-%s-%s-%s",
                        timing.sequence(),
                        timing.workload().replace('/', '-'),
                        timing.operation(),
                        timing.outcome().label());
    }
}
