package io.deskmeter.workload.yaml.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Launcher;
import io.deskmeter.workload.targets.Agentless.Sign;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of targets without desktop agents. */
class AgentlessGrammarTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aRunDialogNeedsItsKeysOnly() throws Exception {
        Agentless agentless = agentless("vnc", "content: /srv/deskmeter, launcher: { dialog: alt+F2 }");
        assertThat(agentless.content()).isEqualTo("/srv/deskmeter");
        assertThat(agentless.ready()).isEqualTo(new Sign.Rest(Duration.ofSeconds(2)));
        assertThat(agentless.launcher())
                .isEqualTo(new Launcher.Dialog(
                        "alt+F2", new Sign.Rest(Duration.ofMillis(500)), "sh ${content}/${workload}/launch.sh"));
        assertThat(agentless.logoff()).isEmpty();
        assertThat(agentless.pictures()).isEmpty();
    }

    @Test
    void aTargetWithoutTheKeyHasDesktopAgents() throws Exception {
        assertThat(parse("remote", "{ vnc: { hosts: [a] } }").target().agentless())
                .isEmpty();
        assertThat(parse("remote", "{ vnc: { hosts: [a], desktopAgent: session } }")
                        .target()
                        .agentless())
                .isEmpty();
    }

    @Test
    void picturesBesideTheProfileArePutIntoIt() throws Exception {
        picture("panel.png", 8);
        picture("icons/writer.png", 9);
        Agentless agentless = agentless(
                "vnc", "ready: { landmark: panel.png }, launcher: { icons: { office/writer: \"icons/writer.png\" } }");
        assertThat(agentless.pictures())
                .extracting(Agentless.Picture::name)
                .containsExactly("panel.png", "icons/writer.png");
        assertThat(agentless.pictures()).extracting(Agentless.Picture::landmark).doesNotHaveDuplicates();
        assertThat(agentless.launcher().launches("office/writer")).isTrue();
    }

    @Test
    void partsOfTheScreenNeedNotRest() throws Exception {
        String keys = "content: /c, launcher: { dialog: alt+F2 }, ";
        assertThat(agentless("vnc", keys + "ready: { rest: 3s, except: [86x17+1150+770, 10x20+0+1] }")
                        .ready())
                .isEqualTo(new Sign.Rest(
                        Duration.ofSeconds(3),
                        List.of(new ScreenRect(1150, 770, 86, 17), new ScreenRect(0, 1, 10, 20))));
        RunProfile profile = parse("remote", target("vnc", keys + "ready: { rest: 3s, except: 86x17+1150+770 }"));
        assertThat(RunProfiles.parseSelfContained("again.yaml", RunProfiles.write(profile)))
                .isEqualTo(profile);
        assertRefused("remote", target("vnc", keys + "ready: { landmark: x.png, except: 1x1+0+0 }"), "without `rest`");
    }

    /** Then any picture, and none at all, would prove a logon. */
    @Test
    void somethingMustBeLeftThatRests() {
        String ready = "desktop: 640x480, content: /c, launcher: { dialog: alt+F2 }, ready: { rest: 2s, except: %s }";
        assertRefused(
                "remote",
                target("vnc", ready.formatted("9999x9999+0+0")),
                "target.vnc.ready.except: covers all of the desktop of 640x480");
        assertRefused(
                "remote",
                target("vnc", ready.formatted("[400x480+0+0, 300x240+340+0, 300x250+390+230]")),
                "covers all of the desktop of 640x480");
        assertRefused(
                "remote",
                target("vnc", ready.formatted("86x17+1150+770")),
                "86x17+1150+770 lies off the desktop of 640x480");
    }

    @Test
    void handlersOfATargetBringTheirPictures() throws Exception {
        picture("consent.png", 8);
        RunProfile profile = parse(
                "remote",
                "{ vnc: { hosts: [a] }, handlers: [{ when: { appears: consent.png }, do: [{ click: consent.png }, { keys: Return }] }] }");
        assertThat(profile.handlers().pictures())
                .singleElement()
                .extracting(Agentless.Picture::name)
                .isEqualTo("consent.png");
        Handler handler = profile.handlers().handlers().get(0);
        assertThat(handler.landmark())
                .isEqualTo(profile.handlers().pictures().get(0).landmark());
        assertThat(handler.atMost()).isEqualTo(3);
        assertThat(RunProfiles.parseSelfContained("again.yaml", RunProfiles.write(profile)))
                .isEqualTo(profile);
        assertRefused(
                "remote",
                "{ vnc: { hosts: [a] }, handlers: [{ when: { appears: nowhere.png }, do: { keys: a } }] }",
                "a PNG file beside the profile");
    }

    @Test
    void aMenuIsAListOfPicturesAndKeys() throws Exception {
        picture("menu.png", 8);
        Agentless agentless =
                agentless("vnc", "launcher: { menus: { office/writer: [{ click: menu.png }, { keys: Down }] } }");
        Launcher.Menus menus = (Launcher.Menus) agentless.launcher();
        assertThat(menus.byWorkload().get("office/writer"))
                .containsExactly(new Choice.Click(agentless.pictures().get(0)), new Choice.Keys("Down"));
    }

    @Test
    void theLogoffIsKeysTextAndPauses() throws Exception {
        Agentless agentless = agentless(
                "vnc",
                "content: /c, launcher: { dialog: alt+F2 }, logoff: [{ keys: alt+F2 }, { wait: 1s }, { type: logout }]");
        assertThat(agentless.logoff())
                .containsExactly(
                        new Step.Keys(List.of("alt+F2")),
                        new Step.Wait(Duration.ofSeconds(1)),
                        new Step.Type("logout"));
    }

    @Test
    void theCanonicalFormSaysTheSame() throws Exception {
        picture("panel.png", 8);
        for (String more : List.of(
                "content: /c, launcher: { dialog: { keys: super+r, landmark: panel.png, command: \"go ${workload}\" } }",
                "content: /c, ready: { rest: 5s }, launcher: { dialog: alt+F2 }, logoff: [{ keys: alt+F4 }, { wait: 2s }]",
                "ready: { landmark: panel.png }, launcher: { icons: { office/writer: panel.png } }",
                "launcher: { menus: { office/writer: [{ click: panel.png }, { keys: Return }] } }")) {
            for (String kind : List.of("vnc", "rdp", "viewer")) {
                RunProfile profile = parse("remote", target(kind, more));
                assertThat(profile.target().agentless()).isPresent();
                assertThat(RunProfiles.parseSelfContained("again.yaml", RunProfiles.write(profile))
                                .target())
                        .isEqualTo(profile.target());
            }
        }
    }

    @Test
    void whatNeedsADesktopAgentIsRefused() {
        String dialog = "content: /c, launcher: { dialog: alt+F2 }";
        assertRefused("passive", target("vnc", dialog), "mode: passive (expected: remote, because the target has no");
        assertRefused("local", target("rdp", dialog), "mode: local (expected: remote, because the target has no");
        assertRefused(
                "remote",
                target("rdp", dialog + ", application: xterm"),
                "application: beside `desktopAgent: none` (expected: a desktop,");
    }

    @Test
    void mistakesAreNamed() {
        assertRefused("remote", "{ vnc: { hosts: [a], content: /c } }", "content: without `desktopAgent: none`");
        assertRefused("remote", target("vnc", "content: /c"), "`launcher` is missing");
        assertRefused("remote", target("vnc", "launcher: { dialog: alt+F2 }"), "`content` is missing");
        assertRefused("remote", target("vnc", "content: a b, launcher: { dialog: alt+F2 }"), "without spaces");
        assertRefused(
                "remote",
                target("vnc", "launcher: { icons: { office/writer: nowhere.png } }"),
                "nowhere.png (expected: a PNG file beside the profile");
        assertRefused(
                "remote",
                target("vnc", "launcher: { icons: { office/writer: \"data:image/png;base64,QUJD\" } }"),
                "a PNG file of at most 64 KiB");
        assertRefused(
                "remote",
                target("vnc", "launcher: { menus: { office/calc: [{ keys: Return }] } }"),
                "its launcher has nothing for office/writer");
        assertRefused(
                "remote",
                target("vnc", "content: /c, launcher: { dialog: alt+F2 }, logoff: [{ click: [1, 2] }]"),
                "unknown key (expected");
    }

    private void assertRefused(String mode, String target, String message) {
        assertThatThrownBy(() -> parse(mode, target))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(message);
    }

    private Agentless agentless(String kind, String more) throws Exception {
        return parse("remote", target(kind, more)).target().agentless().orElseThrow();
    }

    private static String target(String kind, String more) {
        String own = switch (kind) {
            case "rdp" -> "accounts: a, ";
            case "viewer" -> "command: [show, \"${host}\"], ";
            default -> "";
        };
        return "{ " + kind + ": { hosts: [a], " + own + "desktopAgent: none, " + more + " } }";
    }

    private RunProfile parse(String mode, String target) throws InvalidDocumentException, IOException {
        String yaml = """
            workloads: { workloads: [office/writer] }
            mode: %s
            target: %s
            load: { fixed: { sessions: 1 } }
            """.formatted(mode, target);
        return RunProfiles.parseSelfContained("test.yaml", ProfilePictures.inline(yaml, folder.resolve("test.yaml")));
    }

    private void picture(String name, int side) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        ImageIO.write(new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB), "png", file.toFile());
    }
}
