package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A terminal server whose login window has a picture for its background, and desktops without desktop agents: what is
 * on the screen after a wrong password rests as well as a desktop does. As root; skipped otherwise.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class LogonProofLongIT {
    private static final Duration END = Duration.ofMinutes(3);

    /** How a run ends whose platform refused it, or whose application is missing, is not the question here. */
    private static final int ANY = -1;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private XrdpServer server;
    private ControllerProgram controller;
    private Program agent;

    @BeforeEach
    void start() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        server = XrdpServer.start(XrdpSettings.of(2, "").withUsableDesktop().withLoginWindowOnPicture());
        controller = ControllerProgram.start(folder);
        agent = controller.connectAgent();
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable resource : new AutoCloseable[] {agent, controller, server}) {
            if (resource != null) {
                resource.close();
            }
        }
    }

    @Test
    void aWrongPasswordIsNoDesktopAndItsPictureIsKept() throws Exception {
        Path wrong = accounts("not-" + server.users().get(0).password());
        Path profile = profile("rest", "");
        String checked = end(3, "check", profile, wrong);
        assertThat(checked)
                .contains("logon proof", "ready: { landmark", "agent screenshot --target")
                .contains("target logon", "the server shows its login window", ".png on the agent's machine")
                .doesNotContain("log the user off");

        Path out = folder.resolve("out");
        String printed = end(ANY, "run", profile, wrong, "--no-check", "--out", out.toString());
        assertThat(printed).contains("the server shows its login window");
        Path picture = out.resolve("evidence/s000-0000-logon-failed.png");
        assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(1280);
        assertThat(out.resolve("evidence/index.html"))
                .content()
                .contains("logon, session 0", picture.getFileName().toString());
    }

    @Test
    void aDesktopAtRestIsNoProofAndALandmarkOfItIs() throws Exception {
        Path right = accounts(server.users().get(0).password());
        Path profile = profile("rest", "");
        String printed = end(4, "run", profile, right, "--no-check", "--out", folder.resolve("out") + "");
        assertThat(printed).contains("nothing proves that it is the user's desktop");
        assertThat(folder.resolve("out/evidence/s000-0000-logon-failed.png")).exists();

        Path landmark = folder.resolve("desktop.png");
        Path complete = profile("proved", "ready: { landmark: desktop.png }");
        screenshot(complete, right, landmark, "--crop", "64x64+8+8");
        assertThat(ImageIO.read(landmark.toFile()).getHeight()).isEqualTo(64);
        String proved = end(ANY, "run", complete, right, "--no-check", "--out", folder.resolve("out2") + "");
        assertThat(proved).doesNotContain("nothing proves").doesNotContain("logon: ");
        assertThat(Files.readString(folder.resolve("out2/timings.csv"))).contains("office/writer");
    }

    private Path accounts(String password) throws Exception {
        String user = server.users().get(0).name();
        return Files.writeString(folder.resolve("users.csv"), "user,password\n" + user + "," + password + "\n");
    }

    /**
     * There is no content where it says, so whatever is launched times out. How late the one think time of such a run
     * is says nothing about logons: with the usual bound the load point was not judged once, and repeated for longer
     * than the test waits.
     */
    private Path profile(String name, String ready) throws Exception {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                workloads:
                  workloads: [office/writer]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 500ms, spread: 0%%}
                target:
                  rdp:
                    hosts: ["%s:%d"]
                    usersPerHost: 1
                    accounts: users
                    keyboard: { layout: us, proof: manual }
                    certificate: sha256:%s
                    desktopAgent: none
                    content: /nowhere
                    launcher: { dialog: alt+F2 }
                    %s
                load: { fixed: { sessions: 1 } }
                thresholds: { A: 20s, B: 60s }
                validity: { harnessCpu: 90%%, lag: 10s, pacing: 100%% }
                """.formatted(
                        server.host(), server.port(), server.certificateSha256(), ready));
    }

    private String end(int exitCode, String command, Path profile, Path accounts, String... options) throws Exception {
        String[] words = new String[8 + options.length];
        words[0] = command;
        words[1] = profile.toString();
        words[2] = "--controller";
        words[3] = controller.web();
        words[4] = "--data";
        words[5] = DataFolder.below(folder).toString();
        words[6] = "--accounts";
        words[7] = accounts.toString();
        System.arraycopy(options, 0, words, 8, options.length);
        try (Program program = Program.start(folder, words)) {
            Program.Ended ended = program.await(END);
            if (exitCode != ANY) {
                assertThat(ended.exitCode())
                        .as(ended.printed() + agent.printed())
                        .isEqualTo(exitCode);
            }
            return ended.printed();
        }
    }

    private void screenshot(Path profile, Path accounts, Path file, String... options) throws Exception {
        String[] words = {
            "agent",
            "screenshot",
            file.toString(),
            "--target",
            profile.toString(),
            "--accounts",
            accounts.toString(),
            "--state",
            folder.resolve("shot").toString(),
            options[0],
            options[1]
        };
        try (Program program = Program.start(folder, words)) {
            Program.Ended ended = program.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            assertThat(ended.printed()).contains(file + ": 64 x 64 pixels of the display of ");
        }
    }
}
