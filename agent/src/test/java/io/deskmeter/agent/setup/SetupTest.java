package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a tree in a folder, with the shipped optimisations. */
@Tag("slow")
class SetupTest {
    private static final String SECRET = "S".repeat(43);
    private static final String TOKEN = "dmj1." + "A".repeat(43) + "." + SECRET;

    @TempDir
    private Path folder;

    private Path root;
    private Path state;
    private Path agent;
    private Path program;

    @BeforeEach
    void makeTree() throws IOException {
        root = folder.resolve("root");
        state = Files.createDirectories(folder.resolve("state"));
        agent = folder.resolve("agent");
        program = Files.createDirectories(folder.resolve("program"));
        for (String path : List.of(
                "lib/systemd/system/apt-daily.timer",
                "lib/systemd/system/deskmeter-agent.service",
                "etc/apt/apt.conf.d/01autoremove",
                "etc/deskmeter/agent.yaml",
                "usr/bin/chromium")) {
            Files.createDirectories(root.resolve(path).getParent());
            Files.writeString(root.resolve(path), "# as installed\n");
        }
    }

    private Setup.Settings settings(Set<AgentSetupStage> stages, boolean image, Optional<JoinToken> token, int port)
            throws Exception {
        return new Setup.Settings(
                root,
                root,
                state,
                agent,
                program,
                Scope.MACHINE,
                stages,
                OptimisationSet.of(Profile.MEASURE, OperatingSystem.LINUX, List.of()),
                image,
                Optional.of(new LinkAddress("127.0.0.1", port)),
                token,
                Optional.of(folder.resolve("desktop.token")),
                "machine");
    }

    private Setup.Settings image() throws Exception {
        return settings(EnumSet.allOf(AgentSetupStage.class), true, Optional.empty(), 1);
    }

    private int run(Setup.Settings settings, WriteHook step, StringWriter out) throws IOException {
        SetupView view = new SetupView(new PrintWriter(out, true), false, false);
        return new Setup(settings, new LinuxSetup(settings, step), view, step).run();
    }

    private Map<String, String> snapshot() throws IOException {
        MachineFiles places = new MachineFiles(root, root, WriteHook.NONE);
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.toList()) {
                files.put(root.relativize(file).toString(), places.read(file).encoded());
            }
        }
        return files;
    }

    private void restore() throws IOException {
        try (Journal journal = Journal.open(state, WriteHook.NONE)) {
            new Optimiser(new MachineFiles(root, root, WriteHook.NONE), journal, Scope.MACHINE).restore(entry -> true);
        }
    }

    @Test
    void doesAllStagesOfAnImageAndLeavesNoIdentity() throws Exception {
        Files.createDirectories(agent);
        Files.writeString(agent.resolve("agent-id"), "an id\n");
        Files.writeString(agent.resolve("identity.pem"), "a key\n");
        // As a setup leaves them that is killed while it joins.
        Files.writeString(agent.resolve(".identity.pem-123.part"), "a key\n");
        Files.writeString(agent.resolve("join.key"), "a key\n");
        Map<String, String> before = snapshot();
        StringWriter out = new StringWriter();

        assertThat(run(image(), WriteHook.NONE, out)).as(out.toString()).isEqualTo(Setup.OK);

        assertThat(out.toString())
                .contains(
                        "1/7 preflight",
                        "3/7 enrol      postponed",
                        "5/7 optimise   3 set",
                        "6/7 autostart  ok",
                        "7/7 verify");
        assertThat(agent).isEmptyDirectory();
        assertThat(root.resolve("etc/systemd/system/multi-user.target.wants/deskmeter-agent.service"))
                .isSymbolicLink();
        assertThat(root.resolve("etc/deskmeter/agent.yaml"))
                .content()
                .isEqualTo("# as installed\ncontroller: 127.0.0.1:1\n");
        assertThat(root.resolve("etc/xdg/autostart/deskmeter-desktop-agent.desktop"))
                .content()
                .contains("\"agent\" \"desktop\" \"--controller\" \"127.0.0.1:1\"");
        assertThat(SetupState.open(state).words()).anyMatch(line -> line.startsWith("optimisations measure "));
        restore();
        assertThat(snapshot()).isEqualTo(before);
    }

    /** Reproducer: folders of the journal stayed. */
    @Test
    void theCommandsTakeEverythingBack() throws Exception {
        requireRoot();
        Files.createDirectories(root.resolve("var/lib"));
        Map<String, String> before = snapshot();
        String tree = root.toString();
        assertThat(command("--image", "--unattended", "--root", tree)).isZero();
        assertThat(snapshot()).isNotEqualTo(before);
        assertThat(command("restore", "--root", tree)).isZero();
        assertThat(command("--image", "--unattended", "--root", tree)).isZero();
        assertThat(command("uninstall", "--root", tree)).isZero();
        assertThat(snapshot()).isEqualTo(before);
        assertThat(command("uninstall", "--root", tree)).isZero();
        assertThat(snapshot()).isEqualTo(before);
    }

    /**
     * Reproducer: a folder in which the start of agents was, too, stayed for ever, and was said to be changed by
     * somebody.
     */
    @Test
    void uninstallTakesBackTheFoldersThatRestoreStillNeeded() throws Exception {
        requireRoot();
        Files.createDirectories(root.resolve("var/lib"));
        Map<String, String> before = snapshot();
        String tree = root.toString();
        assertThat(command("--image", "--unattended", "--root", tree, "--controller", "127.0.0.1:1"))
                .isZero();
        assertThat(root.resolve("etc/systemd/system/multi-user.target.wants/deskmeter-agent.service"))
                .isSymbolicLink();

        StringWriter out = new StringWriter();
        assertThat(command(out, "restore", "--root", tree)).isZero();
        assertThat(out.toString())
                .contains("/etc/systemd/system: the start of agents is in it")
                .doesNotContain("changed since");
        assertThat(root.resolve("etc/systemd/system/multi-user.target.wants/deskmeter-agent.service"))
                .isSymbolicLink();
        assertThat(command("uninstall", "--root", tree)).isZero();
        assertThat(snapshot()).isEqualTo(before);
    }

    /** Reproducer: the folder of the state was not empty. */
    @Test
    void uninstallRemovesWhatASetupLeftThatWasKilledWhileItWroteItsState() throws Exception {
        requireRoot();
        Files.createDirectories(root.resolve("var/lib"));
        Map<String, String> before = snapshot();
        String tree = root.toString();
        assertThat(command("--image", "--unattended", "--root", tree)).isZero();
        for (String part : List.of("state.jsonl.part", "optimisations.part")) {
            Files.writeString(root.resolve("var/lib/deskmeter/setup").resolve(part), "{");
        }
        assertThat(command("uninstall", "--root", tree)).isZero();
        assertThat(snapshot()).isEqualTo(before);
    }

    private static void requireRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "skipped: not root (expected: root, whose are machines and images)");
    }

    private static int command(StringWriter out, String... arguments) {
        return SetupCommand.commandLine(Platforms.here())
                .setOut(new PrintWriter(out, true))
                .execute(arguments);
    }

    private static int command(String... arguments) {
        return SetupCommand.commandLine(Platforms.here()).execute(arguments);
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @EnumSource
    void killedInAStageTheNextRunFinishes(AgentSetupStage stage) throws Exception {
        Map<String, String> before = snapshot();
        Setup.Settings settings = image();
        boolean[] within = {false};
        WriteHook kill = what -> {
            // In the stages that change something, in the middle of it.
            if ((within[0] && what.equals("move it to its place")) || (what.equals(stage.word()) && !changes(stage))) {
                throw new Killed();
            }
            within[0] |= what.equals(stage.word());
        };
        assertThatThrownBy(() -> run(settings, kill, new StringWriter())).isInstanceOf(Killed.class);
        assertThat(SetupState.open(state).words()).anyMatch(line -> line.matches(stage.word() + " +started"));

        StringWriter out = new StringWriter();
        assertThat(run(settings, WriteHook.NONE, out)).as(out.toString()).isEqualTo(Setup.OK);

        assertThat(out.toString()).contains("5/7 optimise   3 set");
        restore();
        assertThat(snapshot()).isEqualTo(before);
    }

    private static WriteHook killAt(String stage, String step) {
        boolean[] within = {false};
        return what -> {
            if (within[0] && what.equals(step)) {
                throw new Killed();
            }
            within[0] |= what.equals(stage);
        };
    }

    /** Reproducer: a change that a killed setup had announced, and the next one made, stayed when that one failed. */
    @Test
    void aFailedStageAlsoTakesBackWhatAKilledSetupHadAnnouncedOnly() throws Exception {
        Path inTheWay = root.resolve("etc/xdg/autostart/deskmeter-desktop-agent.desktop/folder");
        Files.createDirectories(inTheWay);
        Map<String, String> before = snapshot();
        assertThatThrownBy(() -> run(image(), killAt("optimise", "write a part"), new StringWriter()))
                .isInstanceOf(Killed.class);
        StringWriter out = new StringWriter();

        assertThat(run(image(), WriteHook.NONE, out)).as(out.toString()).isEqualTo(Setup.FAILED_RESTORED);

        assertThat(out.toString()).contains("6/7 autostart  failed");
        assertThat(snapshot()).isEqualTo(before);
    }

    /** Reproducer: one that was made, but not said to be, was not counted. */
    @ParameterizedTest
    @ValueSource(strings = {"optimise", "autostart"})
    void aKilledSetupChangesNothingOfWhatTheNextOneCounts(String stage) throws Exception {
        StringWriter whole = new StringWriter();
        run(image(), WriteHook.NONE, whole);
        String counted = whole.toString()
                .lines()
                .filter(line -> line.contains("journal: "))
                .findFirst()
                .orElseThrow();
        restore();
        Files.delete(state.resolve(Journal.FILE));
        assertThatThrownBy(() -> run(image(), killAt(stage, "force the folder"), new StringWriter()))
                .isInstanceOf(Killed.class);
        StringWriter out = new StringWriter();

        assertThat(run(image(), WriteHook.NONE, out)).as(out.toString()).isEqualTo(Setup.OK);

        assertThat(out.toString()).contains(counted);
    }

    /** Reproducer: an agent of a machine that was only half of another profile said that it was wholly of the first. */
    @Test
    void aSetIsNotSaidToBeAppliedWhileAnotherOneTakesItsPlace() throws Exception {
        run(image(), WriteHook.NONE, new StringWriter());
        assertThat(SetupState.open(state).words()).anyMatch(line -> line.startsWith("optimisations measure "));
        Files.createDirectories(root.resolve("lib/systemd/system"));
        Files.writeString(root.resolve("lib/systemd/system/man-db.timer"), "");
        assertThatThrownBy(() -> run(image(), killAt("optimise", "move it to its place"), new StringWriter()))
                .isInstanceOf(Killed.class);
        assertThat(SetupState.open(state).words()).contains("optimisations none");
    }

    private static boolean changes(AgentSetupStage stage) {
        return stage == AgentSetupStage.OPTIMISE || stage == AgentSetupStage.AUTOSTART;
    }

    @Test
    void aFailedStageIsTakenBack() throws Exception {
        Map<String, String> before = snapshot();
        Path conf = root.resolve("etc/chromium");
        Files.createSymbolicLink(conf, folder);
        StringWriter out = new StringWriter();

        assertThat(run(image(), WriteHook.NONE, new StringWriter()))
                .as("found before anything is changed")
                .isEqualTo(Setup.FAILED_RESTORED);
        Set<AgentSetupStage> withoutAnalysis = EnumSet.complementOf(EnumSet.of(AgentSetupStage.ANALYSE));
        assertThat(run(settings(withoutAnalysis, true, Optional.empty(), 1), WriteHook.NONE, out))
                .isEqualTo(Setup.FAILED_RESTORED);

        assertThat(out.toString()).contains("5/7 optimise   failed", "links lead to", "restored: 4 changes");
        Files.delete(conf);
        Map<String, String> after = snapshot();
        after.keySet().removeIf(path -> !before.containsKey(path));
        assertThat(after).isEqualTo(before);
    }

    @Test
    void aControllerThatDoesNotAnswerHasItsOwnCodeAndNoSecretIsShown() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        StringWriter out = new StringWriter();

        int code = run(
                settings(EnumSet.allOf(AgentSetupStage.class), false, Optional.of(JoinToken.parse(TOKEN)), closed),
                WriteHook.NONE,
                out);

        assertThat(code).as(out.toString()).isEqualTo(Setup.UNREACHABLE);
        assertThat(out.toString()).contains("3/7 enrol      unreachable").doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(SECRET);
            }
        }
    }

    /** The file itself says so: nobody need be asked. */
    @Test
    void aCertificateThatHasEndedIsNoneThatTheMachineHasAlready() throws Exception {
        Files.createDirectories(agent);
        Path store = folder.resolve("keys");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "key",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=agent-7",
                        "-startdate",
                        "-10d",
                        "-validity",
                        "1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "secret")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        MachineIdentity.store(
                agent,
                new KeyAndChain((PrivateKey) keys.getKey("key", "secret".toCharArray()), List.of((X509Certificate)
                        keys.getCertificate("key"))));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        if (isRoot) {
            Files.setOwner(
                    agent, agent.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        }
        StringWriter out = new StringWriter();

        int code = run(settings(EnumSet.of(AgentSetupStage.ENROL), false, Optional.empty(), 1), WriteHook.NONE, out);

        assertThat(out.toString()).contains("ended", "the certificate of agent agent-7 ended at ", "a new join token");
        assertThat(code).isEqualTo(Setup.JOIN_ANEW);
        // Reproducer: killed before, and started again without the token, it stayed root's, and the service could not
        // read it.
        assertThat(Files.getOwner(agent.resolve(MachineIdentity.FILE))).isEqualTo(Files.getOwner(agent));
    }

    @Test
    void aDamagedFileOfThePackageIsNamed() throws Exception {
        Files.writeString(program.resolve("a.jar"), "whole");
        Files.writeString(
                program.resolve(InstalledFiles.CHECKSUMS),
                "0000000000000000000000000000000000000000000000000000000000000000  a.jar\n");
        StringWriter out = new StringWriter();

        assertThat(run(image(), WriteHook.NONE, out)).isEqualTo(Setup.FAILED_RESTORED);

        assertThat(out.toString()).contains("2/7 files      failed", "a.jar: ", "install the package again");
    }
}
