package io.deskmeter.workloads.make.picture;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** A picture in memory that becomes a PNG file of predictable bytes. */
public final class Picture {
    private static final int MOST_STORED = 65535;
    private static final int MOST_COLOURS = 256;
    private static final int TRUE_COLOUR = 2;
    private static final int INDEXED = 3;

    private final int width;
    private final int height;
    /** 0xRRGGBB, row by row. */
    private final int[] pixels;

    private Picture(int width, int height, int[] pixels) {
        this.width = width;
        this.height = height;
        this.pixels = pixels;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public boolean sameRows(int one, int two) {
        return Arrays.equals(pixels, one * width, (one + 1) * width, pixels, two * width, (two + 1) * width);
    }

    public static Picture blank(int width, int height, int colour) {
        int[] pixels = new int[width * height];
        Arrays.fill(pixels, colour);
        return new Picture(width, height, pixels);
    }

    /** The colour of a pixel, 0xRRGGBB. */
    public int at(int x, int y) {
        return pixels[y * width + x];
    }

    /** Paints a rectangle; parts outside are ignored. */
    public void fill(int x, int y, int w, int h, int colour) {
        for (int row = Math.max(0, y); row < Math.min(height, y + h); row++) {
            for (int column = Math.max(0, x); column < Math.min(width, x + w); column++) {
                pixels[row * width + column] = colour;
            }
        }
    }

    /**
     * Without so many pixels on each side: what neighbours, grid lines and a caret may paint over is not looked for.
     */
    public Picture inset(int margin) {
        Picture inner = blank(width - 2 * margin, height - 2 * margin, 0);
        for (int row = 0; row < inner.height; row++) {
            System.arraycopy(pixels, (row + margin) * width + margin, inner.pixels, row * inner.width, inner.width);
        }
        return inner;
    }

    /** Larger by a ratio, without colours in between. */
    public Picture enlarged(int numerator, int denominator) {
        Picture larger = blank(width * numerator / denominator, height * numerator / denominator, 0);
        for (int i = 0; i < larger.pixels.length; i++) {
            int x = i % larger.width * denominator / numerator;
            int y = i / larger.width * denominator / numerator;
            larger.pixels[i] = pixels[y * width + x];
        }
        return larger;
    }

    /** 8 bits per channel, without filters, in stored (uncompressed) blocks. */
    public byte[] png() {
        return png(TRUE_COLOUR, new byte[0], scanlines());
    }

    /** As {@link #png}, with a palette and so a third of the size; for pictures of at most 256 colours. */
    public byte[] indexedPng() {
        Map<Integer, Integer> indices = new LinkedHashMap<>();
        byte[] lines = new byte[height * (1 + width)];
        for (int i = 0; i < pixels.length; i++) {
            int index = indices.computeIfAbsent(pixels[i], colour -> indices.size());
            lines[i + i / width + 1] = (byte) index;
        }
        if (indices.size() > MOST_COLOURS) {
            throw new IllegalStateException(
                    "picture: " + indices.size() + " colours (expected: at most " + MOST_COLOURS + ")");
        }
        ByteArrayOutputStream palette = new ByteArrayOutputStream();
        for (int colour : indices.keySet()) {
            palette.write(colour >> 16);
            palette.write(colour >> 8);
            palette.write(colour);
        }
        return png(INDEXED, palette.toByteArray(), lines);
    }

    private byte[] png(int colourType, byte[] palette, byte[] lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(0x89504E470D0A1A0AL);
            chunk(out, "IHDR", header(colourType));
            if (palette.length > 0) {
                chunk(out, "PLTE", palette);
            }
            chunk(out, "IDAT", stored(lines));
            chunk(out, "IEND", new byte[0]);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private byte[] header(int colourType) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(width);
        out.writeInt(height);
        out.write(new byte[] {8, (byte) colourType, 0, 0, 0});
        return bytes.toByteArray();
    }

    private byte[] scanlines() {
        byte[] lines = new byte[height * (1 + 3 * width)];
        int at = 0;
        for (int row = 0; row < height; row++) {
            at++;
            for (int column = 0; column < width; column++) {
                int pixel = pixels[row * width + column];
                lines[at++] = (byte) (pixel >> 16);
                lines[at++] = (byte) (pixel >> 8);
                lines[at++] = (byte) pixel;
            }
        }
        return lines;
    }

    /** RFC 1950 and RFC 1951: a zlib stream of stored blocks. */
    private static byte[] stored(byte[] data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0x7801);
        for (int at = 0; at < data.length; at += MOST_STORED) {
            int length = Math.min(MOST_STORED, data.length - at);
            out.write(at + length == data.length ? 1 : 0);
            out.writeShort(Short.reverseBytes((short) length));
            out.writeShort(Short.reverseBytes((short) ~length));
            out.write(data, at, length);
        }
        Adler32 checksum = new Adler32();
        checksum.update(data);
        out.writeInt((int) checksum.getValue());
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) checksum.getValue());
    }
}
