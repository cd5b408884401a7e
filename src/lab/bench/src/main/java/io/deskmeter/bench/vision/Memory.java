package io.deskmeter.bench.vision;

import io.deskmeter.bench.golden.Codec;
import io.deskmeter.bench.golden.Theme;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/** The memory of matchers, and whether searches leak. */
final class Memory {
    private static final int MATCHERS = 20;
    private static final int EACH = 1_000;

    private Memory() {}

    /**
     * Many searches for a landmark that appears and disappears; its state is dropped periodically, so that the whole
     * frame is searched.
     */
    static Map<String, @Nullable Object> overFinds(Template template, BufferedImage image, int finds) {
        Scene scene = new Scene(Theme.LIGHT, Codec.raw());
        int missed = 0;
        int falseMatches = 0;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(scene.all());
            double heapBefore = 0;
            double nativeBefore = 0;
            double residentBefore = 0;
            for (int i = -finds / 10; i < finds; i++) {
                boolean there = i % 2 == 0;
                matcher.see(there ? scene.show(image) : scene.hide(image));
                if (i % EACH == 0) {
                    matcher.forget(template);
                }
                boolean found = matcher.find(template).found();
                missed += there && !found ? 1 : 0;
                falseMatches += !there && found ? 1 : 0;
                if (i == 0) {
                    heapBefore = heapMb();
                    nativeBefore = Pointer.totalBytes() / 1e6;
                    residentBefore = Pointer.physicalBytes() / 1e6;
                }
            }
            row.put("case", "memory over " + finds + " finds");
            row.put("template", template.name());
            row.put("missed", missed);
            row.put("falseMatches", falseMatches);
            row.put("heapGrowthMb", heapMb() - heapBefore);
            row.put("nativeGrowthMb", Pointer.totalBytes() / 1e6 - nativeBefore);
            row.put("residentGrowthMb", Pointer.physicalBytes() / 1e6 - residentBefore);
        }
        return row;
    }

    /** Matchers of one screen: their memory beyond the frame. */
    static Map<String, @Nullable Object> ofAMatcher(Template template) {
        Scene scene = new Scene(Theme.LIGHT, Codec.raw());
        MatcherBuffers matcherBuffers = new MatcherBuffers();
        List<TemplateMatcher> matchers = new ArrayList<>();
        matchers.add(looking(scene, matcherBuffers, template));
        double before = heapMb();
        for (int i = 0; i < MATCHERS; i++) {
            matchers.add(looking(scene, matcherBuffers, template));
        }
        double bytes = (heapMb() - before) * 1e6 / MATCHERS;
        matchers.forEach(TemplateMatcher::close);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("case", "memory of a matcher");
        row.put("template", template.name());
        row.put("bytesPerPixel", bytes / (Scene.WIDTH * Scene.HEIGHT));
        return row;
    }

    private static TemplateMatcher looking(Scene scene, MatcherBuffers matcherBuffers, Template template) {
        TemplateMatcher matcher = new TemplateMatcher(matcherBuffers);
        matcher.see(scene.all());
        matcher.find(template);
        return matcher;
    }

    /** The used heap after a garbage collection. */
    private static double heapMb() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    }
}
