package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.carry;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.assertMeasures;
import static io.deskmeter.e2e.PackagedMachines.get;
import static io.deskmeter.e2e.PackagedMachines.paste;
import static io.deskmeter.e2e.PackagedMachines.rest;
import static io.deskmeter.e2e.PackagedMachines.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rpms: installed, used, upgraded and erased. */
@PackageTests
class PackageRpmLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /**
     * In a Debian with the program rpm, which no other system with a mirror is here for: its dependencies have no rpm
     * there, so each is looked for as a file. All else is as elsewhere, the scripts with a live systemd among it.
     */
    @Test
    void rpmsMakeAServerAndAMachineThatMeasuresAreUpgradedAndErased() throws Exception {
        try (Machine server = Machine.start(3, folder, Machine.withRpm());
                Machine desk = Machine.start(4, folder, Machine.withDesktopsAndRpm())) {
            Path controller = made("first", CONTROLLER, ".rpm");
            assertThat(server.run("rpm -qpc " + carry(server, controller))).contains("/etc/deskmeter/controller.yaml");
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
}
