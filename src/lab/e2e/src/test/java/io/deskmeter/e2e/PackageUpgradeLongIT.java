package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.PROFILE;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static io.deskmeter.e2e.PackagedMachines.SOON;
import static io.deskmeter.e2e.PackagedMachines.install;
import static io.deskmeter.e2e.PackagedMachines.rest;
import static io.deskmeter.e2e.PackagedMachines.startAgent;
import static io.deskmeter.e2e.PackagedMachines.startController;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Packages that are upgraded while a run goes on, and while timings wait on the disk of an agent. */
@PackageTests
class PackageUpgradeLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

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
            assertThat(install(desk, "newer", AGENT)).contains("deskmeter-agent.service works for a run");
            assertThat(install(server, "newer", CONTROLLER)).contains("deskmeter-controller.service works for a run");

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

    /**
     * The cable is pulled until the agent has given up the run, and both are upgraded before it is plugged in again:
     * what the agent then has on its disk has been measured by one version, and is sent by the next one, to the next
     * one.
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
            String installed = install(desk, "newer", AGENT);
            assertThat(installed).doesNotContain("works for a run");
            Set<String> spooled = spooled(desk, run);
            assertThat(spooled).hasSizeGreaterThan(atTheController.size() / 10).isNotEmpty();
            assertThat(atTheController).doesNotContainAnyElementsOf(spooled);
            install(server, "newer", CONTROLLER);
            desk.plugged(true);

            Set<String> all = new TreeSet<>(atTheController);
            all.addAll(spooled);
            assertComplete(server, desk, run, all);
            System.out.printf(
                    "spool of %d timings, beside %d stored ones, came after the upgrade%n",
                    spooled.size(), atTheController.size());
        }
    }

    /**
     * The cable is pulled while the run goes on, and the package comes before the agent has given it up: the service
     * restarts by itself then.
     */
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
            assertThat(install(desk, "newer", AGENT)).contains("deskmeter-agent.service works for a run");

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
}
