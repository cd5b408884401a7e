package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.carry;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.install;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A demo from packages, on machines with and without what it needs. */
@PackageTests
class PackageDemoLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /**
     * As desktops install packages: with what they depend on and nothing else. What a demo needs comes from Debian's
     * mirror then, and is named with the words of a tree.
     */
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
                install(machine, "first", part);
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
