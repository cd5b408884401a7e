package io.deskmeter.agent.clip;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.FrameNumberReader;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which frame of a clip came when. Numbers are unwrapped: they count on when the marker begins again. Used by one
 * thread.
 */
public final class FrameTrack {
    /** Frames go back by a few at most; what looks like more is further on. */
    private static final int MOST_BACK = 20;

    private static final double NANOS_PER_SECOND = 1e9;
    /** Within so much of the time between two frames the pieces of one are complete. */
    private static final double FRAME_SHARE = 0.5;

    private final ReferenceClip clip;
    private final FrameNumberReader rails;
    private final int turn;
    private final List<Shown> shown = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    /** How long before a frame a part of it may be seen. */
    private final long pieces;
    /** Where the reasons begin why nothing could be read since the last frame. */
    private int firstUnread;

    private long lastAt;

    /**
     * A frame of the clip that was not shown before.
     *
     * @param number from 0
     * @param at its arrival, in monotonic nanoseconds
     * @param before arrival of the last update of the screen that did not show it
     */
    record Shown(long number, long at, long before) {}

    /** A frame of the screen whose number could not be read. */
    record Unread(long at, String reason) {}

    private FrameTrack(ReferenceClip clip, double scale, double left, double top) {
        FrameNumberReader.Layout layout = new FrameNumberReader.Layout(
                clip.railTops(), clip.railHeight(), clip.railLeft(), clip.step(), clip.places(), clip.markerWidth());
        this.clip = clip;
        this.rails = new FrameNumberReader(layout, scale, left, top);
        this.turn = 2 * clip.places();
        this.pieces = (long) (FRAME_SHARE * NANOS_PER_SECOND / clip.framesPerSecond());
    }

    /** Of a clip whose landmark is shown at a place of the screen, which tells the clip's place and its size. */
    public static FrameTrack at(Rect landmark, ReferenceClip clip) {
        double scale = (double) landmark.width() / clip.landmarkWidth();
        return new FrameTrack(
                clip, scale, landmark.x() - clip.landmarkX() * scale, landmark.y() - clip.landmarkY() * scale);
    }

    /** Of a clip that is shown pixel by pixel, with its upper left corner at a place of the screen. */
    public static FrameTrack unscaled(ReferenceClip clip, int left, int top) {
        return new FrameTrack(clip, 1, left, top);
    }

    /** The screen before the input. */
    public void begin(Frame frame, long now) {
        lastAt = now;
        read(frame, now);
    }

    void see(FrameUpdate update) {
        if (update.damage().stream().anyMatch(rails.area()::intersects)) {
            read(update.frame(), update.arrivedAt());
        }
        lastAt = update.arrivedAt();
    }

    private void read(Frame frame, long at) {
        FrameNumberReader.Reading reading = rails.read(frame);
        if (reading instanceof FrameNumberReader.Reading.FrameNumber number) {
            complete(at);
            take(number.value(), at);
        } else if (reading instanceof FrameNumberReader.Reading.Unread reason) {
            unread.add(new Unread(at, reason.reason()));
        }
    }

    /** A screen may show a frame in pieces: what could not be read since just before it came is a part of it. */
    private void complete(long at) {
        if (firstUnread < unread.size() && at - unread.get(firstUnread).at <= pieces) {
            unread.subList(firstUnread, unread.size()).clear();
        }
        firstUnread = unread.size();
    }

    private void take(int value, long at) {
        if (shown.isEmpty()) {
            shown.add(new Shown(value, at, lastAt));
            return;
        }
        Shown last = shown.get(shown.size() - 1);
        long number = last.number + Math.floorMod(value - last.number + MOST_BACK, (long) turn) - MOST_BACK;
        // Half a turn later only the time tells how often the marker began again.
        double due = last.number + (at - last.at) / NANOS_PER_SECOND * clip.framesPerSecond();
        if (due - last.number > turn / 2.0) {
            number += turn * Math.max(0, Math.round((due - number) / turn));
        }
        if (number > last.number) {
            shown.add(new Shown(number, at, lastAt));
        }
    }

    /** Where the rails are on the screen. */
    Rect area() {
        return rails.area();
    }

    /** In the order of their arrival; the first is what the screen showed before the input. */
    List<Shown> shown() {
        return shown;
    }

    List<Unread> unread() {
        return unread;
    }

    /**
     * The position of the clip at an instant, in seconds, if it went on since the last frame as it should; empty while
     * no frame has moved.
     */
    Optional<Double> secondsAt(long instant) {
        if (shown.size() < 2) {
            return Optional.empty();
        }
        Shown last = shown.get(shown.size() - 1);
        return Optional.of(last.number / (double) clip.framesPerSecond() + (instant - last.at) / NANOS_PER_SECOND);
    }
}
