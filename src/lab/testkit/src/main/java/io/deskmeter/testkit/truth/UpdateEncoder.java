package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Rect;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Writes framebuffer updates of one connection, as Raw or ZRLE (RFC 6143, sections 7.6.1, 7.7.1 and 7.7.6); ZRLE uses
 * one zlib stream for the connection.
 */
final class UpdateEncoder implements AutoCloseable {
    static final int RAW = 0;
    static final int ZRLE = 16;

    private static final int TILE = 64;
    private static final int MAX_PALETTE = 16;
    private static final int BUFFER = 1 << 14;

    private final Scene scene;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private PixelFormat format = PixelFormat.rgb32();
    private boolean zrle;

    UpdateEncoder(Scene scene) {
        this.scene = scene;
    }

    void use(PixelFormat wanted) {
        format = wanted;
    }

    /** Uses ZRLE if the client supports it. */
    void use(List<Integer> encodings) {
        zrle = encodings.contains(ZRLE);
    }

    void write(Scene.State state, List<Rect> places, ByteBuf out) {
        out.writeByte(0).writeZero(1).writeShort(places.size());
        for (Rect place : places) {
            out.writeShort(place.x()).writeShort(place.y());
            out.writeShort(place.width()).writeShort(place.height());
            out.writeInt(zrle ? ZRLE : RAW);
            int[] pixels = scene.render(state, place);
            if (zrle) {
                zrle(pixels, place, out);
            } else {
                raw(pixels, out);
            }
        }
    }

    private void raw(int[] pixels, ByteBuf out) {
        out.ensureWritable(pixels.length * 4);
        for (int rgb : pixels) {
            format.pixel(rgb, out);
        }
    }

    private void zrle(int[] pixels, Rect place, ByteBuf out) {
        ByteBuf tiles = Unpooled.buffer(BUFFER);
        for (int y = 0; y < place.height(); y += TILE) {
            for (int x = 0; x < place.width(); x += TILE) {
                tile(tilePixels(pixels, place, x, y), Math.min(TILE, place.width() - x), tiles);
            }
        }
        int lengthAt = out.writerIndex();
        out.writeInt(0);
        deflater.setInput(tiles.array(), tiles.arrayOffset(), tiles.readableBytes());
        byte[] chunk = new byte[BUFFER];
        int count;
        do {
            count = deflater.deflate(chunk, 0, BUFFER, Deflater.SYNC_FLUSH);
            out.writeBytes(chunk, 0, count);
        } while (count == BUFFER);
        out.setInt(lengthAt, out.writerIndex() - lengthAt - 4);
        tiles.release();
    }

    private static int[] tilePixels(int[] pixels, Rect place, int x, int y) {
        int width = Math.min(TILE, place.width() - x);
        int height = Math.min(TILE, place.height() - y);
        int[] tile = new int[width * height];
        for (int row = 0; row < height; row++) {
            System.arraycopy(pixels, (y + row) * place.width() + x, tile, row * width, width);
        }
        return tile;
    }

    private void tile(int[] tile, int width, ByteBuf out) {
        int[] palette = palette(tile);
        if (palette.length == 0) {
            out.writeByte(0);
            for (int rgb : tile) {
                format.compactPixel(rgb, out);
            }
            return;
        }
        out.writeByte(palette.length);
        for (int rgb : palette) {
            format.compactPixel(rgb, out);
        }
        if (palette.length > 1) {
            packed(tile, width, palette, out);
        }
    }

    /** Indices of 1, 2 or 4 bits; each row begins with a byte. */
    private static void packed(int[] tile, int width, int[] palette, ByteBuf out) {
        int bits = palette.length == 2 ? 1 : palette.length <= 4 ? 2 : 4;
        for (int row = 0; row < tile.length; row += width) {
            int value = 0;
            int free = 8;
            for (int x = 0; x < width; x++) {
                free -= bits;
                value |= indexOf(palette, tile[row + x]) << free;
                if (free == 0) {
                    out.writeByte(value);
                    value = 0;
                    free = 8;
                }
            }
            if (free < 8) {
                out.writeByte(value);
            }
        }
    }

    /** The colours of a tile; empty if there are more than fit into a palette. */
    private static int[] palette(int[] tile) {
        int[] palette = new int[MAX_PALETTE];
        int size = 0;
        for (int rgb : tile) {
            if (indexOf(palette, size, rgb) < 0) {
                if (size == MAX_PALETTE) {
                    return new int[0];
                }
                palette[size++] = rgb;
            }
        }
        return Arrays.copyOf(palette, size);
    }

    private static int indexOf(int[] palette, int rgb) {
        return indexOf(palette, palette.length, rgb);
    }

    private static int indexOf(int[] palette, int size, int rgb) {
        for (int i = 0; i < size; i++) {
            if (palette[i] == rgb) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
