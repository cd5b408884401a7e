package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.carry;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.enrol;
import static io.deskmeter.e2e.PackagedMachines.install;
import static io.deskmeter.e2e.PackagedMachines.joinToken;
import static io.deskmeter.e2e.PackagedMachines.joinWithSettings;
import static io.deskmeter.e2e.PackagedMachines.rest;
import static io.deskmeter.e2e.PackagedMachines.secret;
import static io.deskmeter.e2e.PackagedMachines.startController;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guides that are about packages, as they are, on fresh machines. */
@PackageTests
class PackageGuidesLongIT {
    private static final String INSTALLING = "install-packages.md";
    private static final String PREPARING = "prepare-a-desktop.md";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /**
     * The commands of the guide, as they are, on two fresh machines; an editor that adds what it is told stands for the
     * person.
     */
    @Test
    void theGuideMakesAServerAndAMachineWithAnAgent() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withLibraries());
                MirrorProxy mirror = MirrorProxy.start(Machine.host())) {
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

            // What the package recommends comes from Debian's mirror.
            desk.reaches(mirror);
            desk.answersYes();
            desk.run("apt-get update");
            toGuide(desk, made("first", AGENT, ".deb"));
            Matcher line = enrol(server);
            String block = guided(INSTALLING, "A machine with an agent")
                    .replace("controller.example.org:8082", line.group(3))
                    .replace("TOKEN", line.group(2));
            Program.Ended ended = desk.ended(RUN, "set -e\n" + block);
            // What is recommended runs desktops; the doctor misses the applications.
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(3);
            assertThat(ended.printed()).contains("package deskmeter-agent", "MISSING", "Writer");
            assertThat(ended.printed().lines().filter(text -> text.contains("MISSING")))
                    .noneMatch(text -> text.contains("Xvnc") || text.contains("openbox"));
            desk.awaitJournal(AGENT, "connected to the controller");
        }
    }

    /** Where the guide has the packages. */
    private static void toGuide(Machine machine, Path file) throws Exception {
        machine.run("mkdir -p /tmp/packages && cp " + carry(machine, file) + " /tmp/packages");
    }

    /**
     * The commands of the guide to desktops, by the name that the package's command has: a machine that a tool rolls
     * out to, then one that is given back.
     */
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
                    guided(PREPARING, "Roll out to desktops", 4).lines().toList();
            server.run("cd /root && " + expecting.get(0));

            assertThat(server.run(guided(PREPARING, "Roll out to desktops"))).contains("--join");
            String token = joinToken(server, 600).path("token").asString();
            Files.writeString(desk.file("/etc/join-token"), token + "\n");
            desk.run("install -m 600 /etc/join-token /run/join-token && rm /etc/join-token");
            String rollOut = guided(PREPARING, "Roll out to desktops", 2)
                    .replace("controller.example.org:8082", server.address() + ":8082");
            // The log goes to another stream than the lines for machines.
            assertThat(desk.run("{\n" + rollOut + "\n} 2> /dev/null").lines()).allMatch(line -> line.startsWith("{"));
            desk.run(guided(PREPARING, "Roll out to desktops", 3));
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
        install(desk, "first", AGENT);
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
}
