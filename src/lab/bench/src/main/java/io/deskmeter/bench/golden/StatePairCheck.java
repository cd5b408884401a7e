package io.deskmeter.bench.golden;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/** Shows one state of a pair on a desktop, sends the picture through a codec, and looks for both states. */
public final class StatePairCheck {
    private static final int WIDTH = 288;
    private static final int HEIGHT = 192;

    private int shown;
    private final List<String> missed = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> undecided = new ArrayList<>();

    /**
     * Both states of a pair, one after the other.
     *
     * @param seed of the desktop behind it, and of the place
     */
    public void check(StatePair pair, Theme theme, Codec codec, int seed) throws TemplateException {
        Template one = Template.of(pair.name() + " first", pair.first());
        Template other = Template.of(pair.name() + " second", pair.second());
        // Both are landmarks of one workload.
        Template first = one.besides(List.of(other));
        Template second = other.besides(List.of(one));
        shows(pair.first(), first, second, codec, desktop(theme, seed), pair + " first", seed);
        shows(pair.second(), second, first, codec, desktop(theme, seed), pair + " second", seed);
    }

    /** The same where only one of the two is a landmark: the application itself draws the other one. */
    public void checkAlone(StatePair pair, Theme theme, Codec codec, int seed) throws TemplateException {
        Template first = Template.of(pair.name() + " first", pair.first());
        Template second = Template.of(pair.name() + " second", pair.second());
        shows(pair.first(), first, second, codec, desktop(theme, seed), pair + " first", seed);
        shows(pair.second(), second, first, codec, desktop(theme, seed), pair + " second", seed);
    }

    private static BufferedImage desktop(Theme theme, int seed) {
        return theme.draw(WIDTH, HEIGHT, 1, seed);
    }

    private void shows(
            BufferedImage state,
            Template wanted,
            Template other,
            Codec codec,
            BufferedImage desktop,
            String name,
            int seed) {
        Graphics2D g = desktop.createGraphics();
        g.drawImage(state, 30 + seed % 16, 26 + seed % 13, null);
        g.dispose();
        BufferedImage arrived = codec.transport().apply(desktop);
        Frame frame = new Frame(WIDTH, HEIGHT, arrived.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH));
        String what = name + " through " + codec.name();
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            shown++;
            if (!matcher.find(wanted).found()) {
                missed.add(what + ": " + matcher.diagnose(wanted));
            }
            if (matcher.find(other).found()) {
                wrong.add(what + ": the other state is found");
            } else if (matcher.find(other.orDoubtful()).found()) {
                undecided.add(what + ": " + matcher.diagnose(other));
            }
        }
    }

    /** How many pictures of a state were shown. */
    public int shown() {
        return shown;
    }

    /** States that were shown and not found. */
    public List<String> missed() {
        return List.copyOf(missed);
    }

    /** States that were not shown, and found where the other one was. */
    public List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** States that were not shown, and of which it stays open whether they are there. */
    public List<String> undecided() {
        return List.copyOf(undecided);
    }
}
