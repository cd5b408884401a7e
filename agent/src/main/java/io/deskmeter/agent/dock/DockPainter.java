package io.deskmeter.agent.dock;

import io.deskmeter.screen.Rect;
import java.awt.AlphaComposite;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.Map;

/** Paints a dock. Used by one thread. */
final class DockPainter {
    private static final Color BACK = new Color(0x2B313A);
    private static final Color EDGE = new Color(0x454D59);
    private static final Color TEXT = new Color(0xE6E9ED);
    private static final Color QUIET = new Color(0x8D96A3);
    private static final Color BUSY = new Color(0x6FA8DC);
    private static final Color FAULT = new Color(0xF2B8A0);

    /** The contrast of a picture that must not be found: less than half of what a match needs. */
    private static final float PALE = 0.22f;

    private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font WORDS = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    private static final String ELLIPSIS = "…";

    private final Map<String, BufferedImage> art = new HashMap<>();

    /** @param pressed index of the tile under a held button; −1 for none */
    void paint(Graphics2D g, DockState state, DockLayout layout, int pressed) {
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        g.setColor(BACK);
        g.fillRect(0, 0, layout.width(), layout.height());
        g.setColor(EDGE);
        g.drawRect(0, 0, layout.width() - 1, layout.height() - 1);
        words(g, state, layout);
        for (int i = 0; i < state.tiles().size(); i++) {
            tile(g, state.tiles().get(i), layout.art(i), layout.cell(i), i == pressed);
        }
    }

    private static void words(Graphics2D g, DockState state, DockLayout layout) {
        boolean fault = !state.words().isEmpty();
        g.setFont(WORDS);
        g.setColor(fault ? FAULT : QUIET);
        FontMetrics metrics = g.getFontMetrics();
        String text = fit(fault ? state.words() : usual(state), metrics, layout.width() - 16);
        g.drawString(text, (layout.width() - metrics.stringWidth(text)) / 2, 16);
    }

    private static String usual(DockState state) {
        for (DockTile tile : state.tiles()) {
            if (tile.state() == DockTile.State.STARTING) {
                return "Opening " + tile.title() + ELLIPSIS;
            }
        }
        return state.any(DockTile.State.READY) ? "Ready" : "Deskmeter";
    }

    private void tile(Graphics2D g, DockTile tile, Rect place, Rect cell, boolean pressed) {
        boolean ready = tile.state() == DockTile.State.READY;
        BufferedImage picture = art.computeIfAbsent(tile.workload(), TilePicture::of);
        var composite = g.getComposite();
        if (!ready || pressed) {
            g.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, PALE));
        }
        g.drawImage(picture, place.x(), place.y(), null);
        g.setComposite(composite);
        if (pressed || tile.state() == DockTile.State.STARTING) {
            frame(g, place, BUSY);
        } else if (tile.state() == DockTile.State.RUNNING) {
            g.setColor(BUSY);
            g.fillRect(place.x() + place.width() / 2 - 10, cell.y() + cell.height() - 3, 20, 2);
        }
        g.setFont(LABEL);
        g.setColor(ready ? TEXT : QUIET);
        FontMetrics metrics = g.getFontMetrics();
        String text = fit(tile.title(), metrics, cell.width() - 4);
        g.drawString(text, cell.x() + (cell.width() - metrics.stringWidth(text)) / 2, place.y() + place.height() + 15);
    }

    /** The border, outside the picture. */
    private static void frame(Graphics2D g, Rect place, Color colour) {
        g.setColor(colour);
        for (int i = 2; i < 4; i++) {
            g.drawRect(place.x() - i, place.y() - i, place.width() + 2 * i - 1, place.height() + 2 * i - 1);
        }
    }

    static String fit(String text, FontMetrics metrics, int width) {
        if (metrics.stringWidth(text) <= width) {
            return text;
        }
        int end = text.length();
        while (end > 0 && metrics.stringWidth(text.substring(0, end) + ELLIPSIS) > width) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + ELLIPSIS;
    }
}
