package io.deskmeter.agent.pairing;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.Optional;

/** Reads the code that a display shows. On the executor of the screen only. */
public final class PairingCodeReader implements AutoCloseable {
    private static final Template SQUARE = template();
    private static final int WHITE = 0xFFFFFF;

    /** The largest grey of a black cell and the smallest of a white cell; a code with greys in between is not read. */
    private static final int DARK = 85;

    private static final int LIGHT = 170;

    /** The edge of a cell may be blurred. */
    private static final int EDGE = 3;

    private final TemplateMatcher matcher;
    private Optional<Rect> place = Optional.empty();

    public PairingCodeReader(MatcherBuffers matcherBuffers) {
        this.matcher = new TemplateMatcher(matcherBuffers);
    }

    private static Template template() {
        int side = PairingPicture.SIDE;
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                image.setRGB(x, y, WHITE);
            }
        }
        for (Rect cell : PairingPicture.square(0)) {
            for (int y = cell.y(); y < cell.bottom(); y++) {
                for (int x = cell.x(); x < cell.right(); x++) {
                    image.setRGB(x, y, 0);
                }
            }
        }
        try {
            return Template.of("pairing code", image);
        } catch (TemplateException e) {
            throw new IllegalStateException("pairing code (expected: a picture that serves)", e);
        }
    }

    /** Processes an update; returns the code that the display shows now, if it is complete. */
    public Optional<PairingCode> read(FrameUpdate update) {
        matcher.see(update);
        Match match = matcher.find(SQUARE);
        place = match.found() ? Optional.of(match.place()) : Optional.empty();
        return match.found() ? read(update.frame(), match.place()) : Optional.empty();
    }

    /** Where the last update had the square of a code; empty if it had none. */
    public Optional<Rect> place() {
        return place;
    }

    private static Optional<PairingCode> read(Frame frame, Rect square) {
        boolean[] bits = new boolean[PairingCode.BITS];
        for (int i = 0; i < bits.length; i++) {
            Rect cell = PairingPicture.cell(i);
            Rect place = new Rect(square.x() + cell.x(), square.y() + cell.y(), cell.width(), cell.height());
            if (place.right() > frame.width() || place.bottom() > frame.height()) {
                return Optional.empty();
            }
            int grey = grey(frame, place);
            if (grey > DARK && grey < LIGHT) {
                return Optional.empty();
            }
            bits[i] = grey <= DARK;
        }
        return PairingCode.of(bits);
    }

    private static int grey(Frame frame, Rect cell) {
        int[] pixels = frame.pixels();
        int sum = 0;
        int count = 0;
        for (int y = cell.y() + EDGE; y < cell.bottom() - EDGE; y++) {
            for (int x = cell.x() + EDGE; x < cell.right() - EDGE; x++) {
                int pixel = pixels[y * frame.width() + x];
                sum += (pixel >> 16 & 0xFF) + (pixel >> 8 & 0xFF) + (pixel & 0xFF);
                count += 3;
            }
        }
        return sum / count;
    }

    /** Frees its memory; idempotent. */
    @Override
    public void close() {
        matcher.close();
    }
}
