package io.deskmeter.screen;

/**
 * A rectangle in pixels from the top left, possibly empty.
 *
 * @param width ≥ 0
 * @param height ≥ 0
 */
public record Rect(int x, int y, int width, int height) {
    public Rect {
        if (width < 0 || height < 0) {
            throw new IllegalArgumentException("size: " + width + "x" + height + " (expected: >= 0x0)");
        }
    }

    public boolean isEmpty() {
        return width == 0 || height == 0;
    }

    /** First column right of the rectangle. */
    public int right() {
        return x + width;
    }

    /** First row below the rectangle. */
    public int bottom() {
        return y + height;
    }

    public boolean intersects(Rect other) {
        return !intersection(other).isEmpty();
    }

    /** The common part; empty if there is none. */
    public Rect intersection(Rect other) {
        int left = Math.max(x, other.x);
        int top = Math.max(y, other.y);
        int w = Math.max(0, Math.min(right(), other.right()) - left);
        int h = Math.max(0, Math.min(bottom(), other.bottom()) - top);
        return new Rect(left, top, w, h);
    }

    /** The smallest rectangle that holds both; an empty one adds nothing. */
    public Rect union(Rect other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        int left = Math.min(x, other.x);
        int top = Math.min(y, other.y);
        return new Rect(left, top, Math.max(right(), other.right()) - left, Math.max(bottom(), other.bottom()) - top);
    }

    /** Grown (or shrunk, if negative) by so many pixels on each side. */
    public Rect grow(int left, int above, int right, int below) {
        return new Rect(x - left, y - above, Math.max(0, width + left + right), Math.max(0, height + above + below));
    }

    @Override
    public String toString() {
        return width + "x" + height + "+" + x + "+" + y;
    }
}
