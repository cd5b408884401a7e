package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.RdshUser;
import io.deskmeter.testkit.rdsh.RunDialog;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Desktops that show a window before the window manager, without desktop agents. In the longer lane: a logon that never
 * gets a desktop takes its 90 s.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class ConsentBannerLongIT {
    private static final Duration END = Duration.ofMinutes(4);
    private static final int LOGONS = 10;
    private static final String PATTERN = "xsetroot -mod 16 16 -fg gray -bg black";
    private static final String LOGOFF =
            "logoff: [{ keys: alt+F2 }, { wait: 1s }, { type: \"openbox --exit\" }, { keys: Return }]";
    private static final String HANDLERS = """
              handlers:
                - when: { appears: consent.png }
                  do: [{ click: consent.png }, { keys: Return }]
            """;
    private static final Pattern OPEN = Pattern.compile("(?m)^\\d+ +test/term +open +B +ok ");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Path content;

    /** A terminal that is opened and closed. */
    @BeforeEach
    void start() throws Exception {
        Path workload = Files.createDirectories(folder.resolve("w/test/term"));
        Files.createDirectories(workload.resolve("content"));
        Files.writeString(workload.resolve("content/readme.txt"), "A terminal needs none.");
        Files.writeString(workload.resolve("workload.yaml"), """
            title: A terminal
            application: { linux: [xterm, -geometry, 100x30+100+100] }
            operations:
              - id: open
                group: B
                do: { launch: application }
                until: { changes: { screen: whole, atLeast: 5000 }, within: 30s }
              - id: close
                group: A
                before: { await: { settles: { screen: whole }, within: 20s } }
                do: { keys: ctrl+d }
                until: { changes: { screen: whole, atLeast: 5000 }, within: 20s }
            """);
        content = folder.resolve("content");
        ended(
                "workload",
                "export",
                "test/term",
                "--workloads",
                folder.resolve("w").toString(),
                "--out",
                content.toString());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        ConsentBanner.cutOut(folder.resolve("cut"), folder.resolve("consent.png"));
        desktop(folder.resolve("desktop.png"));
    }

    /** A part of the desktop's pattern, which proves a logon. */
    private static void desktop(Path file) throws IOException {
        BufferedImage pattern = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                pattern.setRGB(x, y, x % 16 == 0 || y % 16 == 0 ? 0xBEBEBE : 0);
            }
        }
        assertThat(ImageIO.write(pattern, "png", file.toFile())).isTrue();
    }

    @Test
    void onVncItIsNamedWithoutAHandlerAndDismissedByOne() throws Exception {
        try (VncDesktop desktop = VncDesktop.start(folder.resolve("d0"), Optional.empty(), ConsentBanner.COMMAND)) {
            assertNamed(attempt(vnc(desktop, ""), List.of()));
        }
        for (int i = 1; i <= LOGONS; i++) {
            try (VncDesktop desktop =
                    VncDesktop.start(folder.resolve("d" + i), Optional.empty(), ConsentBanner.COMMAND)) {
                assertDismissed(attempt(vnc(desktop, HANDLERS), List.of()));
            }
        }
    }

    private static String vnc(VncDesktop desktop, String handlers) {
        return handlers + "  vnc:\n    hosts: [\"" + desktop.host()
                + "\"]\n    keyboard: { layout: us, proof: manual }\n";
    }

    @Test
    void onXrdpItIsNamedWithoutAHandlerAndDismissedByOne() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        try (XrdpServer server = XrdpServer.start(XrdpSettings.of(1, PATTERN).withBanner(ConsentBanner.COMMAND))) {
            RdshUser user = server.users().get(0);
            Files.writeString(user.home().resolve("openbox.xml"), RunDialog.added(Openbox.configuration()));
            List<String> accounts = List.of("--accounts", server.accountsFile().toString());
            assertNamed(attempt(rdp(server, ""), accounts));
            server.logOff(user);
            for (int i = 1; i <= LOGONS; i++) {
                assertDismissed(attempt(rdp(server, HANDLERS), accounts));
                server.logOff(user);
            }
        }
    }

    private static String rdp(XrdpServer server, String handlers) {
        return handlers
                + "  rdp:\n    hosts: [\"%s:%d\"]\n    accounts: accounts\n    keyboard: { layout: us, proof: manual }\n    certificate: sha256:%s\n    %s\n    ready: { landmark: desktop.png }\n"
                        .formatted(server.host(), server.port(), server.certificateSha256(), LOGOFF);
    }

    /** One iteration on a target. */
    private Program.Ended attempt(String target, List<String> more) throws Exception {
        Path profile = Files.writeString(
                folder.resolve("target.yaml"),
                "workloads: { workloads: [test/term] }\n"
                        + "load: { fixed: { sessions: 1 } }\nthresholds: { A: 20s, B: 60s }\ntarget:\n" + target
                        + "    desktopAgent: none\n    content: " + content + "\n    launcher: { dialog: alt+F2 }\n");
        List<String> arguments = new ArrayList<>(List.of("agent", "try", "test/term", "--target", profile.toString()));
        arguments.addAll(List.of("--workloads", folder.resolve("w").toString()));
        arguments.addAll(List.of("--state", folder.resolve("s").toString()));
        arguments.addAll(more);
        try (Program program = Program.start(folder, arguments.toArray(new String[0]))) {
            return program.await(END);
        }
    }

    private static void assertNamed(Program.Ended ended) {
        assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(4);
        assertThat(ended.printed())
                .contains("logon: not usable within 90")
                .contains("a window ")
                .contains("is all there is on the screen and waits")
                .contains("`handlers:` of the target");
    }

    private static void assertDismissed(Program.Ended ended) {
        assertThat(ended.exitCode()).as(ended.printed()).isZero();
        assertThat(ended.printed()).contains("handled consent.png once");
        Matcher open = OPEN.matcher(ended.printed());
        assertThat(open.find()).as(ended.printed()).isTrue();
    }

    private void ended(String... arguments) throws IOException, InterruptedException {
        try (Program program = Program.start(folder, arguments)) {
            Program.Ended ended = program.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
    }
}
