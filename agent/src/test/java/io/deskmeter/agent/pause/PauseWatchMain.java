package io.deskmeter.agent.pause;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Watches itself; for each line of its input it prints its longest pause beyond the bound, and its longest since the
 * last line, in seconds.
 */
final class PauseWatchMain {
    private PauseWatchMain() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PauseWatch watch = args[0].equals("generator")
                ? PauseWatch.ofGenerator(System::nanoTime)
                : PauseWatch.inSession(System::nanoTime);
        watch.start();
        while (watch.takeLongest() == 0) {
            Thread.onSpinWait();
        }
        long begin = System.nanoTime();
        out.println("watching");
        while (System.in.read() >= 0) {
            double longest = watch.pauses().longest(begin, System.nanoTime()) / 1e9;
            out.println(longest + " " + watch.takeLongest() / 1e9);
        }
    }
}
