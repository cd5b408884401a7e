package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.carry;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.assertMeasures;
import static io.deskmeter.e2e.PackagedMachines.enrol;
import static io.deskmeter.e2e.PackagedMachines.get;
import static io.deskmeter.e2e.PackagedMachines.give;
import static io.deskmeter.e2e.PackagedMachines.install;
import static io.deskmeter.e2e.PackagedMachines.paste;
import static io.deskmeter.e2e.PackagedMachines.set;
import static io.deskmeter.e2e.PackagedMachines.startController;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages on machines without sources, JDK, Maven and Node: installed, used, and purged without a trace. */
@PackageTests
class PackageInstallLongIT {
    /** As controller.yaml and install-packages.md say. */
    private static final String KEY =
            "head -c 32 /dev/urandom | base64 | install -m 600 -o deskmeter-controller /dev/stdin /etc/deskmeter/secrets.key";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void aControllerIsOffUntilItIsConfiguredThenReachedAndPurgedWithoutATrace() throws Exception {
        try (Machine machine = Machine.start(1, folder, Machine.bare())) {
            List<String> before = machine.files();
            install(machine, "first", CONTROLLER);
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

            install(machine, "newer", CONTROLLER);
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

    @Test
    void aPastedLineShowsTheAgentOfAMachineWithoutAJavaWithinAMinuteAndItMeasures() throws Exception {
        try (Machine server = Machine.start(1, folder, Machine.bare());
                Machine desk = Machine.start(2, folder, Machine.withDesktops())) {
            startController(server);
            install(desk, "first", AGENT);
            assertThat(desk.ended(SOON, "command -v java javac mvn node").printed())
                    .isEmpty();
            paste(server, desk);
            assertMeasures(server);
        }
    }
}
