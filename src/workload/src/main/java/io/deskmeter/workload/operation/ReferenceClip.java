package io.deskmeter.workload.operation;

import java.util.List;

/**
 * A clip of which each frame tells its number, and each part of the sound its place. Lengths are pixels of the clip.
 *
 * <p>A marker stands on one of two rails: frame k has it {@link #step} · (k mod {@link #places}) pixels from the left
 * end of rail ⌊k / places⌋ mod 2. So frames are unique within 2 · places. The sound is
 * {@code io.deskmeter.sound.analysis.ReferenceSound} of {@link #soundSeed} and {@link #seconds}. The clip is repeated
 * without a seam: its frames are a multiple of 2 · places.
 */
public enum ReferenceClip {
    /** 32 seconds, 640x360, 30 frames a second: {@code content/clip.mp4} of the workload {@code av/sync}. */
    SYNC;

    /** As it is written in a workload. */
    public String id() {
        return "sync";
    }

    public int width() {
        return 640;
    }

    public int height() {
        return 360;
    }

    public int framesPerSecond() {
        return 30;
    }

    public int seconds() {
        return 32;
    }

    public int frames() {
        return seconds() * framesPerSecond();
    }

    public long soundSeed() {
        return 18;
    }

    /** The upper edges of the rails. */
    public List<Integer> railTops() {
        return List.of(8, 52);
    }

    public int railHeight() {
        return 32;
    }

    /** The left edge of a marker at the first place of a rail. */
    public int railLeft() {
        return 50;
    }

    /** From one place to the next. */
    public int step() {
        return 4;
    }

    /** Of a rail. */
    public int places() {
        return 120;
    }

    public int markerWidth() {
        return 64;
    }

    /** The rail on which a frame has the marker, 0 or 1. */
    public int railOf(long frame) {
        return (int) Math.floorMod(frame / places(), 2L);
    }

    /** The left edge of the marker of a frame. */
    public int markerLeft(long frame) {
        return railLeft() + step() * (int) Math.floorMod(frame, (long) places());
    }

    /** The left edge of the landmark that the first second shows. */
    public int landmarkX() {
        return 256;
    }

    /** Its upper edge. */
    public int landmarkY() {
        return 194;
    }

    /** Its width. */
    public int landmarkWidth() {
        return 128;
    }
}
