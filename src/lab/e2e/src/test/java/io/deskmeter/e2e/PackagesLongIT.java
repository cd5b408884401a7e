package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./deskmeter package}, and what it makes on machines without sources, JDK, Maven and Node: installed, used, upgraded and purged. */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class PackagesLongIT {
    private static final Duration MAKING = Duration.ofMinutes(20);
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String RUNTIMES =
            Program.HOME.resolve("target/package/runtime-").toString();
    private static final Duration RUN = Duration.ofMinutes(10);
    private static final Duration PASTED = Duration.ofSeconds(60);
    private static final Pattern LINE = Pattern.compile("(deskmeter agent --controller (\\S+) --join (\\S+))");

    private static final String CONTROLLER = "deskmeter-controller";
    private static final String AGENT = "deskmeter-agent";

    /** As controller.yaml and install-packages.md say. */
    private static final String KEY =
            "head -c 32 /dev/urandom | base64 | install -m 600 -o deskmeter-controller /dev/stdin /etc/deskmeter/secrets.key";

    private static final String PROFILE = """
            title: package
            workloads:
              workloads: [office/writer]
              iterations: %d
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 300ms, spread: 50%%}
            mode: local
            agents: [farm]
            target: {local: {desktop: 1280x800}}
            load: {fixed: {sessions: 1}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
            """;

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
        List<String> arguments =
                new ArrayList<>(List.of("package", "--out", made.resolve(out).toString()));
        arguments.addAll(List.of(options));
        try (Program making = Program.start(made, arguments.toArray(String[]::new))) {
            Program.Ended ended = making.await(MAKING);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            assertThat(ended.printed()).contains("the jars of the agent, in the tree");
            System.out.println(ended.printed());
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

    /** The controller's REST interface, as a program on its machine has it. */
    private static String rest(Machine server, String path, String... options) throws Exception {
        String token = Files.readString(server.file("/var/lib/deskmeter/controller/" + TokenRole.ADMIN.file()))
                .strip();
        List<String> curl = new ArrayList<>(List.of("curl", "-sS", "--fail-with-body", "--max-time", "20"));
        curl.addAll(List.of("-H", "Authorization: Bearer " + token));
        curl.addAll(List.of(options));
        curl.add("http://127.0.0.1:8080/api/v1" + path);
        return server.inNetwork(SOON, curl.toArray(String[]::new));
    }

    /** With a port for agents of other machines. */
    private void startController(Machine server) throws Exception {
        server.run("dpkg -i " + carry(server, made("first", CONTROLLER, ".deb")));
        set(server, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + server.address() + "\n");
        server.run("systemctl enable --now " + CONTROLLER);
        server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
    }

    /** A line to paste, in its parts. */
    private static Matcher enrol(Machine server) throws Exception {
        Matcher line = LINE.matcher(server.run("deskmeter enrol --label farm"));
        assertThat(line.find()).isTrue();
        return line;
    }

    /** An agent as a service that has joined. */
    private void startAgent(Machine server, Machine desk) throws Exception {
        desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
        Matcher line = enrol(server);
        set(desk, "agent.yaml", "controller: " + line.group(2) + "\njoin: " + line.group(3) + "\n");
        desk.run("systemctl enable --now " + AGENT);
        desk.awaitJournal(AGENT, "connected to the controller");
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
    void aGivenKeySignsTheChecksums() throws Exception {
        // Names of sockets are short.
        Path keys = Files.createDirectory(
                made.resolve("gpg"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        String home = "GNUPGHOME=" + keys;
        String of = "packages@example.org";
        try {
            Machine.here(
                    RUN,
                    "env",
                    home,
                    "gpg",
                    "--batch",
                    "--passphrase",
                    "",
                    "--quick-generate-key",
                    of,
                    "ed25519",
                    "sign");
            Path out = made.resolve("signed");
            try (Program making = Program.start(
                    made, Map.of("GNUPGHOME", keys.toString()), "package", "--out", out.toString(), "--sign", of)) {
                Program.Ended ended = making.await(MAKING);
                assertThat(ended.exitCode()).as(ended.printed()).isZero();
            }
            assertThat(out.resolve("SHA256SUMS")).hasSameTextualContentAs(made.resolve("first/SHA256SUMS"));
            assertThat(Machine.here(
                            RUN,
                            "env",
                            home,
                            "gpg",
                            "--batch",
                            "--verify",
                            out + "/SHA256SUMS.asc",
                            out + "/SHA256SUMS"))
                    .contains("Good signature");
            try (Program making = Program.start(
                    made,
                    Map.of("GNUPGHOME", keys.toString()),
                    "package",
                    "--out",
                    out.toString(),
                    "--sign",
                    "nobody")) {
                Program.Ended ended = making.await(MAKING);
                assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
                assertThat(ended.printed()).contains("--sign: nobody");
            }
        } finally {
            Machine.here(RUN, "env", home, "gpgconf", "--kill", "all");
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

    /** The commands of the guide, as they are, on two fresh machines; an editor that adds what it is told stands for the person. */
    @Test
    void theGuideMakesAServerAndAMachineWithAnAgent() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.bare())) {
            toGuide(server, made("first", CONTROLLER, ".deb"));
            Path editor = Files.writeString(server.file("/usr/local/bin/editor"), """
                    #!/bin/sh
                    printf 'https: 0.0.0.0:8443\\nagents: 0.0.0.0:8082\\nname: %s\\n' >>"$1"
                    """.formatted(server.address()));
            Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwxr-xr-x"));
            List<String> commands = guided("A server").lines().toList();
            String last = commands.get(commands.size() - 1);
            server.run("set -e\n" + String.join("\n", commands.subList(0, commands.size() - 1)));
            server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            assertThat(last).startsWith("deskmeter login-link");
            assertThat(server.run(last)).contains("/login?code=");

            toGuide(desk, made("first", AGENT, ".deb"));
            Matcher line = enrol(server);
            String block = guided("A machine with an agent")
                    .replace("controller.example.org:8082", line.group(2))
                    .replace("TOKEN", line.group(3));
            Program.Ended ended = desk.ended(SOON, "set -e\n" + block);
            // The doctor of a machine without desktops has something to say.
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(3);
            assertThat(ended.printed()).contains("package deskmeter-agent", "MISSING");
            desk.awaitJournal(AGENT, "connected to the controller");
        }
    }

    /** Where the guide has the packages. */
    private static void toGuide(Machine machine, Path file) throws Exception {
        machine.run("mkdir -p /tmp/packages && cp " + carry(machine, file) + " /tmp/packages");
    }

    /** The first commands below a heading. */
    private static String guided(String heading) throws IOException {
        String guide = Files.readString(Program.HOME.resolve("docs/guides/install-packages.md"));
        Matcher block = Pattern.compile("^## " + heading + "$.*?^```sh$(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(guide);
        assertThat(block.find()).as(heading).isTrue();
        return block.group(1).strip();
    }

    /** The upgrade comes while the run lasts, at both. */
    @Test
    void aPastedLineJoinsAServiceWhichIsUpgradedBetweenRuns() throws Exception {
        Machine.Image desktops = Machine.withDesktops();
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, desktops)) {
            List<String> before = desk.files();
            startController(server);
            startAgent(server, desk);

            Files.writeString(server.file("/packages/farm.yaml"), PROFILE.formatted(2));
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

    @Test
    void aPastedLineShowsTheAgentOfAMachineWithoutAJavaWithinAMinute() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.bare())) {
            startController(server);
            desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
            assertThat(desk.ended(SOON, "command -v java javac mvn node").printed())
                    .isEmpty();
            String line = enrol(server).group(1);
            assertThat(JsonMapper.shared().readTree(rest(server, "/agents"))).isEmpty();
            long pasted = System.nanoTime();
            desk.run("cd /root && nohup " + line + " >agent.txt 2>&1 &");
            Awaitility.await("the agent at the controller")
                    .atMost(PASTED)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> rest(server, "/agents").contains("\"connected\":true"));
            System.out.printf(
                    "from the pasted line to the list of agents: %.1f s%n", (System.nanoTime() - pasted) / 1e9);
        }
    }

    /**
     * The cable is pulled until the agent has given up the run, and both are upgraded before it is plugged in again: what the agent then has on its disk has been measured by one version, and is sent by
     * the next one, to the next one.
     */
    @Test
    void anUpgradeLosesNothingOfAFullSpool() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withDesktops())) {
            startController(server);
            startAgent(server, desk);
            Files.writeString(server.file("/packages/long.yaml"), PROFILE.formatted(200));
            String run = JsonMapper.shared()
                    .readTree(rest(
                            server,
                            "/runs",
                            "-H",
                            "Content-Type: application/yaml",
                            "--data-binary",
                            "@" + server.file("/packages/long.yaml")))
                    .at("/id")
                    .asString();
            Awaitility.await("stored timings")
                    .atMost(RUN)
                    .until(() -> stored(server, run).size() >= 3);

            desk.plugged(false);
            desk.awaitJournal(AGENT, "all sessions have ended");
            Awaitility.await("the run has ended")
                    .atMost(RUN)
                    .until(() -> JsonMapper.shared()
                            .readTree(rest(server, "/runs/" + run))
                            .at("/ended")
                            .asBoolean());
            Set<String> atTheController = stored(server, run);
            String installed = desk.run("dpkg -i " + carry(desk, made("newer", AGENT, ".deb")));
            assertThat(installed).doesNotContain("works for a run");
            Set<String> spooled = spooled(desk, run);
            assertThat(spooled).hasSizeGreaterThan(atTheController.size() / 10).isNotEmpty();
            assertThat(atTheController).doesNotContainAnyElementsOf(spooled);
            server.run("dpkg -i " + carry(server, made("newer", CONTROLLER, ".deb")));
            desk.plugged(true);

            Set<String> all = new TreeSet<>(atTheController);
            all.addAll(spooled);
            Awaitility.await("the timings of the spool")
                    .atMost(RUN)
                    .untilAsserted(() -> assertThat(stored(server, run)).isEqualTo(all));
            // None is missing in between, either.
            assertThat(all)
                    .hasSize(all.stream()
                            .mapToInt(timing -> Integer.parseInt(timing.substring(timing.indexOf('/') + 1)))
                            .max()
                            .orElseThrow());
            Awaitility.await("an empty spool")
                    .atMost(RUN)
                    .untilAsserted(() -> assertThat(spooled(desk, run)).isEmpty());
            System.out.printf(
                    "spool of %d timings, beside %d stored ones, came after the upgrade%n",
                    spooled.size(), atTheController.size());
        }
    }

    /** Session and number of each timing that the controller has. */
    private static Set<String> stored(Machine server, String run) throws Exception {
        List<String> lines = rest(server, "/runs/" + run + "/timings", "-H", "Accept: text/csv")
                .lines()
                .toList();
        assertThat(lines.get(0)).isEqualTo(Results.CSV_HEADER);
        List<String> names = List.of(Results.CSV_HEADER.split(",", -1));
        Set<String> timings = new TreeSet<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = List.of(line.split(",", -1));
            assertThat(timings.add(cells.get(names.indexOf("session")) + "/" + cells.get(names.indexOf("sequence"))))
                    .as(line)
                    .isTrue();
        }
        return timings;
    }

    /** The same of what the agent has on its disk, seen in a copy. */
    private Set<String> spooled(Machine desk, String run) throws Exception {
        Path copy = Files.createTempDirectory(folder, "spool-");
        Machine.here(
                SOON, "cp", "-a", desk.file("/var/lib/deskmeter/agent/spool/.").toString(), copy.toString());
        Set<String> timings = new TreeSet<>();
        try (Stream<Path> stores = Files.list(copy)) {
            for (Path store : stores.filter(Files::isDirectory).toList()) {
                try (TimingSpool spool = TimingSpool.open(store)) {
                    for (TimingBatch batch : spool.unacknowledged(Integer.MAX_VALUE)) {
                        for (TimingRecord timing : batch.getTimingsList()) {
                            assertThat(timing.getRunId()).isEqualTo(run);
                            timings.add(timing.getSession() + "/" + timing.getSequence());
                        }
                    }
                }
            }
        }
        return timings;
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

    @Test
    void aDemoRunsFromThePackages() throws Exception {
        try (Machine machine = Machine.start(4, folder, Machine.withDesktops())) {
            for (String part : List.of(CONTROLLER, AGENT)) {
                machine.run("dpkg -i " + carry(machine, made("first", part, ".deb")));
            }
            assertThat(machine.run("deskmeter doctor")).contains("package deskmeter-agent");
            machine.run(Duration.ofMinutes(20), "cd /root && deskmeter demo --yes --quick --max-sessions 1 --out out");
            assertThat(machine.file("/root/out/report.html")).exists();
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
