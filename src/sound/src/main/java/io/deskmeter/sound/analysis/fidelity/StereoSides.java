package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.ReferenceSound;

/** Finds on which sides the sides of the reference are heard. */
final class StereoSides {
    /** What codecs and noise change: what is not the reference adds little over half a second. */
    private static final double UNCERTAINTY = 0.02;

    private double leftLeft;
    private double leftRight;
    private double rightLeft;
    private double rightRight;
    private double squareLeft;
    private double squareRight;
    private double both;

    /** Adds a part. */
    void add(HeardSecond heard, int from, int count, ReferenceSound reference, long position) {
        for (int i = 0; i < count; i++) {
            double left = reference.sample(position + i, 0);
            double right = reference.sample(position + i, 1);
            squareLeft += left * left;
            squareRight += right * right;
            both += left * right;
            leftLeft += heard.left()[from + i] * left;
            leftRight += heard.left()[from + i] * right;
            rightLeft += heard.right()[from + i] * left;
            rightRight += heard.right()[from + i] * right;
        }
    }

    Figure figure(HeardSecond heard) {
        if (!heard.isStereo()) {
            return Figure.unknown("the sound has one channel");
        }
        double own = square(weight(leftLeft, leftRight, squareLeft, squareRight))
                + square(weight(rightRight, rightLeft, squareRight, squareLeft));
        double other = square(weight(leftRight, leftLeft, squareRight, squareLeft))
                + square(weight(rightLeft, rightRight, squareLeft, squareRight));
        if (own + other < 1e-30) {
            return Figure.unknown("neither side is heard");
        }
        return Figure.known((own - other) / (own + other), UNCERTAINTY);
    }

    /** How much of one side of the reference there is, after what the other side explains (least squares). */
    private double weight(double withThis, double withOther, double squareThis, double squareOther) {
        return (withThis * squareOther - withOther * both) / Math.max(squareThis * squareOther - both * both, 1e-30);
    }

    private static double square(double value) {
        return value * value;
    }
}
