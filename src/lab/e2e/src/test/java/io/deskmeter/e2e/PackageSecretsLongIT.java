package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.PackagedMachines.PASTED;
import static io.deskmeter.e2e.PackagedMachines.PROFILE;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.give;
import static io.deskmeter.e2e.PackagedMachines.install;
import static io.deskmeter.e2e.PackagedMachines.joinToken;
import static io.deskmeter.e2e.PackagedMachines.joinWithSettings;
import static io.deskmeter.e2e.PackagedMachines.rest;
import static io.deskmeter.e2e.PackagedMachines.secret;
import static io.deskmeter.e2e.PackagedMachines.set;
import static io.deskmeter.e2e.PackagedMachines.startController;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.VncPasswordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * No secret is in a log, a journal, a process list, or a file that is not there to keep it, after machines with
 * packages have worked.
 */
@PackageTests
class PackageSecretsLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /** Nor is a secret in a file that is not there to keep it. */
    @Test
    void tokensThatAreNotTakenAreToldApartAndNoSecretIsInLogsJournalsAndProcesses() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withLibraries());
                SecretSearch search =
                        new SecretSearch(Set.of(ProcessHandle.current().pid()))) {
            startController(server);
            List<String> secrets = new ArrayList<>();
            for (TokenRole role : TokenRole.values()) {
                secrets.add(secret(server, role));
            }
            install(desk, "first", AGENT);
            desk.run("install -d -m 700 /root/tokens");

            String expired = joinToken(server, 1).path("token").asString();
            String usedUp = joinToken(server, 600).path("token").asString();
            JsonNode withdrawn = joinToken(server, 600);
            rest(server, "/enrolments/" + withdrawn.path("id").asString(), "-X", "DELETE");
            String unused = joinToken(server, 600).path("token").asString();
            String unknown = unused.substring(0, unused.length() - 43) + "A".repeat(43);
            for (String token : List.of(expired, usedUp, withdrawn.path("token").asString(), unused)) {
                secrets.add(token.substring(token.lastIndexOf('.') + 1));
            }
            secrets.forEach(secret -> search.add("secret " + secrets.indexOf(secret), secret));

            // As a pasted line does it. This agent goes on until the end.
            give(desk, usedUp);
            String address = server.address() + ":8082";
            desk.run("cd /root && mkdir other && (deskmeter agent --controller " + address
                    + " --state /root/other --join - <tokens/token) >agent.txt 2>&1 &");
            Path printed = desk.file("/root/agent.txt");
            Awaitility.await("an agent")
                    .atMost(PASTED)
                    .until(() -> Files.readString(printed).contains("connected to the controller"));

            assertSetup(desk, address, usedUp, 12, "token used up", "join token: used for 1 of 1 machines");
            assertSetup(desk, address, expired, 11, "token expired", "join token: expired at ");
            assertSetup(
                    desk,
                    address,
                    withdrawn.path("token").asString(),
                    13,
                    "token withdrawn",
                    "join token: withdrawn (expected: ");
            assertSetup(
                    desk,
                    address,
                    "dmj1." + "A".repeat(43) + unused.substring(unused.lastIndexOf('.')),
                    9,
                    "other authority",
                    "the controller's authority has the fingerprint ");
            assertSetup(desk, address, unknown, 6, "refused", "join token: unknown to this controller");
            assertSetup(
                    desk, server.address() + ":9", unused, 7, "unreachable", "a controller's port for agents of other");

            // The service says it in the journal, and stays down.
            set(desk, "agent.yaml", "controller: " + address + "\njoin: " + expired + "\n");
            desk.run("systemctl start " + AGENT);
            desk.awaitJournal(AGENT, "join token: expired at ");
            assertThat(desk.run("systemctl show -p ExecMainStatus " + AGENT)).contains("ExecMainStatus=2");
            assertSetup(desk, address, unused, 0, "enrolled", "as agent ");

            assertThat(search.inProcesses()).isEmpty();
            for (Machine machine : List.of(server, desk)) {
                assertNoSecrets(search, machine);
            }
        }
    }

    private static void assertSetup(Machine desk, String address, String token, int code, String word, String reason)
            throws Exception {
        give(desk, token);
        Program.Ended ended = desk.ended(
                SOON,
                "deskmeter agent setup --only enrol --unattended --json --join-file /root/tokens/token --controller "
                        + address);
        assertThat(ended.printed()).contains('"' + word + '"', reason);
        assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(code);
        System.out.printf("agent setup: exit code %d: %s: %s%n", code, word, reason);
    }

    /**
     * A desktop that asks for a password, an operator who logs in and starts the run with an account set, a client
     * agent that has joined, a desktop agent with the secret of desktops: all that these have written, on three
     * machines, is searched afterwards.
     */
    @Test
    void afterAWholeRunNoSecretIsInLogsJournalsProcessesAndFiles() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withLibraries());
                Machine desktop = Machine.start(3, folder, Machine.withDesktops());
                SecretSearch search =
                        new SecretSearch(Set.of(ProcessHandle.current().pid()))) {
            startController(server);
            set(server, "controller.yaml", "https: 0.0.0.0:8443\n");
            server.run("systemctl restart " + CONTROLLER);
            server.awaitJournal(CONTROLLER, "other machines: https://");
            Matcher authority =
                    Pattern.compile("authority (sha256:[0-9a-f]{64})").matcher(server.journal(CONTROLLER));
            assertThat(authority.find()).isTrue();

            for (TokenRole role : TokenRole.values()) {
                search.add(role.file(), secret(server, role));
            }
            String screenPassword = "qz7-Kw3x";
            String password = "correct-horse-battery-staple";
            search.add("password of a desktop", screenPassword);
            search.add("password of a person", password);
            String joining = joinToken(server, 600).path("token").asString();
            search.add("join token", joining.substring(joining.lastIndexOf('.') + 1));

            install(desk, "first", AGENT);
            joinWithSettings(desk, joining, server.address() + ":8082");
            desk.run("systemctl enable --now " + AGENT);
            desk.awaitJournal(AGENT, "connected to the controller");
            startDesktop(desktop, server, screenPassword, authority.group(1));

            rest(server, "/users", "-H", "Content-Type: application/json", "--data-binary", "@" + person(password));
            secretFile(server, "password", password + "\n");
            String url = "https://" + server.address() + ":8443";
            server.run("cd /root && HOME=/root deskmeter login " + url + " --authority " + authority.group(1)
                    + " --user anna <secrets/password");
            secretFile(
                    server,
                    "desktops.yaml",
                    "hosts: [\"" + desktop.address() + ":5901\"]\naccounts: [{user: \"\", password: \"" + screenPassword
                            + "\"}]\n");
            Files.writeString(
                    server.file("/root/vnc.yaml"),
                    PROFILE.formatted(1)
                            .replace("mode: local", "mode: remote")
                            .replace(
                                    "local: {desktop: 1280x800}",
                                    "vnc: {hosts: [\"" + desktop.address()
                                            + ":5901\"], desktop: 1280x800, accounts: desktops, security: [VncAuth], keyboard: {layout: us, proof: manual}}"));
            String printed = server.run(
                    RUN,
                    "cd /root && HOME=/root deskmeter run vnc.yaml --no-check --controller " + url
                            + " --accounts secrets/desktops.yaml --out measured");
            assertThat(printed).contains("Finished", "pass");
            assertThat(Files.readAllLines(server.file("/root/measured/timings.csv")))
                    .hasSizeGreaterThan(5);
            server.run("HOME=/root deskmeter logout");
            // What is stored for later runs stays, sealed.
            assertThat(search.inProcesses()).isEmpty();

            for (Machine machine : List.of(server, desk, desktop)) {
                assertNoSecrets(search, machine);
            }
        }
    }

    /**
     * In its journal, with the command line of each process that has written a line, and in all files that have changed
     * there, but those that are there to keep some.
     */
    private static void assertNoSecrets(SecretSearch search, Machine machine) throws Exception {
        String journal = machine.run("journalctl --no-pager --all -o verbose");
        assertThat(journal).contains("_CMDLINE=");
        assertThat(search.in(journal)).isEmpty();
        assertThat(search.inFiles(machine.changed(), PackageSecretsLongIT::keepsSecrets))
                .isEmpty();
    }

    /** As who sets a machine up would: a file that nobody else can read. */
    private static void secretFile(Machine machine, String name, String text) throws IOException {
        Path folder = machine.file("/root/secrets");
        Set<PosixFilePermission> own = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(own));
        Files.writeString(folder.resolve(name), text);
    }

    /** The body of a request that adds somebody. */
    private Path person(String password) throws IOException {
        return Files.writeString(
                folder.resolve("person.json"),
                "{\"name\":\"anna\",\"role\":\"admin\",\"password\":\"" + password + "\"}");
    }

    /** A VNC server with a password, a window manager, and a desktop agent of the package in its session. */
    private static void startDesktop(Machine desktop, Machine server, String password, String authority)
            throws Exception {
        install(desktop, "first", AGENT);
        secretFile(desktop, "desktop.token", secret(server, TokenRole.DESKTOP) + "\n");
        Files.write(desktop.file("/root/secrets/passwd"), VncPasswordFile.of(password));
        Files.writeString(desktop.file("/root/openbox.xml"), Openbox.configuration());
        desktop.run("""
                cd /root
                Xvnc :1 -geometry 1280x800 -depth 24 -nolisten tcp -rfbport 5901 -SecurityTypes VncAuth -PasswordFile /root/secrets/passwd >xvnc.txt 2>&1 &
                until [ -e /tmp/.X11-unix/X1 ]; do sleep 0.2; done
                export DISPLAY=:1 HOME=/root
                openbox --config-file /root/openbox.xml >openbox.txt 2>&1 &
                deskmeter agent desktop --controller %s:8082 --authority %s --token-file /root/secrets/desktop.token --state /root/state >agent.txt 2>&1 &
                """.formatted(server.address(), authority));
        Path printed = desktop.file("/root/agent.txt");
        Awaitility.await("a desktop agent")
                .atMost(PASTED)
                .until(() -> Files.readString(printed).contains("connected to the controller"));
    }

    private static boolean keepsSecrets(Path file) {
        return file.endsWith("root/tokens/token")
                || file.getParent().endsWith("root/secrets")
                || file.endsWith("etc/deskmeter/agent.yaml")
                || file.getFileName().toString().endsWith(".token");
    }
}
