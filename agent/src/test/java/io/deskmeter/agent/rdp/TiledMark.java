package io.deskmeter.agent.rdp;

import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.Random;

/**
 * A pattern with which a session tiles its desktop, by a program of the X server's package: a landmark that needs one
 * process.
 */
final class TiledMark {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;
    private static final int CELL = 8;
    private static final int INK = 0x203080;
    private static final int PAPER = 0xF0E0C0;

    private final boolean[][] cells = new boolean[HEIGHT / CELL][WIDTH / CELL];

    TiledMark(long seed) {
        Random random = new Random(seed);
        for (boolean[] row : cells) {
            for (int i = 0; i < row.length; i++) {
                row[i] = random.nextBoolean();
            }
        }
    }

    private boolean isInk(int x, int y) {
        return cells[y / CELL][x / CELL];
    }

    Template template() throws TemplateException {
        return Template.of("the tiles", image());
    }

    BufferedImage image() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                image.setRGB(x, y, isInk(x, y) ? INK : PAPER);
            }
        }
        return image;
    }

    /** A shell command that shows it. */
    String command() {
        StringBuilder bytes = new StringBuilder();
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x += 8) {
                int bits = 0;
                for (int i = 0; i < 8; i++) {
                    bits |= isInk(x + i, y) ? 1 << i : 0;
                }
                bytes.append(bytes.isEmpty() ? "" : ",").append("0x").append(Integer.toHexString(bits));
            }
        }
        return "printf '#define m_width %d\\n#define m_height %d\\nstatic char m_bits[] = {\\n%s };\\n' "
                + WIDTH + " " + HEIGHT + " '" + bytes + "' > \"$HOME/m.xbm\"; xsetroot -bitmap \"$HOME/m.xbm\" -fg '#"
                + String.format("%06x", INK) + "' -bg '#" + String.format("%06x", PAPER) + "'";
    }
}
