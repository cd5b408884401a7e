package io.deskmeter.agent.setup;

import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether a desktop agent would see the screen of this session. */
final class OwnScreenshot {
    private static final int WITHIN_SECONDS = 60;

    private OwnScreenshot() {}

    /** As a user would do it: with the command for it, in a program of its own, which may use the screen. */
    static void take(Path program, boolean hasDisplay, List<String> facts, List<String> warnings) throws IOException {
        if (!hasDisplay) {
            facts.add("screen: no display here (hint: ./deskmeter agent screenshot FILE in a session)");
            return;
        }
        Path folder = Files.createTempDirectory("deskmeter-setup");
        Path picture = folder.resolve("screen.png");
        Path said = folder.resolve("said.txt");
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+ExitOnOutOfMemoryError",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-Ddeskmeter.home=" + program,
                            "io.deskmeter.agent.AgentMain",
                            "screenshot",
                            picture.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                warnings.add("screen: no picture within " + WITHIN_SECONDS + " s");
            } else if (process.exitValue() == 0) {
                facts.add("screen: a picture of " + Files.size(picture) + " bytes");
            } else {
                warnings.add("screen: "
                        + Files.readString(said, StandardCharsets.UTF_8)
                                .strip()
                                .lines()
                                .reduce("", (a, b) -> b));
            }
        } catch (IOException e) {
            warnings.add("screen: " + FaultText.message(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            warnings.add("screen: interrupted");
        } finally {
            remove(List.of(picture, said, folder));
        }
    }

    /** Windows keeps files that a program has had open for some moments after its end; that fails no setup. */
    private static void remove(List<Path> temporary) {
        for (Path file : temporary) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException later) {
                // The end of the program removes the last one that it is told of first.
                for (int i = temporary.size() - 1; i >= 0; i--) {
                    temporary.get(i).toFile().deleteOnExit();
                }
                return;
            }
        }
    }
}
