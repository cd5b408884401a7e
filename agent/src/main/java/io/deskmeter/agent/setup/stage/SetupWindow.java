package io.deskmeter.agent.setup.stage;

import java.awt.AWTError;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.FlowLayout;
import java.awt.GraphicsEnvironment;
import java.awt.GridLayout;
import java.awt.HeadlessException;
import java.awt.Rectangle;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.swing.BorderFactory;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a setup in a window: a box each, and the details of the one that a person has chosen, or else of the
 * last one. Its methods are called by the thread of the setup.
 */
public final class SetupWindow implements SetupProgress, AutoCloseable {
    private static final int PULSE_MILLIS = 1_600;
    private static final int FRAME_MILLIS = 50;
    private static final int ROWS = 12;
    private static final int COLUMNS = 80;
    private static final int GAP = 10;

    private final Map<AgentSetupStage, StageBox> boxes = new EnumMap<>(AgentSetupStage.class);
    private final JFrame frame;
    private final JTextArea details = new JTextArea(ROWS, COLUMNS);
    private final JLabel says = new JLabel(" ");
    private final JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, GAP, 0));
    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    private final Timer pulse = new Timer(FRAME_MILLIS, tick -> pulse());
    private boolean asked;
    private boolean finished;
    /** Whether a person looks at one stage. */
    private boolean chosen;

    private @Nullable StageBox last;

    private SetupWindow(String host, Set<AgentSetupStage> stages) {
        frame = new JFrame("Deskmeter: setup of " + host);
        JPanel line = new JPanel(new GridLayout(1, 0));
        line.setBackground(Color.WHITE);
        ButtonGroup group = new ButtonGroup();
        for (AgentSetupStage stage : AgentSetupStage.values()) {
            if (stages.contains(stage)) {
                StageBox box = new StageBox(stage);
                box.setBackground(Color.WHITE);
                box.addActionListener(event -> {
                    chosen = true;
                    details.setText(box.text());
                });
                boxes.put(stage, box);
                group.add(box);
                line.add(box);
            }
        }
        details.setEditable(false);
        details.setLineWrap(true);
        details.setWrapStyleWord(true);
        JPanel below = new JPanel(new BorderLayout(GAP, 0));
        below.setBackground(Color.WHITE);
        buttons.setBackground(Color.WHITE);
        below.add(says, BorderLayout.CENTER);
        below.add(buttons, BorderLayout.LINE_END);
        JPanel all = new JPanel(new BorderLayout(0, GAP));
        all.setBackground(Color.WHITE);
        all.setBorder(BorderFactory.createEmptyBorder(GAP, GAP, GAP, GAP));
        all.add(line, BorderLayout.PAGE_START);
        all.add(new JScrollPane(details), BorderLayout.CENTER);
        all.add(below, BorderLayout.PAGE_END);
        frame.setContentPane(all);
        frame.setDefaultCloseOperation(JFrame.DO_NOTHING_ON_CLOSE);
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                closing();
            }
        });
        frame.pack();
        Rectangle screen = GraphicsEnvironment.getLocalGraphicsEnvironment().getMaximumWindowBounds();
        Dimension size = frame.getSize();
        frame.setSize(Math.min(size.width, screen.width), Math.min(size.height, screen.height));
        frame.setLocationRelativeTo(null);
        frame.setVisible(true);
        pulse.start();
    }

    /**
     * Opens it.
     *
     * @param host name of the machine, for display
     * @param stages that are done
     * @throws IllegalArgumentException if there is no display; the message is for people
     */
    public static SetupWindow open(String host, Set<AgentSetupStage> stages) {
        System.setProperty("swing.boldMetal", "false");
        CompletableFuture<SetupWindow> made = new CompletableFuture<>();
        try {
            onScreen(() -> made.complete(new SetupWindow(host, stages)));
        } catch (HeadlessException | AWTError | NoClassDefFoundError | UnsatisfiedLinkError e) {
            throw new IllegalArgumentException(
                    "--window: no display (expected: a session with a desktop; hint: leave --window out)", e);
        }
        return made.join();
    }

    /** Asks a person, and waits for the answer; whoever closes the window says no. */
    public boolean asks(String question) {
        onScreen(() -> {
            asked = true;
            says.setText(question);
            JButton yes = button("Set up", () -> answer.complete(true));
            button("Cancel", () -> answer.complete(false));
            focus(yes);
        });
        boolean agreed = answer.join();
        onScreen(() -> {
            asked = false;
            buttons.removeAll();
            buttons.repaint();
        });
        return agreed;
    }

    private JButton button(String text, Runnable action) {
        JButton button = new JButton(text);
        button.addActionListener(event -> action.run());
        buttons.add(button);
        return button;
    }

    private void focus(JButton button) {
        frame.getRootPane().setDefaultButton(button);
        frame.validate();
        button.requestFocusInWindow();
    }

    private void closing() {
        if (asked) {
            answer.complete(false);
        } else if (finished) {
            closed.complete(true);
        } else {
            says.setText("The setup goes on. Close this window when it has ended.");
        }
    }

    @Override
    public void begins(AgentSetupStage stage) {
        onScreen(() -> {
            says.setText("Setting up…");
            StageBox box = boxes.get(stage);
            if (box != null) {
                box.begins();
                show(box);
            }
        });
    }

    @Override
    public void ended(StageResult result) {
        onScreen(() -> {
            StageBox box = boxes.get(result.stage());
            if (box != null) {
                box.ended(result);
                show(box);
            }
        });
    }

    /** With the stage that was the last one. */
    @Override
    public void says(String name, String text) {
        onScreen(() -> {
            if (last == null) {
                says.setText(text);
            } else {
                last.add(text);
                show(last);
            }
        });
    }

    private void show(StageBox box) {
        last = box;
        if (!chosen) {
            box.setSelected(true);
        }
        if (box.isSelected()) {
            details.setText(box.text());
            details.setCaretPosition(0);
        }
    }

    /**
     * Shows that all is over.
     *
     * @param words what came out
     */
    public void finished(String words) {
        onScreen(() -> {
            finished = true;
            pulse.stop();
            boxes.values().forEach(StageBox::leftOut);
            says.setText(words);
            focus(button("Close", () -> closed.complete(true)));
        });
    }

    /** Waits until a person closes it. */
    public void awaitClosed() {
        boolean unused = closed.join();
    }

    private void pulse() {
        double turn = System.nanoTime() / 1e6 % PULSE_MILLIS / PULSE_MILLIS;
        boxes.values().stream()
                .filter(StageBox::isRunning)
                .forEach(box -> box.pulse((1 - Math.cos(2 * Math.PI * turn)) / 2));
    }

    @Override
    public void close() {
        onScreen(() -> {
            pulse.stop();
            frame.dispose();
        });
    }

    private static void onScreen(Runnable work) {
        try {
            EventQueue.invokeAndWait(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
        }
    }
}
