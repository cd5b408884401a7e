package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.VncPasswordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./deskmeter package}, and what it makes on machines without sources, JDK, Maven and Node: installed, used, upgraded and purged.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class PackagesLongIT {
    private static final Duration MAKING = Duration.ofMinutes(20);
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Duration RUN = Duration.ofMinutes(10);
    private static final Duration PASTED = Duration.ofSeconds(60);
    private static final Pattern LINE =
            Pattern.compile("(echo (\\S+) \\| deskmeter agent --controller (\\S+) --join -)");

    private static final String CONTROLLER = "deskmeter-controller";
    private static final String AGENT = "deskmeter-agent";
    private static final String INSTALLING = "install-packages.md";
    private static final String PREPARING = "prepare-a-desktop.md";

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

    /** Where packages are kept, to run single tests without the ten minutes that they take: {@code -Ddeskmeter.packages.made=DIR}. */
    private static final String KEPT = System.getProperty("deskmeter.packages.made", "");

    @TempDir(factory = ShortTempDirs.class)
    static Path temporary;

    @SuppressWarnings("NullAway.Init")
    private static Path made;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @BeforeAll
    static void make() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for containers)");
        made = KEPT.isEmpty() ? temporary : Path.of(KEPT).toAbsolutePath();
        if (Files.exists(made.resolve("newer/SHA256SUMS"))) {
            return;
        }
        try (FreshSources sources = FreshSources.at(temporary.resolve("first-sources"))) {
            System.out.println(sources.makePackages(made.resolve("first"), "022", "first", "TZ=UTC", "LANG=C"));
        }
        try (FreshSources sources = FreshSources.at(temporary.resolve("another place/of the same sources"))) {
            sources.leave("controller/target/classes/static/assets/gone.js");
            sources.leave("controller/target/lib/earlier-1.0.jar");
            sources.leave("src/link/target/classes/io/deskmeter/link/Gone.class");
            System.out.println(sources.makePackages(
                    made.resolve("second"), "077", "second", "TZ=Pacific/Auckland", "LANG=C.UTF-8"));
        }
        make("newer", "--release", "2");
    }

    private static void make(String out, String... options) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("package", "--out", made.resolve(out).toString()));
        arguments.addAll(List.of(options));
        try (Program making = Program.start(temporary, arguments.toArray(String[]::new))) {
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
        return get(server, "/api/v1" + path, options);
    }

    private static String get(Machine server, String path, String... options) throws Exception {
        Path header = Files.createTempFile("dm-", ".header");
        try {
            Files.writeString(header, "Authorization: Bearer " + secret(server, TokenRole.ADMIN));
            List<String> curl = new ArrayList<>(List.of("curl", "-sS", "--fail-with-body", "--max-time", "20"));
            curl.addAll(List.of("-H", "@" + header));
            curl.addAll(List.of(options));
            curl.add("http://127.0.0.1:8080" + path);
            return server.inNetwork(SOON, curl.toArray(String[]::new));
        } finally {
            Files.delete(header);
        }
    }

    /** One of those that the controller has for programs of its machine. */
    private static String secret(Machine server, TokenRole role) throws IOException {
        return Files.readString(server.file("/var/lib/deskmeter/controller/" + role.file()))
                .strip();
    }

    /** With a port for agents of other machines. */
    private void startController(Machine server) throws Exception {
        server.run("dpkg -i " + carry(server, made("first", CONTROLLER, ".deb")));
        set(server, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + server.address() + "\n");
        server.run("systemctl enable --now " + CONTROLLER);
        server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
    }

    /** A line to paste: whole, its token, and its address. */
    private static Matcher enrol(Machine server) throws Exception {
        Matcher line = LINE.matcher(server.run("deskmeter enrol --label farm"));
        assertThat(line.find()).isTrue();
        return line;
    }

    private static void joinWithSettings(Machine desk, Matcher line) throws IOException {
        set(desk, "agent.yaml", "controller: " + line.group(3) + "\njoin: " + line.group(2) + "\n");
    }

    /** An agent as a service that has joined. */
    private void startAgent(Machine server, Machine desk) throws Exception {
        desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
        Matcher line = enrol(server);
        joinWithSettings(desk, line);
        desk.run("systemctl enable --now " + AGENT);
        desk.awaitJournal(AGENT, "connected to the controller");
    }

    /** From sources in two places, built there by users with another umask, time zone, locale and host name; in one of them an earlier build has left something. */
    @Test
    void twoMakingsGiveTheSameBytes() throws Exception {
        String sums = Files.readString(made.resolve("first/SHA256SUMS"));
        assertThat(sums.lines()).hasSize(8);
        assertThat(made.resolve("second/SHA256SUMS")).hasSameTextualContentAs(made.resolve("first/SHA256SUMS"));
        System.out.println(Machine.here(
                Duration.ofMinutes(2),
                "sh",
                "-ec",
                "cd \"$0\"; sha256sum --check SHA256SUMS; for file in *; do cmp \"$file\" \"../first/$file\"; done",
                made + "/second"));
        for (String part : List.of(CONTROLLER, AGENT)) {
            assertThat(Files.readString(made("first", part, ".cdx.json"))).contains("CycloneDX", "protobuf-java");
        }
    }

    @Test
    void aGivenKeySignsTheChecksums() throws Exception {
        // Names of sockets are short.
        Path keys = Files.createDirectory(
                temporary.resolve("gpg"),
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
            Path out = temporary.resolve("signed");
            try (Program making = Program.start(
                    temporary,
                    Map.of("GNUPGHOME", keys.toString()),
                    "package",
                    "--out",
                    out.toString(),
                    "--sign",
                    of)) {
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
                    temporary,
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
            Path file = made("first", part, ".deb");
            String found = Machine.here(
                    MAKING, "lintian", "--fail-on", "error", "--display-level", ">=warning", file.toString());
            System.out.printf("lintian: %s: 0 errors%n%s", file.getFileName(), found);
        }
    }

    @Test
    void rpmlintFindsNoErrors() throws Exception {
        for (String part : List.of(CONTROLLER, AGENT)) {
            String found = Machine.here(
                    MAKING,
                    "rpmlint",
                    "--config",
                    Program.HOME.resolve("src/package/rpmlint.toml").toString(),
                    made("first", part, ".rpm").toString());
            System.out.println(found);
            assertThat(found).contains(" 0 errors");
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
            String pages = "https://" + machine.address() + ":8443/";
            assertThat(Machine.here(RUN, "curl", "-sk", "-H", "Accept: text/html", pages))
                    .contains("login");
            assertThat(Machine.here(RUN, "curl", "-sk", pages + "login")).contains("<div id=\"root\">");
            assertThat(get(machine, "/", "-H", "Accept: text/html")).contains("<div id=\"root\">");

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
                Machine desk = Machine.start(2, folder, Machine.withLibraries())) {
            toGuide(server, made("first", CONTROLLER, ".deb"));
            Path editor = Files.writeString(server.file("/usr/local/bin/editor"), """
                    #!/bin/sh
                    printf 'https: 0.0.0.0:8443\\nagents: 0.0.0.0:8082\\nname: %s\\n' >>"$1"
                    """.formatted(server.address()));
            Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwxr-xr-x"));
            List<String> commands = guided(INSTALLING, "A server").lines().toList();
            String last = commands.get(commands.size() - 1);
            server.run("set -e\n" + String.join("\n", commands.subList(0, commands.size() - 1)));
            server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            assertThat(last).startsWith("deskmeter login-link");
            assertThat(server.run(last)).contains("/login?code=");

            toGuide(desk, made("first", AGENT, ".deb"));
            Matcher line = enrol(server);
            String block = guided(INSTALLING, "A machine with an agent")
                    .replace("controller.example.org:8082", line.group(3))
                    .replace("TOKEN", line.group(2));
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

    /** The commands of the guide to desktops, by the name that the package's command has: a machine that a tool rolls out to, then one that is given back. */
    @Test
    void theGuideRollsOutToADesktopAndTakesItBack() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withLibraries())) {
            startController(server);
            prepareForGuide(server, desk);
            List<String> before = desk.everything();
            String dryRun = desk.run(guided(PREPARING, "One desktop"));
            assertThat(dryRun).contains("analyse", " wanted");
            assertThat(desk.everything()).isEqualTo(before);

            Path machines = server.file("/root/machines.txt");
            Files.writeString(machines, desk.run("hostname") + "desk-2\n");
            List<String> expecting =
                    guided(PREPARING, "Roll out to desktops", 3).lines().toList();
            server.run("cd /root && " + expecting.get(0));

            String token = joinToken(server, 600).path("token").asString();
            Files.writeString(desk.file("/etc/join-token"), token + "\n");
            desk.run("install -m 600 /etc/join-token /run/join-token && rm /etc/join-token");
            String rollOut = guided(PREPARING, "Roll out to desktops")
                    .replace("controller.example.org:8082", server.address() + ":8082");
            // The log goes to another stream than the lines for machines.
            assertThat(desk.run("{\n" + rollOut + "\n} 2> /dev/null").lines()).allMatch(line -> line.startsWith("{"));
            desk.run(guided(PREPARING, "Roll out to desktops", 2));
            desk.awaitJournal(AGENT, "connected to the controller");
            assertThat(desk.run(rollOut)).contains("\"already\"").doesNotContain("\"failed\"");
            assertThat(server.run(expecting.get(1)))
                    .contains(desk.run("hostname").strip(), "desk-2");

            List<String> back = guided(PREPARING, "Take it back").lines().toList();
            assertThat(desk.run(back.get(0))).contains("optimisations");
            desk.run(back.get(1));
            desk.run(back.get(2));
            desk.run("systemctl stop " + AGENT + "; rm -r /var/lib/deskmeter /run/join-token; systemctl daemon-reload");
            assertThat(desk.everything()).isEqualTo(before);
        }
    }

    /** Two machines are made of one image, and are two agents. */
    @Test
    void theGuideMakesAGoldenImageOfWhichMachinesAreMade() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine golden = Machine.start(2, folder, Machine.withLibraries())) {
            startController(server);
            prepareForGuide(server, golden);
            // As far as somebody has tried it: it has an identity, which its copies must not have.
            Matcher line = enrol(server);
            joinWithSettings(golden, line.group(2), line.group(3));
            golden.run("systemctl enable --now " + AGENT);
            golden.awaitJournal(AGENT, "connected to the controller");
            golden.run("systemctl disable --now " + AGENT);
            String address = server.address() + ":8082";
            String prepared = golden.run(
                    guided(PREPARING, "Prepare a golden image").replace("controller.example.org:8082", address));
            assertThat(prepared).contains("postponed");

            Machine.Image image = golden.image(folder.resolve("golden"));
            String each =
                    guided(PREPARING, "Prepare a golden image", 2).replace("controller.example.org:8082", address);
            try (Machine one = Machine.start(3, folder, image);
                    Machine two = Machine.start(4, folder, image)) {
                for (Machine machine : List.of(one, two)) {
                    String token = joinToken(server, 600).path("token").asString();
                    Files.writeString(machine.file("/etc/join-token"), token + "\n");
                    machine.run("install -m 600 /etc/join-token /run/join-token && rm /etc/join-token");
                    assertThat(machine.run(each)).contains("enrolled");
                    machine.awaitJournal(AGENT, "connected to the controller");
                }
                Awaitility.await("two agents")
                        .atMost(SOON)
                        .untilAsserted(() -> assertThat(rest(server, "/agents").split("\"connected\":true", -1))
                                .hasSize(3));
            }
        }
    }

    /** The package, and the secret of desktops where users can read it. */
    private static void prepareForGuide(Machine server, Machine desk) throws Exception {
        desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
        Files.writeString(desk.file("/etc/deskmeter/desktop.token"), secret(server, TokenRole.DESKTOP) + "\n");
    }

    /** The first commands below a heading. */
    private static String guided(String guide, String heading) throws IOException {
        return guided(guide, heading, 1);
    }

    private static String guided(String name, String heading, int which) throws IOException {
        String guide = Files.readString(Program.HOME.resolve("docs/guides/" + name));
        Matcher block = Pattern.compile(
                        "^## " + heading + "$(?:.*?^```sh$(.*?)^```$){" + which + "}",
                        Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(guide);
        assertThat(block.find()).as(heading).isTrue();
        return block.group(1).strip().replace("./deskmeter ", "deskmeter ");
    }

    /** On one machine, with desktops and optimisations, by the program that people use. */
    @Test
    void bothPackagesAreUsedAndPurgedWithoutATrace() throws Exception {
        try (Machine machine = Machine.start(1, folder, Machine.withDesktops())) {
            List<String> before = machine.everything();
            machine.run(
                    RUN,
                    "apt-get install --yes --no-install-recommends "
                            + carry(machine, made("first", CONTROLLER, ".deb")) + " "
                            + carry(machine, made("first", AGENT, ".deb")));
            assertThat(machine.everything())
                    .isNotEqualTo(before)
                    .anyMatch(line -> line.startsWith("deskmeter-agent.service") && line.contains("disabled"));
            set(machine, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + machine.address() + "\n");
            machine.run("systemctl enable --now " + CONTROLLER);
            machine.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            machine.run("install -d -m 700 /root/tokens");
            Matcher line = enrol(machine);
            give(machine, line.group(2));
            String setup = machine.run(
                    "deskmeter agent setup --unattended --join-file /root/tokens/token --profile density --controller "
                            + line.group(3));
            assertThat(setup).contains("optimise", "autostart");
            machine.run("systemctl start " + AGENT);
            machine.awaitJournal(AGENT, "connected to the controller");
            assertMeasures(machine);
            machine.run("deskmeter agent setup uninstall && rm -r /root/tokens");

            machine.run(RUN, "apt-get purge --yes " + CONTROLLER + " " + AGENT);
            assertThat(machine.everything()).isEqualTo(before);
            assertThat(machine.ended(SOON, "getent passwd | grep deskmeter; getent group | grep deskmeter")
                            .printed())
                    .isEmpty();
            System.out.printf("purged: %d lines of files, users, units and processes as before%n", before.size());
        }
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
    void aPastedLineShowsTheAgentOfAMachineWithoutAJavaWithinAMinuteAndItMeasures() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withDesktops())) {
            startController(server);
            desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
            assertThat(desk.ended(SOON, "command -v java javac mvn node").printed())
                    .isEmpty();
            paste(server, desk);
            assertMeasures(server);
        }
    }

    /** Pastes a line at a terminal, and waits until its agent is on the controller's list. */
    private static void paste(Machine server, Machine desk) throws Exception {
        String line = enrol(server).group(1);
        assertThat(JsonMapper.shared().readTree(rest(server, "/agents"))).isEmpty();
        long pasted = System.nanoTime();
        desk.run("cd /root && (" + line + ") >agent.txt 2>&1 &");
        Awaitility.await("the agent at the controller")
                .atMost(PASTED)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> rest(server, "/agents").contains("\"connected\":true"));
        System.out.printf("from the pasted line to the list of agents: %.1f s%n", (System.nanoTime() - pasted) / 1e9);
    }

    /** A run on the agent that there is. */
    private static void assertMeasures(Machine server) throws Exception {
        Files.writeString(Files.createDirectories(server.file("/packages")).resolve("farm.yaml"), PROFILE.formatted(1));
        String printed = server.run(
                RUN,
                "cd /packages && deskmeter run farm.yaml --no-check --controller http://127.0.0.1:8080 --out measured");
        assertThat(printed).contains("Finished", "pass");
        assertThat(Files.readAllLines(server.file("/packages/measured/timings.csv")))
                .hasSizeGreaterThan(5);
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
            String run = startLongRun(server);
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
            assertComplete(server, desk, run, all);
            System.out.printf(
                    "spool of %d timings, beside %d stored ones, came after the upgrade%n",
                    spooled.size(), atTheController.size());
        }
    }

    /** The cable is pulled while the run goes on, and the package comes before the agent has given it up: the service restarts by itself then. */
    @Test
    void anUpgradeWhileARunFillsTheSpoolLosesNothing() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withDesktops())) {
            startController(server);
            startAgent(server, desk);
            String run = startLongRun(server);
            desk.plugged(false);
            Awaitility.await("timings on the disk of the agent")
                    .atMost(RUN)
                    .until(() -> spooled(desk, run).size() >= 5);
            assertThat(desk.journal(AGENT)).doesNotContain("all sessions have ended");
            Set<String> meanwhile = spooled(desk, run);
            assertThat(desk.run("dpkg -i " + carry(desk, made("newer", AGENT, ".deb"))))
                    .contains("deskmeter-agent.service works for a run");

            desk.awaitJournal(AGENT, "Stopped deskmeter-agent");
            Awaitility.await("the newer agent")
                    .atMost(RUN)
                    .until(() -> desk.run("systemctl is-active " + AGENT + " restart-" + AGENT + " || true")
                            .equals("active\ninactive\n"));
            assertThat(desk.journal(AGENT)).containsSubsequence("all sessions have ended", "agent stops");
            assertThat(desk.journal(AGENT).split("Started deskmeter-agent", -1)).hasSize(3);
            Set<String> made = new TreeSet<>(spooled(desk, run));
            assertThat(made).containsAll(meanwhile).hasSizeGreaterThan(meanwhile.size());
            made.addAll(stored(server, run));
            desk.plugged(true);
            assertComplete(server, desk, run, made);
            System.out.printf(
                    "upgrade in mid-run: %d timings on the disk then, %d made in all, %d stored%n",
                    meanwhile.size(), made.size(), stored(server, run).size());
        }
    }

    /** Starts a run that does not end by itself while a test lasts; returns when the first timings are stored. */
    private static String startLongRun(Machine server) throws Exception {
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
        return run;
    }

    /** The controller gets all that was made, without a gap, and the agent then has nothing left to send. */
    private void assertComplete(Machine server, Machine desk, String run, Set<String> made) throws Exception {
        Awaitility.await("the timings of the spool")
                .atMost(RUN)
                .untilAsserted(() -> assertThat(stored(server, run)).isEqualTo(made));
        assertThat(made)
                .hasSize(made.stream()
                        .mapToInt(timing -> Integer.parseInt(timing.substring(timing.indexOf('/') + 1)))
                        .max()
                        .orElseThrow());
        Awaitility.await("an empty spool")
                .atMost(RUN)
                .untilAsserted(() -> assertThat(spooled(desk, run)).isEmpty());
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

    /**
     * In a Debian with the program rpm, which no other system with a mirror is here for: its dependencies have no rpm there, so each is looked for as a file. All else is as elsewhere, the scripts with
     * a live systemd among it.
     */
    @Test
    void rpmsMakeAServerAndAMachineThatMeasuresAreUpgradedAndErased() throws Exception {
        try (Machine server = Machine.start(3, folder, Machine.withRpm());
                Machine desk = Machine.start(4, folder, Machine.withDesktopsAndRpm())) {
            Path controller = made("first", CONTROLLER, ".rpm");
            assertThat(server.run("rpm -qp --conf " + carry(server, controller)))
                    .contains("/etc/deskmeter/controller.yaml");
            rpm(server, "-i " + carry(server, controller));
            assertRequired(server, CONTROLLER);
            assertThat(server.run("deskmeter --version")).startsWith("Deskmeter ");
            assertThat(server.ended(SOON, "systemctl is-enabled " + CONTROLLER).printed())
                    .isEqualTo("disabled\n");
            set(server, "controller.yaml", "agents: 0.0.0.0:8082\nname: " + server.address() + "\n");
            server.run("systemctl enable --now " + CONTROLLER);
            server.awaitJournal(CONTROLLER, "Deskmeter controller: http");
            assertThat(get(server, "/", "-H", "Accept: text/html")).contains("<div id=\"root\">");

            rpm(desk, "-i " + carry(desk, made("first", AGENT, ".rpm")));
            assertRequired(desk, AGENT);
            paste(server, desk);
            assertMeasures(server);

            rpm(server, "-U " + carry(server, made("newer", CONTROLLER, ".rpm")));
            Awaitility.await("one restart")
                    .atMost(RUN)
                    .until(() -> server.journal(CONTROLLER).split("Deskmeter controller: http", -1).length == 3);
            assertThat(server.run("systemctl is-enabled " + CONTROLLER)).isEqualTo("enabled\n");
            assertThat(rest(server, "/runs")).contains("package");
            // Its group may read the settings, which somebody has written.
            assertThat(server.ended(SOON, "rpm --force-debian -V --nodeps " + CONTROLLER)
                            .printed()
                            .lines()
                            .filter(line -> !line.startsWith("rpm: ")))
                    .hasSize(1)
                    .allMatch(line -> line.endsWith(" c /etc/deskmeter/controller.yaml"));

            for (Machine machine : List.of(server, desk)) {
                String part = machine == server ? CONTROLLER : AGENT;
                rpm(machine, "-e " + part);
                assertThat(machine.ended(RUN, "deskmeter --version").exitCode()).isNotZero();
                assertThat(machine.file("/usr/lib/" + part)).doesNotExist();
                assertThat(
                                machine.run(
                                        "systemctl list-units --no-legend '*deskmeter*'; systemctl list-unit-files --no-legend '*deskmeter*'"))
                        .isEmpty();
            }
            assertThat(server.file("/etc/deskmeter/controller.yaml.rpmsave")).exists();
            assertThat(server.file("/var/lib/deskmeter/controller/store.id")).exists();
        }
    }

    private static void rpm(Machine machine, String what) throws Exception {
        // Debian's rpm wants to be told that it is meant.
        machine.run(RUN, "rpm --force-debian --nodeps " + what);
    }

    /** Each thing that an installed package needs is there, by the name that it has elsewhere. */
    private static void assertRequired(Machine machine, String part) throws Exception {
        String libraries = machine.run("/sbin/ldconfig -p");
        List<String> required = machine.run("rpm -q --requires " + part)
                .lines()
                .filter(line -> !line.startsWith("rpm"))
                .toList();
        assertThat(required).contains("/bin/bash", "/usr/sbin/useradd");
        for (String name : required) {
            if (name.startsWith("/")) {
                machine.run("test -e " + name.replace("/usr/sbin/update-alternatives", "/usr/bin/update-alternatives"));
            } else {
                assertThat(name).endsWith("()(64bit)");
                assertThat(libraries).contains(name.substring(0, name.indexOf('(')));
            }
        }
    }

    @Test
    void aDemoRunsFromTheRpms() throws Exception {
        try (Machine machine = Machine.start(4, folder, Machine.withDesktopsAndRpm())) {
            for (String part : List.of(CONTROLLER, AGENT)) {
                rpm(machine, "-i " + carry(machine, made("first", part, ".rpm")));
            }
            machine.run(Duration.ofMinutes(20), "cd /root && deskmeter demo --yes --quick --max-sessions 1 --out out");
            assertThat(machine.file("/root/out/report.html")).exists();
        }
    }

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
            desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
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

    /** That is good for one machine. */
    private static JsonNode joinToken(Machine server, int seconds) throws Exception {
        return JsonMapper.shared()
                .readTree(rest(
                        server,
                        "/enrolments",
                        "-H",
                        "Content-Type: application/json",
                        "--data",
                        "{\"machines\":1,\"validSeconds\":" + seconds + "}"));
    }

    /** Puts a token into a file of a machine, which nobody else can read. */
    private static void give(Machine desk, String token) throws IOException {
        Files.writeString(desk.file("/root/tokens/token"), token + "\n");
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
     * A desktop that asks for a password, an operator who logs in and starts the run with an account set, a client agent that has joined, a desktop agent with the secret of desktops: all that
     * these have written, on three machines, is searched afterwards.
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

            desk.run("dpkg -i " + carry(desk, made("first", AGENT, ".deb")));
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
                                            + ":5901\"], desktop: 1280x800, accounts: desktops, security: [VncAuth]}"));
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

    /** In its journal, with the command line of each process that has written a line, and in all files that have changed there, but those that are there to keep some. */
    private static void assertNoSecrets(SecretSearch search, Machine machine) throws Exception {
        String journal = machine.run("journalctl --no-pager --all -o verbose");
        assertThat(journal).contains("_CMDLINE=");
        assertThat(search.in(journal)).isEmpty();
        assertThat(search.inFiles(machine.changed(), PackagesLongIT::keepsSecrets))
                .isEmpty();
    }

    private static void joinWithSettings(Machine desk, String token, String address) throws IOException {
        set(desk, "agent.yaml", "controller: " + address + "\njoin: " + token + "\n");
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
        desktop.run("dpkg -i " + carry(desktop, made("first", AGENT, ".deb")));
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

    /** As desktops install packages: with what they depend on and nothing else. What a demo needs comes from Debian's mirror then, and is named with the words of a tree. */
    @Test
    void aDemoOnABareMachineInstallsWhatItNeeds() throws Exception {
        try (Machine machine = Machine.start(4, folder, Machine.bare());
                MirrorProxy mirror = MirrorProxy.start(Machine.host())) {
            machine.reaches(mirror);
            machine.run(
                    RUN,
                    "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "
                            + carry(machine, made("first", CONTROLLER, ".deb")) + " "
                            + carry(machine, made("first", AGENT, ".deb")));
            assertThat(machine.ended(SOON, "command -v java javac mvn node npm Xvnc openbox soffice")
                            .printed())
                    .isEmpty();
            String demo = " demo --quick --max-sessions 1 --out out";
            Program.Ended asked = machine.ended(SOON, "cd /root && deskmeter" + demo);
            assertThat(asked.exitCode()).as(asked.printed()).isEqualTo(2);
            assertThat(asked.printed())
                    .contains(
                            "Missing on this machine:",
                            "  Xvnc (tigervnc-standalone-server): runs the desktops of sessions",
                            "  Writer (libreoffice-writer): ",
                            "packages: missing, and there is no terminal to ask on (hint: add --yes, or run apt-get install tigervnc-standalone-server ");
            carryTree(machine);
            Program.Ended inTree = machine.ended(SOON, "cd /root/tree && ./deskmeter" + demo);
            assertThat(inTree.exitCode()).as(inTree.printed()).isEqualTo(2);
            assertThat(inTree.printed()).contains("  JDK (", "  Maven (maven): ");
            // A tree also lacks what builds it.
            assertThat(inTree.printed().lines().filter(line -> !line.startsWith("deskmeter: ")))
                    .containsAll(asked.printed()
                            .lines()
                            .filter(line -> !line.startsWith("deskmeter: "))
                            .toList());

            String printed =
                    machine.run(Duration.ofMinutes(40), "cd /root && deskmeter demo --yes" + demo.substring(5));
            assertThat(printed).contains("Installing tigervnc-standalone-server ", "Report: ");
            assertThat(machine.file("/root/out/report.html")).exists();
            System.out.println(printed);
        }
    }

    /** What a launcher of sources reads before it builds. */
    private static void carryTree(Machine machine) throws Exception {
        Machine.here(
                SOON,
                "sh",
                "-ec",
                "mkdir \"$1\"; cd \"$0\"; cp -r --parents deskmeter pom.xml src/package workloads \"$1\"",
                Program.HOME.toString(),
                machine.file("/root").resolve("tree").toString());
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
