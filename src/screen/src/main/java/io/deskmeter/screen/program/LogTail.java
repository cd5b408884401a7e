package io.deskmeter.screen.program;

import io.deskmeter.text.PeerText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/**
 * The last lines of a program's log, for messages: printable, since programs print in colours, and what their own peers
 * sent.
 */
public final class LogTail {
    private static final int BYTES = 4096;
    private static final int LINES = 12;

    private LogTail() {}

    /** Empty if there is no log. */
    public static String of(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - BYTES);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> lines =
                    PeerText.lines(bytes).lines().filter(l -> !l.isBlank()).toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException logIsGone) {
            return "";
        }
    }
}
