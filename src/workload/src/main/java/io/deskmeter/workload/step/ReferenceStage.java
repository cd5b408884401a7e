package io.deskmeter.workload.step;

/**
 * The stages of the probe program on which gestures are measured. Lengths are pixels of the desktop.
 *
 * <p>The stage of a drag is plain grey; on it stands {@code io.deskmeter.vision.tracking.DragObject}, {@link #START}
 * pixels from its left and its upper edge. Above the {@code io.deskmeter.vision.tracking.ScrollPicture} stands the same
 * object as a sign, and beside it a scroll bar. Each notch of the wheel, each arrow key and each {@link #THUMB_STEP}
 * pixels of the thumb move the picture by {@link #SCROLL_STEP}.
 */
public final class ReferenceStage {
    /** Of the stage of a drag. */
    public static final int WIDTH = 960;

    /** Of the stage of a drag. */
    public static final int HEIGHT = 600;

    /** From the left and the upper edge of the stage to those of the object that has not been moved. */
    public static final int START = 20;

    /**
     * From the left edge of the stage of a drag to that of a video which plays on it. The object does not come near it
     * as long as it moves across and down.
     */
    public static final int VIDEO_X = 80;

    /** From the upper edge of the stage of a drag to that of a video which plays on it. */
    public static final int VIDEO_Y = 200;

    /** Of a video that plays on the stage. */
    public static final int VIDEO_WIDTH = 640;

    /** Of a video that plays on the stage. */
    public static final int VIDEO_HEIGHT = 360;

    /** The length of the longest path on it. */
    public static final int LONGEST_PATH = 7_000;

    /** The shortest move of a drag: codecs leave less than that unclear. */
    public static final int LEAST_MOVE = 4;

    /** From the sign's left edge to the picture's. */
    public static final int VIEW_X = 0;

    /** From the sign's upper edge to the picture's. */
    public static final int VIEW_Y = 140;

    /** Of the part of the picture that is seen. */
    public static final int VIEW_WIDTH = 640;

    /** Of the part of the picture that is seen. */
    public static final int VIEW_HEIGHT = 480;

    /** From the sign's left edge to that of the scroll bar, which is as high as the picture. */
    public static final int BAR_X = 660;

    /** Of the scroll bar. */
    public static final int BAR_WIDTH = 20;

    /** Height of the thumb. */
    public static final int THUMB = 20;

    /** How far the picture can be scrolled. */
    public static final int SCROLL_RANGE = 5_520;

    /** The shortest step of an application whose steps can be told apart. */
    public static final int LEAST_SCROLL_STEP = 16;

    /** How far one step scrolls the picture of the probe program. */
    public static final int SCROLL_STEP = 96;

    /** How far the thumb moves for one step. */
    public static final int THUMB_STEP = SCROLL_STEP * (VIEW_HEIGHT - THUMB) / SCROLL_RANGE;

    private ReferenceStage() {}
}
