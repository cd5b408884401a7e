package io.deskmeter.workloads.probe;

import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Shows a stage over the whole desktop; q ends it. Arguments: {@code drag} or {@code scroll}, the folder for
 * {@value #TIMES}, and after {@code drag} the command of a video player, if a video is to be played on the stage
 * ({@link VideoPlayer}).
 */
public final class ProbeMain {
    static final String TIMES = "paint-times.csv";

    private ProbeMain() {}

    public static void main(String[] args) {
        boolean drag = args.length >= 2 && args[0].equals("drag");
        if (!drag && !(args.length == 2 && args[0].equals("scroll"))) {
            throw new IllegalArgumentException("arguments: " + String.join(" ", args)
                    + " (expected: drag or scroll, a folder, and after drag the command of a video player, if any)");
        }
        PaintTimesWriter times = new PaintTimesWriter(Path.of(args[1]).resolve(TIMES));
        List<String> player = List.of(args).subList(2, args.length);
        EventQueue.invokeLater(() -> {
            if (drag) {
                DragStage stage = new DragStage(times);
                Frame window = show(stage, times);
                if (!player.isEmpty()) {
                    play(player, stage, window, times);
                }
            } else {
                show(new ScrollStage(times), times);
            }
        });
    }

    /** Whoever ends first ends the other one: which of the two windows has the keys is up to the window manager. */
    private static void play(List<String> command, DragStage stage, Frame window, PaintTimesWriter times) {
        try {
            VideoPlayer player = VideoPlayer.start(command, stage.videoOnScreen());
            window.addWindowListener(new WindowAdapter() {
                @Override
                public void windowClosed(WindowEvent event) {
                    player.close();
                }
            });
            player.whenEnded(code -> EventQueue.invokeLater(() -> {
                end(window, times);
                if (code != 0) {
                    exit("video: the player has exited with " + code + " (expected: plays until q is pressed)");
                }
            }));
        } catch (IOException e) {
            end(window, times);
            exit("video: " + e.getMessage() + " (expected: the player is installed; on Debian, the package mpv)");
        }
    }

    @SuppressWarnings("SystemOut") // the agent keeps what an application prints, and shows it where that has failed
    private static void exit(String why) {
        System.err.println(why);
        System.exit(1);
    }

    private static Frame show(ProbeCanvas stage, PaintTimesWriter times) {
        Frame window = new Frame("Deskmeter probe");
        window.setUndecorated(true);
        window.setBackground(ProbeCanvas.PLAIN);
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
        return window;
    }

    private static void end(Frame window, PaintTimesWriter times) {
        window.dispose();
        times.close();
    }
}
