package io.deskmeter.agent.dock;

import io.deskmeter.vision.template.ScaledTemplate;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The picture on a workload's tile: a pure function of the workload's id, the same on every machine.
 *
 * <p>Half of its {@value #CELLS}×{@value #CELLS} cells are dark, half are light; the hash of the id determines which,
 * and their colours. Two pictures that differ in the places of <i>k</i> dark cells correlate by 1 − <i>k</i>/9, so two
 * pictures match at a scaled template's threshold of 0.8 only if all but one of 18 are the same: one pair in 28
 * million. Cells are larger than JPEG's blocks of 8×8 pixels and differ much in brightness, so they remain recognisable
 * in lossy encodings.
 */
public final class TilePicture {
    /** Of the picture at 100 %, in pixels. */
    public static final int SIDE = 72;

    private static final int CELLS = 6;
    private static final int CELL = SIDE / CELLS;
    private static final int HUES = 12;

    private TilePicture() {}

    /** The picture of a workload's tile at 100 %. */
    public static BufferedImage of(String workload) {
        byte[] hash = hash(workload);
        boolean[] dark = darkCells(hash);
        float hue = (hash[hash.length - 1] & 0xff) % HUES / (float) HUES;
        int darkColour = Color.HSBtoRGB(hue, 0.60f, 0.42f);
        int lightColour = Color.HSBtoRGB(hue, 0.14f, 0.95f);
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                image.setRGB(x, y, dark[y / CELL * CELLS + x / CELL] ? darkColour : lightColour);
            }
        }
        return image;
    }

    /** The landmark of a workload's ready tile, at the usual scales of displays. */
    public static ScaledTemplate landmark(String workload) {
        try {
            return ScaledTemplate.of(
                    Template.of("dock tile of " + workload, of(workload)), ScaledTemplate.DISPLAY_SCALES);
        } catch (TemplateException e) {
            throw new IllegalStateException("tile of " + workload + " (expected: a picture that serves)", e);
        }
    }

    /** Half of the cells: the start of a shuffle of all cells with the hash's bytes as random numbers. */
    private static boolean[] darkCells(byte[] hash) {
        int count = CELLS * CELLS;
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = (hash[i] & 0xff) % (i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        boolean[] dark = new boolean[count];
        for (int i = 0; i < count / 2; i++) {
            dark[order[i]] = true;
        }
        return dark;
    }

    /** 64 bytes. */
    private static byte[] hash(String workload) {
        try {
            return MessageDigest.getInstance("SHA-512").digest(workload.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-512 (expected: in every Java platform)", e);
        }
    }
}
