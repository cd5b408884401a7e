package io.deskmeter.bench.vision;

import io.deskmeter.testkit.golden.Codec;
import io.deskmeter.testkit.golden.Theme;
import io.deskmeter.vision.Eye;
import io.deskmeter.vision.Template;
import io.deskmeter.vision.Workbench;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/** What eyes keep, and whether looking leaves anything behind. */
final class Memory {
    private static final int EYES = 20;
    private static final int EACH = 1_000;

    private Memory() {}

    /** Many looks for a landmark that comes and goes; every so many it is forgotten, so that the whole frame is looked at. */
    static Map<String, @Nullable Object> overFinds(Template template, BufferedImage image, int finds) {
        Scene scene = new Scene(Theme.LIGHT, Codec.raw());
        int missed = 0;
        int falseMatches = 0;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        try (Eye eye = new Eye()) {
            eye.see(scene.all());
            double heapBefore = 0;
            double nativeBefore = 0;
            double residentBefore = 0;
            for (int i = -finds / 10; i < finds; i++) {
                boolean there = i % 2 == 0;
                eye.see(there ? scene.show(image) : scene.hide(image));
                if (i % EACH == 0) {
                    eye.forget(template);
                }
                boolean found = eye.find(template).found();
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

    /** Eyes of one screen: what they keep beyond its frame. */
    static Map<String, @Nullable Object> ofAnEye(Template template) {
        Scene scene = new Scene(Theme.LIGHT, Codec.raw());
        Workbench workbench = new Workbench();
        List<Eye> eyes = new ArrayList<>();
        eyes.add(looking(scene, workbench, template));
        double before = heapMb();
        for (int i = 0; i < EYES; i++) {
            eyes.add(looking(scene, workbench, template));
        }
        double bytes = (heapMb() - before) * 1e6 / EYES;
        eyes.forEach(Eye::close);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("case", "memory of an eye");
        row.put("template", template.name());
        row.put("bytesPerPixel", bytes / (Scene.WIDTH * Scene.HEIGHT));
        return row;
    }

    private static Eye looking(Scene scene, Workbench workbench, Template template) {
        Eye eye = new Eye(workbench);
        eye.see(scene.all());
        eye.find(template);
        return eye;
    }

    /** In use after a collection. */
    private static double heapMb() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    }
}
