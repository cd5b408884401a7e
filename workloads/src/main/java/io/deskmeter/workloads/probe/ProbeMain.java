package io.deskmeter.workloads.probe;

import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.nio.file.Path;

/** Shows a stage over the whole desktop; q ends it. Arguments: {@code drag} or {@code scroll}, and the folder for {@value #TIMES}. */
public final class ProbeMain {
    static final String TIMES = "paint-times.csv";

    private ProbeMain() {}

    public static void main(String[] args) {
        if (args.length != 2 || !(args[0].equals("drag") || args[0].equals("scroll"))) {
            throw new IllegalArgumentException(
                    "arguments: " + String.join(" ", args) + " (expected: drag or scroll, and a folder)");
        }
        PaintTimes times = new PaintTimes(Path.of(args[1]).resolve(TIMES));
        EventQueue.invokeLater(
                () -> show(args[0].equals("drag") ? new DragStage(times) : new ScrollStage(times), times));
    }

    private static void show(Stage stage, PaintTimes times) {
        Frame window = new Frame("Deskmeter probe");
        window.setUndecorated(true);
        window.setBackground(Stage.PLAIN);
        window.setBounds(window.getGraphicsConfiguration().getBounds());
        window.add(stage);
        stage.addKeyListener(new KeyAdapter() {
            @Override
            public void keyTyped(KeyEvent event) {
                if (event.getKeyChar() == 'q') {
                    end(window, times);
                }
            }
        });
        window.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                end(window, times);
            }
        });
        window.setVisible(true);
        window.toFront();
        stage.requestFocus();
    }

    private static void end(Frame window, PaintTimes times) {
        window.dispose();
        times.close();
    }
}
