package io.deskmeter.bench.vision;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Times the searches for one template on one scene. */
final class LookTimes {
    private final Scene scene;
    private final TemplateMatcher matcher;
    private final Template template;
    private final BufferedImage image;
    private final int rounds;
    private final LongSupplier clock;
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    private int missed;
    private int falseMatches;

    LookTimes(
            Scene scene,
            TemplateMatcher matcher,
            Template template,
            BufferedImage image,
            int rounds,
            LongSupplier clock) {
        this.scene = scene;
        this.matcher = matcher;
        this.template = template;
        this.image = image;
        this.rounds = rounds;
        this.clock = clock;
    }

    /** Rows without ratios. The scene is unchanged afterwards. */
    List<Map<String, @Nullable Object>> measure() {
        cold();
        matcher.see(scene.show(image));
        look(true);
        updates("known-place", () -> scene.touch(image), true, 4 * rounds);
        updates("repainted", () -> scene.repaint(image), true, 4 * rounds);
        updates("unchanged", scene::blinkElsewhere, true, 20 * rounds);
        updates("all-damaged", scene::all, true, rounds);
        gone();
        matcher.see(scene.hide(image));
        matcher.forget(template);
        return rows;
    }

    private void cold() {
        Times times = new Times();
        for (int i = 0; i < 2 * rounds; i++) {
            matcher.forget(template);
            long before = clock.getAsLong();
            Match match = matcher.find(template);
            times.add(clock.getAsLong() - before);
            count(match, false);
        }
        row("cold", times);
    }

    private void updates(String name, Supplier<FrameUpdate> change, boolean there, int count) {
        Times times = new Times();
        for (int i = 0; i < count; i++) {
            FrameUpdate update = change.get();
            long before = clock.getAsLong();
            matcher.see(update);
            Match match = matcher.find(template);
            times.add(clock.getAsLong() - before);
            count(match, there);
        }
        row(name, times);
    }

    private void gone() {
        Times times = new Times();
        for (int i = 0; i < rounds; i++) {
            FrameUpdate update = scene.hide(image);
            long before = clock.getAsLong();
            matcher.see(update);
            Match match = matcher.find(template);
            times.add(clock.getAsLong() - before);
            count(match, false);
            matcher.see(scene.show(image));
            look(true);
        }
        row("gone", times);
    }

    private void look(boolean there) {
        count(matcher.find(template), there);
    }

    private void count(Match match, boolean there) {
        missed += there && !match.found() ? 1 : 0;
        falseMatches += !there && match.found() ? 1 : 0;
    }

    private void row(String name, Times times) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("case", name + " " + scene.name);
        row.put("template", template.name() + " " + template.width() + "x" + template.height());
        times.putInto(row);
        row.put("missed", missed);
        row.put("falseMatches", falseMatches);
        rows.add(row);
        missed = 0;
        falseMatches = 0;
    }
}
