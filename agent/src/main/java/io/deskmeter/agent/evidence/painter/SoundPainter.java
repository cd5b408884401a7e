package io.deskmeter.agent.evidence.painter;

import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SoundAround;
import io.deskmeter.sound.analysis.DropoutFinder.Dropout;
import io.deskmeter.sound.analysis.Spectrogram;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.Locale;

/** Draws the sound around a second: as heard and as it should be, each as a waveform and as a spectrogram. */
public final class SoundPainter {
    private static final int WIDTH = 1_040;
    private static final int LEFT = 60;
    private static final int RIGHT = 12;
    private static final int WAVE = 84;
    private static final int SPECTRUM = 132;
    private static final int TITLE = 24;
    private static final int HEAD = 14;
    private static final int FOOT = 30;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int TICKS_PER_SECOND = 4;
    private static final int PITCH_STEP = 4_000;
    private static final int HIGHEST_PITCH = 16_000;
    private static final double QUIETEST = -95;
    private static final double LOUDEST = -25;
    private static final double LEAST_SCALE = 0.05;
    private static final Color GROUND = new Color(0x14191F);
    private static final Color INK = new Color(0xE8EDF2);
    private static final Color QUIET = new Color(0x9AA7B5);
    private static final Color LINE = new Color(0x3A4550);
    private static final Color HEARD = new Color(0x6FABF5);
    private static final Color REFERENCE = new Color(0x9AA7B5);
    private static final Color BAD = new Color(0xFF8F86);
    private static final Color SECOND = new Color(0xFFE08A);
    /** From quiet to loud. */
    private static final int[] LEVELS = {0x0B0A1E, 0x3B1466, 0x86277A, 0xD24A68, 0xF6945C, 0xFBF3B0};

    private final SoundAround sound;
    private final NotedSecond second;
    private final long firedAt;
    private final BufferedImage image;
    private final Graphics2D graphics;
    private final double scale;

    private SoundPainter(SoundAround sound, NotedSecond second, long firedAt) {
        this.sound = sound;
        this.second = second;
        this.firedAt = firedAt;
        int rows = sound.reference().length == 0 ? 1 : 2;
        this.image = new BufferedImage(
                LEFT + WIDTH + RIGHT, HEAD + rows * (2 * TITLE + WAVE + SPECTRUM) + FOOT, BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
        this.scale = Math.max(LEAST_SCALE, Math.max(peak(sound.heard()), peak(sound.reference())));
    }

    /**
     * The picture.
     *
     * @param firedAt the input, to which times are relative
     */
    public static BufferedImage paint(SoundAround sound, NotedSecond second, long firedAt) {
        return new SoundPainter(sound, second, firedAt).paint();
    }

    private BufferedImage paint() {
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        graphics.setColor(GROUND);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        boolean both = sound.reference().length > 0;
        int y = HEAD;
        int firstTop = y;
        y = wave(both ? "Heard" : "Heard; which part of the clip it is, is not known", sound.heard(), HEARD, y, true);
        if (both) {
            y = wave("The sound of the clip at the same time", sound.reference(), REFERENCE, y, false);
        }
        y = spectrum("Heard, 0 to 16 kHz", sound.heard(), y);
        if (both) {
            y = spectrum("The sound of the clip at the same time", sound.reference(), y);
        }
        borders(firstTop, y);
        ticks(y);
        graphics.dispose();
        return image;
    }

    private static double peak(float[] samples) {
        double peak = 0;
        for (float sample : samples) {
            peak = Math.max(peak, Math.abs(sample));
        }
        return peak;
    }

    private int wave(String title, float[] samples, Color colour, int top, boolean withDropouts) {
        title(title, top);
        int y = top + TITLE;
        if (withDropouts) {
            graphics.setColor(new Color(BAD.getRed(), BAD.getGreen(), BAD.getBlue(), 90));
            for (Dropout dropout : sound.dropouts()) {
                int from = x(dropout.start());
                graphics.fillRect(from, y, Math.max(2, x(dropout.start() + dropout.frames()) - from), WAVE);
            }
        }
        int middle = y + WAVE / 2;
        graphics.setColor(LINE);
        graphics.drawLine(LEFT, middle, LEFT + WIDTH, middle);
        graphics.setColor(colour);
        for (int column = 0; column < WIDTH; column++) {
            column(samples, column, middle);
        }
        return y + WAVE;
    }

    /** From the lowest to the highest sample of a column. */
    private void column(float[] samples, int column, int middle) {
        int from = (int) ((long) column * samples.length / WIDTH);
        int to = Math.max(from + 1, (int) ((column + 1L) * samples.length / WIDTH));
        float low = 1;
        float high = -1;
        for (int i = from; i < Math.min(to, samples.length); i++) {
            low = Math.min(low, samples[i]);
            high = Math.max(high, samples[i]);
        }
        if (low <= high) {
            double unit = (WAVE / 2.0 - 2) / scale;
            graphics.drawLine(LEFT + column, (int) (middle - high * unit), LEFT + column, (int) (middle - low * unit));
        }
    }

    private int spectrum(String title, float[] samples, int top) {
        title(title, top);
        int y = top + TITLE;
        Spectrogram spectrogram = Spectrogram.of(samples, sound.rate(), WIDTH);
        for (int row = 0; row < SPECTRUM; row++) {
            double low = (double) HIGHEST_PITCH * (SPECTRUM - 1 - row) / SPECTRUM;
            double high = (double) HIGHEST_PITCH * (SPECTRUM - row) / SPECTRUM;
            for (int column = 0; column < WIDTH; column++) {
                image.setRGB(LEFT + column, y + row, colour(spectrogram.level(column, low, high)));
            }
        }
        graphics.setColor(QUIET);
        for (int pitch = 0; pitch <= HIGHEST_PITCH; pitch += PITCH_STEP) {
            int at = y + SPECTRUM - SPECTRUM * pitch / HIGHEST_PITCH;
            right(pitch / 1_000 + " kHz", Math.max(at + 4, y + 10));
        }
        return y + SPECTRUM;
    }

    private static int colour(double level) {
        double share = Math.max(0, Math.min(1, (level - QUIETEST) / (LOUDEST - QUIETEST)));
        double place = share * (LEVELS.length - 1);
        int index = Math.min(LEVELS.length - 2, (int) place);
        return mixed(LEVELS[index], LEVELS[index + 1], place - index);
    }

    private static int mixed(int from, int to, double share) {
        int mixed = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int low = (from >> shift) & 0xFF;
            int high = (to >> shift) & 0xFF;
            mixed |= (int) Math.round(low + share * (high - low)) << shift;
        }
        return mixed;
    }

    /** Where the second begins and ends. */
    private void borders(int top, int bottom) {
        graphics.setColor(SECOND);
        graphics.setStroke(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {4, 4}, 0));
        for (long instant : new long[] {second.from(), second.to()}) {
            int x = xAt(instant);
            if (x >= LEFT && x <= LEFT + WIDTH) {
                graphics.drawLine(x, top + TITLE - 4, x, bottom);
            }
        }
        graphics.setStroke(new BasicStroke(1));
        String name = "second " + second.number();
        int width = graphics.getFontMetrics().stringWidth(name);
        graphics.drawString(name, Math.min(LEFT + WIDTH, xAt(second.to())) - width - 6, top + TITLE - 7);
    }

    private void ticks(int top) {
        double from = (sound.startAt() - firedAt) / NANOS_PER_SECOND * TICKS_PER_SECOND;
        double to = from + (double) sound.heard().length / sound.rate() * TICKS_PER_SECOND;
        graphics.setColor(QUIET);
        for (long tick = (long) Math.ceil(from); tick <= to; tick++) {
            int x = xAt(firedAt + (long) (tick * NANOS_PER_SECOND / TICKS_PER_SECOND));
            graphics.drawLine(x, top, x, top + 4);
            if (tick % 2 == 0) {
                String label = String.format(Locale.ROOT, "%.1f s", (double) tick / TICKS_PER_SECOND);
                int width = graphics.getFontMetrics().stringWidth(label);
                graphics.drawString(label, Math.min(x - width / 2, image.getWidth() - width - 2), top + 18);
            }
        }
    }

    private void title(String title, int top) {
        graphics.setColor(INK);
        graphics.drawString(title, LEFT, top + TITLE - 7);
    }

    private void right(String text, int y) {
        graphics.drawString(text, LEFT - 6 - graphics.getFontMetrics().stringWidth(text), y);
    }

    private int x(int frame) {
        return LEFT + (int) ((long) frame * WIDTH / sound.heard().length);
    }

    private int xAt(long instant) {
        double frame = (instant - sound.startAt()) / NANOS_PER_SECOND * sound.rate();
        return LEFT + (int) Math.round(frame * WIDTH / sound.heard().length);
    }
}
