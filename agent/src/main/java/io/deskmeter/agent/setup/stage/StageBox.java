package io.deskmeter.agent.setup.stage;

import io.deskmeter.agent.setup.stage.StageResult.Grade;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.swing.JToggleButton;

/**
 * A stage as a box in the colours of the page Installations. The one that goes on pulses. Belongs to the thread of AWT;
 * never serialised, in spite of its superclass.
 */
@SuppressWarnings("serial")
final class StageBox extends JToggleButton {
    private static final Color BLUE = new Color(0x228BE6);
    private static final Color GRAY = new Color(0x868E96);
    private static final Map<Grade, Color> COLOURS = Map.of(
            Grade.OK, new Color(0x40C057), Grade.WARNING, new Color(0xFAB005), Grade.FAILED, new Color(0xFA5252));
    private static final float[] DASHES = {3, 3};
    private static final int WIDTH = 116;
    private static final int HEIGHT = 88;
    private static final int MARGIN = 5;
    private static final int STRIPE = 4;
    private static final int ROUND = 8;
    private static final double TINT = 0.16;

    private final AgentSetupStage stage;
    private final List<String> details = new ArrayList<>();
    private Color colour = GRAY;
    private String result = "";
    private boolean begun;
    private boolean running;
    /** From 0 to 1. */
    private double pulse;

    StageBox(AgentSetupStage stage) {
        this.stage = stage;
        setPreferredSize(new Dimension(WIDTH, HEIGHT));
        setContentAreaFilled(false);
        setBorderPainted(false);
        looks("pending");
    }

    private void looks(String what) {
        result = what;
        getAccessibleContext().setAccessibleName(stage.word() + ": " + what);
        repaint();
    }

    void begins() {
        begun = true;
        running = true;
        colour = BLUE;
        looks("running");
    }

    void ended(StageResult ended) {
        begun = true;
        running = false;
        colour = COLOURS.getOrDefault(ended.grade(), GRAY);
        details.addAll(ended.details());
        looks(ended.word());
    }

    /** A stage of a setup that has ended without it. */
    void leftOut() {
        if (!begun) {
            looks("not done");
        }
    }

    void add(String detail) {
        details.add(detail);
    }

    boolean isRunning() {
        return running;
    }

    /** Shows how far the pulse is, from 0 to 1. */
    void pulse(double phase) {
        pulse = phase;
        repaint();
    }

    /** For display. */
    String text() {
        return stage.word() + ": " + result + "\n\n" + String.join("\n", details);
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        Graphics2D g = (Graphics2D) graphics.create();
        try {
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            paintBox(g, getWidth() - 2 * MARGIN, getHeight() - 2 * MARGIN);
            paintText(g);
        } finally {
            g.dispose();
        }
    }

    private void paintBox(Graphics2D g, int width, int height) {
        if (running) {
            g.setColor(mixed(1 - 0.6 * pulse));
            g.setStroke(new BasicStroke((float) (2 + 2 * pulse)));
            g.drawRoundRect(MARGIN - 2, MARGIN - 2, width + 4, height + 4, ROUND + 2, ROUND + 2);
        }
        if (begun) {
            g.setColor(mixed(TINT));
            g.fillRoundRect(MARGIN, MARGIN, width, height, ROUND, ROUND);
            g.setColor(colour);
            g.fillRect(MARGIN, MARGIN, STRIPE, height);
        } else {
            g.setColor(colour);
            g.setStroke(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, DASHES, 0));
            g.drawRoundRect(MARGIN, MARGIN, width, height, ROUND, ROUND);
        }
        if (isSelected() || isFocusOwner()) {
            g.setColor(Color.DARK_GRAY);
            g.setStroke(new BasicStroke(isFocusOwner() ? 2 : 1));
            g.drawLine(MARGIN + STRIPE, MARGIN + height - 1, MARGIN + width - 1, MARGIN + height - 1);
        }
    }

    /** The colour, this much of it, on the background. */
    private Color mixed(double share) {
        Color ground = getBackground();
        return new Color(
                mixed(colour.getRed(), ground.getRed(), share),
                mixed(colour.getGreen(), ground.getGreen(), share),
                mixed(colour.getBlue(), ground.getBlue(), share));
    }

    private static int mixed(int one, int other, double share) {
        return (int) Math.round(one * share + other * (1 - share));
    }

    /** Counts of outcomes stand in a line each. What does not fit is in the details. */
    private void paintText(Graphics2D g) {
        int left = MARGIN + STRIPE + 6;
        g.setColor(getForeground());
        g.setFont(getFont().deriveFont(Font.BOLD));
        FontMetrics lines = g.getFontMetrics();
        int line = MARGIN + 4 + lines.getAscent();
        g.clipRect(MARGIN, MARGIN, getWidth() - 2 * MARGIN, getHeight() - 2 * MARGIN);
        g.drawString(stage.word(), left, line);
        g.setFont(getFont().deriveFont(Font.PLAIN));
        for (String part : result.split(", ", -1)) {
            line += lines.getHeight();
            g.drawString(part, left, line);
        }
    }
}
