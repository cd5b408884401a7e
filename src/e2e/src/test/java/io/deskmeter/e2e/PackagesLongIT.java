package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@code ./deskmeter package}, and what it makes on machines without sources, JDK, Maven and Node: installed, used, upgraded and purged. */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class PackagesLongIT {
    private static final Duration MAKING = Duration.ofMinutes(20);
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String RUNTIMES =
            Program.HOME.resolve("target/package/runtime-").toString();
    private static final Duration RUN = Duration.ofMinutes(10);
    private static final Pattern LINE = Pattern.compile("(deskmeter agent --controller (\\S+) --join (\\S+))");

    private static final String CONTROLLER = "deskmeter-controller";
    private static final String AGENT = "deskmeter-agent";

    /** As controller.yaml and install-packages.md say. */
    private static final String KEY =
            "head -c 32 /dev/urandom | base64 | install -m 600 -o deskmeter-controller /dev/stdin /etc/deskmeter/secrets.key";

    @TempDir(factory = ShortTempDirs.class)
    static Path made;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @BeforeAll
    static void make() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for containers)");
        make("first");
        // Else the second making would take the runtimes of the first.
        Machine.here(
                SOON,
                "rm",
                "-rf",
                RUNTIMES + "controller",
                RUNTIMES + "agent",
                RUNTIMES + "controller.of",
                RUNTIMES + "agent.of");
        make("second");
        make("newer", "--release", "2");
    }

    private static void make(String out, String... options) throws Exception {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("package", "--out", made.resolve(out).toString()));
        arguments.addAll(List.of(options));
        try (Program making = Program.start(made, arguments.toArray(String[]::new))) {
            Program.Ended ended = making.await(MAKING);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            assertThat(ended.printed()).contains("the jars of the agent, in the tree");
        }
    }

    private static Path made(String out, String name, String end) throws IOException {
        try (var files = Files.list(made.resolve(out))) {
            return files.filter(file -> file.getFileName().toString().startsWith(name)
                            && file.getFileName().toString().endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Puts a package on a machine; its name there. */
    private static String carry(Machine machine, Path file) throws IOException {
        Path there = Files.createDirectories(machine.file("/packages"));
        Path copy = there.resolve(String.valueOf(file.getFileName()));
        Files.deleteIfExists(copy);
        Files.copy(file, copy);
        return "/packages/" + file.getFileName();
    }

    private static void set(Machine machine, String file, String settings) throws IOException {
        Files.writeString(machine.file("/etc/deskmeter/" + file), settings, StandardOpenOption.APPEND);
    }

    @Test
    void twoMakingsGiveTheSameBytes() throws Exception {
        String sums = Files.readString(made.resolve("first/SHA256SUMS"));
        assertThat(sums.lines()).hasSize(8);
        assertThat(sums).isEqualTo(Files.readString(made.resolve("second/SHA256SUMS")));
        Machine.here(Duration.ofMinutes(2), "sh", "-ec", "cd \"$0\" && sha256sum --check SHA256SUMS", made + "/second");
        for (String part : List.of(CONTROLLER, AGENT)) {
            assertThat(Files.readString(made("first", part, ".cdx.json"))).contains("CycloneDX", "protobuf-java");
        }
    }

    @Test
    void lintianFindsNoErrors() throws Exception {
        for (String part : List.of(CONTROLLER, AGENT)) {
            Machine.here(
                    MAKING,
                    "lintian",
                    "--fail-on",
                    "error",
                    "--display-level",
                    ">=error",
                    made("first", part, ".deb").toString());
        }
    }

    @Test
    void rpmlintFindsNoErrors() throws Exception {
        for (String part : List.of(CONTROLLER, AGENT)) {
            assertThat(Machine.here(
                            MAKING,
                            "rpmlint",
                            "--config",
                            Program.HOME.resolve("src/package/rpmlint.toml").toString(),
                            made("first", part, ".rpm").toString()))
                    .contains(" 0 errors");
        }
    }

    @Test
    void aControllerIsOffUntilItIsConfiguredThenReachedAndPurgedWithoutATrace() throws Exception {
        try (Machine machine = Machine.start(1, folder, Machine.bare())) {
            List<String> before = machine.files();
            machine.run("dpkg -i " + carry(machine, made("first", CONTROLLER, ".deb")));
            assertThat(machine.ended(RUN, "systemctl is-enabled " + CONTROLLER).printed())
                    .contains("disabled");
            assertThat(machine.run("deskmeter --version")).startsWith("Deskmeter ");
            Program.Ended demo = machine.ended(RUN, "deskmeter demo");
            assertThat(demo.exitCode()).isEqualTo(3);
            assertThat(demo.printed())
                    .contains("deskmeter: demo: needs the programs of deskmeter-agent", "install the package");

            set(machine, "controller.yaml", "htps: 0.0.0.0:8443\n");
            machine.run("systemctl enable --now " + CONTROLLER);
            machine.awaitJournal(CONTROLLER, "did you mean `https`?");
            Path settings = machine.file("/etc/deskmeter/controller.yaml");
            Files.writeString(
                    settings,
                    Files.readString(settings)
                            .replace(
                                    "htps: ",
                                    "heap: 600m\nname: [" + machine.address()
                                            + "]\nsecrets-key: /etc/deskmeter/secrets.key\nhttps: "));
            machine.run(KEY);
            machine.run("systemctl restart " + CONTROLLER);
            machine.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            assertThat(machine.run("deskmeter login-link")).startsWith("http://127.0.0.1:8080/login?code=");
            assertThat(machine.run("ps -o user:20=,args= -C java"))
                    .startsWith(CONTROLLER)
                    .contains("-Xmx600m");
            assertThat(Machine.here(RUN, "curl", "-sk", "https://" + machine.address() + ":8443/"))
                    .contains("<div id=\"root\">");

            machine.run("dpkg -i " + carry(machine, made("newer", CONTROLLER, ".deb")));
            Awaitility.await("one restart")
                    .atMost(RUN)
                    .until(() -> machine.journal(CONTROLLER).split("Deskmeter controller: http", -1).length == 3);
            assertThat(Files.readString(settings)).contains("heap: 600m");

            machine.run("dpkg --remove " + CONTROLLER);
            assertThat(machine.file("/var/lib/deskmeter/controller/store.id")).exists();
            assertThat(machine.file("/var/lib/deskmeter/controller/secrets.key"))
                    .doesNotExist();
            // An administrator has put it there, not the package.
            machine.run("rm /etc/deskmeter/secrets.key");
            machine.run("dpkg --purge " + CONTROLLER);
            assertThat(machine.files()).isEqualTo(before);
        }
    }

    /** The upgrade comes while the run lasts, at both. */
    @Test
    void aPastedLineJoinsAServiceWhichIsUpgradedBetweenRuns() throws Exception {
        Machine.Image desktops = Machine.withDesktops();
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, desktops)) {
            List<String> before = desk.files();
            server.run("dpkg -i " + carry(server, made("first", CONTROLLER, ".deb")));
            set(server, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + server.address() + "\n");
            server.run("systemctl enable --now " + CONTROLLER);
            server.awaitJournal(CONTROLLER, "Deskmeter controller: http");

            desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
            Matcher line = LINE.matcher(server.run("deskmeter enrol --label farm"));
            assertThat(line.find()).isTrue();
            set(desk, "agent.yaml", "controller: " + line.group(2) + "\njoin: " + line.group(3) + "\n");
            desk.run("systemctl enable --now " + AGENT);
            desk.awaitJournal(AGENT, "connected to the controller");

            Files.writeString(server.file("/packages/farm.yaml"), """
                    title: package
                    workloads:
                      workloads: [office/writer]
                      iterations: 2
                      steady: {skipFirst: 0, skipLast: 0}
                      think: {mean: 300ms, spread: 50%}
                    mode: local
                    agents: [farm]
                    target: {local: {desktop: 1280x800}}
                    load: {fixed: {sessions: 1}}
                    thresholds: {A: 20s, B: 60s}
                    validity: {harnessCpu: 100%, lag: 10s, pacing: 100%}
                    """);
            server.run(
                    "cd /packages && nohup deskmeter run farm.yaml --no-check --controller http://127.0.0.1:8080 --out out >run.txt 2>&1 &");
            desk.awaitJournal(AGENT, "logged on");
            assertThat(desk.run("dpkg -i " + carry(desk, made("newer", AGENT, ".deb"))))
                    .contains("deskmeter-agent.service works for a run");
            assertThat(server.run("dpkg -i " + carry(server, made("newer", CONTROLLER, ".deb"))))
                    .contains("deskmeter-controller.service works for a run");

            Path printed = server.file("/packages/run.txt");
            Awaitility.await("the run's report")
                    .atMost(RUN)
                    .until(() -> Files.readString(printed).contains("Report: "));
            assertThat(Files.readString(printed)).contains("Finished", "pass");
            server.awaitJournal(CONTROLLER, "Stopped deskmeter-controller");
            desk.awaitJournal(AGENT, "Stopped deskmeter-agent");
            assertThat(desk.journal(AGENT)).containsSubsequence("all sessions have ended", "agent stops");

            Awaitility.await("the upgraded agent is there")
                    .atMost(RUN)
                    .until(() -> desk.journal(AGENT).split("connected to the controller", -1).length >= 3);
            desk.run("dpkg --purge " + AGENT);
            assertThat(desk.files()).isEqualTo(before);
        }
    }

    /** In a Debian: this machine has no other rpm system. Dependencies have other names there. */
    @Test
    void anRpmIsInstalledAndErased() throws Exception {
        try (Machine machine = Machine.start(3, folder, Machine.bare())) {
            String root = machine.file("").toString();
            Path rpm = made("first", CONTROLLER, ".rpm");
            assertThat(Machine.here(RUN, "rpm", "-qp", "--requires", rpm.toString()))
                    .contains("/usr/sbin/useradd");
            assertThat(Machine.here(RUN, "rpm", "-qp", "--conf", rpm.toString()))
                    .contains("/etc/deskmeter/controller.yaml");
            Machine.here(RUN, "rpm", "--root", root, "--nodeps", "-i", rpm.toString());
            assertThat(machine.run("deskmeter --version")).startsWith("Deskmeter ");
            machine.run("systemctl daemon-reload; systemctl start " + CONTROLLER);
            machine.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            Machine.here(
                    RUN,
                    "rpm",
                    "--root",
                    root,
                    "--nodeps",
                    "-U",
                    made("newer", CONTROLLER, ".rpm").toString());
            machine.run("deskmeter --version");
            machine.run("systemctl stop " + CONTROLLER);
            Machine.here(RUN, "rpm", "--root", root, "--nodeps", "-e", CONTROLLER);
            assertThat(machine.ended(RUN, "deskmeter --version").exitCode()).isNotZero();
            assertThat(machine.file("/usr/lib/" + CONTROLLER)).doesNotExist();
        }
    }

    /** With both archives side by side, as a user without rights on the system. */
    @Test
    void aDemoRunsFromTheArchives() throws Exception {
        try (Machine machine = Machine.start(4, folder, Machine.withDesktops())) {
            for (String part : List.of(CONTROLLER, AGENT)) {
                machine.run(
                        "mkdir -p /srv/d && tar -xzf " + carry(machine, made("first", part, ".tar.gz")) + " -C /srv/d");
            }
            machine.run("useradd --create-home user");
            machine.run(
                    Duration.ofMinutes(20),
                    "cd /home/user && runuser -u user -- /srv/d/deskmeter-controller-*/deskmeter demo --quick --max-sessions 1 --out out");
            assertThat(machine.file("/home/user/out/report.html")).exists();
        }
    }
}
