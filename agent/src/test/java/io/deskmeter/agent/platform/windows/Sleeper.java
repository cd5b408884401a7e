package io.deskmeter.agent.platform.windows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/** Starts processes of its own kind, writes its process id to a file, and sleeps. Arguments: how many, and the file. */
final class Sleeper {
    private Sleeper() {}

    public static void main(String[] args) throws Exception {
        int children = Integer.parseInt(args[0]);
        Path ready = Path.of(args[1]);
        for (int i = 0; i < children; i++) {
            Path child = ready.resolveSibling(ready.getFileName() + "-" + i);
            Process unused = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Sleeper.class.getName(),
                            "0",
                            child.toString())
                    .start();
            while (!Files.exists(child)) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
        Path written = ready.resolveSibling(ready.getFileName() + ".new");
        Files.writeString(written, ProcessHandle.current().pid() + "\n");
        Files.move(written, ready, StandardCopyOption.ATOMIC_MOVE);
        TimeUnit.MINUTES.sleep(5);
    }
}
