package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.RunProfile;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encodes the pictures of one run and gives them away, within limits. Thread-safe. */
public final class Darkroom implements FilmSource {
    private static final Logger LOG = LoggerFactory.getLogger(Darkroom.class);

    private final RunProfile.Evidence wanted;
    private final EvidenceLimits limits;
    private final Executor encoder;
    private final Consumer<Picture> receiver;
    private final FrameStock stock;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger pictures = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger dropped = new AtomicInteger();

    /**
     * @param encoder one thread of low priority: encoding a picture takes a tenth of a second
     * @param receiver called on the encoder
     */
    public Darkroom(RunProfile.Evidence wanted, EvidenceLimits limits, Executor encoder, Consumer<Picture> receiver) {
        this.wanted = wanted;
        this.limits = limits;
        this.encoder = encoder;
        this.receiver = receiver;
        this.stock = new FrameStock(limits.framesInUse());
    }

    @Override
    public Film open() {
        return new FrameFilm(this, wanted == RunProfile.Evidence.ALL);
    }

    /** Pictures that were wanted and are not kept, because a limit was reached. */
    public int dropped() {
        return dropped.get();
    }

    /** Nobody looks at what was not worked. */
    boolean wants(Outcome outcome) {
        return switch (outcome) {
            case OK -> wanted == RunProfile.Evidence.ALL;
            case SKIPPED -> false;
            case TIMEOUT, APPLICATION_FAILED, DESKTOP_LOST, HARNESS_ERROR -> true;
        };
    }

    /** Takes the frame before over, where there is one; copies the other. */
    void develop(Timing timing, @Nullable Frame before, Frame end, List<Rect> places) {
        int shots = before == null ? 1 : 2;
        if (pictures.get() >= limits.pictures() || bytes.get() >= limits.bytes() || !queued()) {
            drop(shots);
            release(before);
            return;
        }
        Frame last = end.copy();
        encoder.execute(() -> {
            try {
                if (before != null) {
                    encode(timing, "before", before, places);
                }
                encode(timing, "end", last, places);
            } finally {
                release(before);
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

    /** A copy from the bounded stock, null where it is exhausted. */
    @Nullable
    Frame borrow(Frame frame) {
        return stock.borrow(frame);
    }

    /** Frames that films and the encoder hold. */
    int framesLent() {
        return stock.lent();
    }

    void release(@Nullable Frame borrowed) {
        if (borrowed != null) {
            stock.giveBack(borrowed);
        }
    }

    private void encode(Timing timing, String which, Frame frame, List<Rect> places) {
        byte[] png = Pngs.encode(frame, places);
        boolean fits = png.length <= limits.pictureBytes()
                && bytes.addAndGet(png.length) <= limits.bytes()
                && pictures.incrementAndGet() <= limits.pictures();
        if (fits) {
            receiver.accept(new Picture(timing, name(timing, which), png));
        } else {
            drop(1);
        }
    }

    private void drop(int shots) {
        if (dropped.getAndAdd(shots) == 0) {
            LOG.warn("evidence: the limit is reached ({}); further pictures are counted only", limits);
        }
    }

    private static String name(Timing timing, String which) {
        return String.format(
                java.util.Locale.ROOT,
                "s%03d-%04d-%s-%s-%s-%s.png",
                timing.session(),
                timing.sequence(),
                timing.workload().replace('/', '-'),
                timing.operation(),
                timing.outcome().label(),
                which);
    }
}
