package io.deskmeter.testkit.truth;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * The protocol of a truth program in a separate process: lines on its standard input and output.
 *
 * <pre>
 * program   ready WHERE                   it can be used
 * caller    arm NUMBER DELAY_NANOS        program   done arm NUMBER DELAY_NANOS
 * caller    show | hide                   program   done show | done hide
 * program   answer NUMBER INPUT FROM BY BYTES   monotonic nanoseconds, see {@link Answer}
 * </pre>
 *
 * The program ends when its input ends.
 */
public final class TruthCommands {
    /** Followed by the command that has been executed. */
    static final String DONE = "done ";

    private final PrintWriter out;

    /** On this process's standard input and output. */
    public TruthCommands() {
        out = new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    /** Reports an answer; any thread. */
    public void report(Answer answer) {
        out.println(answer.line());
    }

    /**
     * Executes commands until the input ends.
     *
     * @param where the socket's path, the port or the display, for the caller
     */
    public void serve(String where, TruthProgram program) throws IOException {
        out.println("ready " + where);
        BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            obey(line.split(" ", -1), program);
            out.println(DONE + line);
        }
    }

    private static void obey(String[] words, TruthProgram program) throws IOException {
        if (words.length == 3 && words[0].equals("arm")) {
            program.arm(Long.parseLong(words[1]), Long.parseLong(words[2]));
        } else if (words.length == 1 && words[0].equals("show")) {
            program.mark(true);
        } else if (words.length == 1 && words[0].equals("hide")) {
            program.mark(false);
        } else {
            throw new IllegalArgumentException(
                    "command: \"" + String.join(" ", words) + "\" (expected: arm NUMBER NANOS, show or hide)");
        }
    }
}
