package io.deskmeter.workload.step;

/**
 * A rectangle of a session's desktop, in pixels from the top left.
 *
 * @param width ≥ 1
 * @param height ≥ 1
 */
public record ScreenRect(int x, int y, int width, int height) {
    /** As messages name rectangles, and documents write them: {@code 120x20+1150+770}. */
    @Override
    public String toString() {
        return width + "x" + height + "+" + x + "+" + y;
    }
}
