package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.e2e.Document.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs the shell blocks of the documents that name this test: line by line, as they are, with the ports and folders
 * that they use. So it has a network and a folder of its own. Programs that stay are started once and go on while the
 * other commands run.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class DocumentedCommandsIT {
    private static final Pattern STAYS = Pattern.compile("\\./deskmeter (controller|agent) *(--.*)?(#.*)?");
    private static final int MINUTES = 15;

    /** What all blocks share: RUN is a run that was begun and aborted. */
    private static final String PRELUDE = """
            set -euo pipefail
            cd "$HOME"
            trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
            started() {
                for _ in $(seq 900); do
                    ! grep -q "$2" "$1" || return 0
                    sleep 0.2
                done
                cat "$1"
                exit 99
            }
            aborted_run() {
                ./deskmeter run workloads/run-profiles/office-fixed.yaml --no-check --controller http://127.0.0.1:8080 --out out >run.log 2>&1 &
                local run=$!
                started run.log 'Live page: '
                kill -TERM "$run"
                sleep 2
                kill -TERM "$run" || true
                wait "$run" || true
                grep -o 'r-[0-9]*-[0-9]*-[0-9a-f]*' run.log | head -n 1
            }
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path home;

    @Test
    void everyBlockThatNamesThisTest() throws IOException, InterruptedException {
        Files.copy(Program.HOME.resolve("deskmeter"), home.resolve("deskmeter"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String part : List.of("controller", "agent", "src", "workloads")) {
            Files.createSymbolicLink(home.resolve(part), Program.HOME.resolve(part));
        }
        List<Block> blocks = new ArrayList<>();
        for (Document document : Document.all()) {
            for (Block block : document.blocks()) {
                List<String> tests = block.tests();
                if (tests != null && tests.contains(getClass().getSimpleName())) {
                    blocks.add(block);
                }
            }
        }
        assertThat(blocks).isNotEmpty();
        Path script = Files.writeString(home.resolve("documents.sh"), script(blocks));

        ProcessBuilder builder = new ProcessBuilder(WithoutNetwork.around(List.of("bash", script.toString())));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("DESKMETER_READY", "yes");
        Path printed = home.resolve("printed.txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(ended)
                .as("ended in time; it printed:\n%s", Files.readString(printed))
                .isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        assertThat(printed)
                .content()
                .contains("1 runs", "http://127.0.0.1:8080/login", "runs would be deleted", "deleted: r-");
    }

    private static String script(List<Block> blocks) {
        StringBuilder script = new StringBuilder(PRELUDE);
        boolean run = false;
        for (Block block : blocks) {
            if (!run && block.text().contains(" RUN")) {
                script.append("RUN=$(aborted_run)\n");
                run = true;
            }
            for (String line :
                    block.text().replaceAll("\\bRUN\\b", "\\$RUN").lines().toList()) {
                var stays = STAYS.matcher(line);
                if (stays.matches()) {
                    String log = stays.group(1) + ".log";
                    String ready = stays.group(1).equals("agent") ? "connected to the controller" : "agents connect to";
                    script.append("[ -e ").append(log).append(" ] || { ").append(line.replaceFirst("#.*", ""));
                    script.append(" >").append(log).append(" 2>&1 & }\n");
                    script.append("started ")
                            .append(log)
                            .append(" '")
                            .append(ready)
                            .append("'\n");
                } else {
                    script.append("echo '+ ")
                            .append(line.replace("'", "'\\''"))
                            .append("'\n")
                            .append(line)
                            .append('\n');
                }
            }
        }
        return script.toString();
    }
}
