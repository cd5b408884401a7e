package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.yaml.OptimisationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a small tree of files that stands for a machine. */
@Tag("slow")
class OptimiserTest {
    private static final String SET = """
            optimisations:
              - {id: timer, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 applies-to: [/lib/systemd/system/a.timer], unit: a.timer}
              - {id: own-unit, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried, unit: own.timer}
              - {id: masked, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried, unit: masked.timer}
              - {id: missing, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 applies-to: [/usr/bin/none], unit: none.timer}
              - id: new-file
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                file: {path: /etc/new/deep/a.json, content: "{}\\n"}
              - id: replaced
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                file: {path: /etc/replaced.conf, content: "new\\n", existing: replace}
              - id: kept
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                file: {path: /etc/kept.conf, content: "new\\n"}
              - id: hidden
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                key: {path: /etc/xdg/autostart/a.desktop, group: Desktop Entry, name: Hidden, value: "true"}
              - id: second-key
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                key: {path: /etc/xdg/autostart/a.desktop, group: Desktop Entry, name: NoDisplay, value: "true"}
              - id: immutable
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                key: {path: /etc/xdg/kwinrc, group: Compositing, name: Enabled, value: "false"}
              - id: policy
                reason: r
                profile: measure
                scope: machine
                default: absent
                risk: r
                basis: tried
                overruled-by: [/etc/managed]
                file: {path: /etc/policy.json, content: "{}\\n"}
              - {id: of-a-user, reason: r, profile: measure, scope: user, default: d, risk: r, basis: tried, session-unit: u.service}
            """;

    private static final String ENTRY = "[Desktop Entry]\nName=A\nHidden=false\n\n[Desktop Action B]\nName=B\n";

    @TempDir
    private Path folder;

    private Path root;
    private Path state;
    private List<Optimisation> set;

    @BeforeEach
    void makeMachine() throws Exception {
        set = OptimisationFile.parse("set.yaml", SET);
        machine("first");
    }

    private void machine(String name) throws IOException {
        Path at = folder.resolve(name);
        root = at.resolve("root");
        state = Files.createDirectories(at.resolve("state"));
        write("lib/systemd/system/a.timer", "");
        write("etc/systemd/system/own.timer", "[Timer]\n");
        Files.createSymbolicLink(root.resolve("etc/systemd/system/masked.timer"), Path.of("/dev/null"));
        write("etc/replaced.conf", "old\n");
        Files.setPosixFilePermissions(root.resolve("etc/replaced.conf"), PosixFilePermissions.fromString("rw-r-----"));
        write("etc/kept.conf", "old\n");
        write("etc/xdg/autostart/a.desktop", ENTRY);
        write("etc/xdg/kwinrc", "[Compositing]\nEnabled[$i]=true\n");
        write("etc/managed", "");
    }

    private void write(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    private List<Result> apply(WriteHook step) throws IOException {
        try (Journal journal = Journal.open(state, step)) {
            Optimiser optimiser =
                    new Optimiser(new MachineFiles(root, root.resolve("home"), step), journal, Scope.MACHINE);
            return optimiser.apply(set);
        }
    }

    private List<Result> restore(WriteHook step) throws IOException {
        try (Journal journal = Journal.open(state, step)) {
            List<Result> results = new Optimiser(
                            new MachineFiles(root, root.resolve("home"), step), journal, Scope.MACHINE)
                    .restore(entry -> true);
            journal.closeRestored();
            return results;
        }
    }

    private static Map<String, Outcome> outcomes(List<Result> results) {
        return results.stream().collect(Collectors.toMap(Result::id, Result::outcome, (a, b) -> b, TreeMap::new));
    }

    /** Of every file its kind, permissions, owner and content. */
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

    @Test
    void setsWhatAppliesAndTellsWhatOverrules() throws IOException {
        Map<String, Outcome> expected = new TreeMap<>(Map.ofEntries(
                Map.entry("timer", Outcome.SET),
                Map.entry("own-unit", Outcome.OVERRULED),
                Map.entry("masked", Outcome.ALREADY),
                Map.entry("missing", Outcome.NOT_APPLICABLE),
                Map.entry("new-file", Outcome.SET),
                Map.entry("replaced", Outcome.SET),
                Map.entry("kept", Outcome.OVERRULED),
                Map.entry("hidden", Outcome.SET),
                Map.entry("second-key", Outcome.SET),
                Map.entry("immutable", Outcome.OVERRULED),
                Map.entry("policy", Outcome.OVERRULED),
                Map.entry("of-a-user", Outcome.NOT_APPLICABLE)));

        List<Result> results = apply(WriteHook.NONE);

        assertThat(outcomes(results)).isEqualTo(expected);
        assertThat(results)
                .filteredOn(result -> result.outcome() == Outcome.OVERRULED)
                .allSatisfy(result -> assertThat(result.detail()).startsWith("by /etc/"));
        assertThat(Files.readSymbolicLink(root.resolve("etc/systemd/system/a.timer")))
                .isEqualTo(Path.of("/dev/null"));
        assertThat(root.resolve("etc/xdg/autostart/a.desktop"))
                .content()
                .isEqualTo("[Desktop Entry]\nName=A\nHidden=true\nNoDisplay=true\n\n[Desktop Action B]\nName=B\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("etc/replaced.conf"))))
                .isEqualTo("rw-r-----");
        assertThat(outcomes(apply(WriteHook.NONE))).as("again").isEqualTo(expected);
    }

    @Test
    void restoresWhatWasThere() throws IOException {
        Map<String, String> before = snapshot();
        apply(WriteHook.NONE);
        assertThat(snapshot()).isNotEqualTo(before);

        assertThat(restore(WriteHook.NONE)).extracting(Result::outcome).containsOnly(Outcome.RESTORED);

        assertThat(snapshot()).isEqualTo(before);
        assertThat(state.resolve(Journal.FILE)).doesNotExist();
    }

    @Test
    void leavesAloneWhatHasChangedSince() throws IOException {
        Map<String, String> before = snapshot();
        apply(WriteHook.NONE);
        write("etc/replaced.conf", "somebody's\n");
        write("etc/new/deep/others", "");

        List<Result> results = restore(WriteHook.NONE);

        assertThat(results)
                .filteredOn(result -> result.outcome() == Outcome.CHANGED_SINCE)
                .extracting(Result::detail)
                .containsExactlyInAnyOrder(
                        "/etc/replaced.conf: a file of 11 bytes", "/etc/new/deep: a folder", "/etc/new: a folder");
        assertThat(root.resolve("etc/replaced.conf")).hasContent("somebody's");
        Map<String, String> after = snapshot();
        after.keySet().removeAll(List.of("etc/new", "etc/new/deep", "etc/new/deep/others"));
        after.put("etc/replaced.conf", before.get("etc/replaced.conf"));
        assertThat(after).isEqualTo(before);
    }

    /** As kill -9: nothing is cleaned up, nothing is caught. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static WriteHook killAt(int number, List<String> seen) {
        return what -> {
            if (seen.size() == number) {
                throw new Killed();
            }
            seen.add(what);
        };
    }

    private static int steps(Work work) throws IOException {
        List<String> seen = new ArrayList<>();
        work.with(killAt(Integer.MAX_VALUE, seen));
        return seen.size();
    }

    @FunctionalInterface
    private interface Work {
        void with(WriteHook step) throws IOException;
    }

    @Test
    void killedAtAnyStepTheNextRunFinishesAndRestores() throws IOException {
        Map<String, String> before = snapshot();
        int steps = steps(this::apply);
        Map<String, String> whole = snapshot();
        assertThat(steps).isGreaterThan(40);
        for (int kill = 0; kill < steps; kill++) {
            machine("apply-" + kill);
            int at = kill;
            assertThatThrownBy(() -> apply(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);

            apply(WriteHook.NONE);
            assertThat(snapshot()).as("finished after a kill at step %s", kill).isEqualTo(whole);
            restore(WriteHook.NONE);
            assertThat(snapshot()).as("restored after a kill at step %s", kill).isEqualTo(before);

            machine("apply-restore-" + kill);
            assertThatThrownBy(() -> apply(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);
            if (Files.exists(state.resolve(Journal.FILE))) {
                restore(WriteHook.NONE);
            }
            assertThat(snapshot())
                    .as("restored at once after a kill at step %s", kill)
                    .isEqualTo(before);
        }
    }

    @Test
    void killedAtAnyStepOfARestoreTheNextOneFinishes() throws IOException {
        Map<String, String> before = snapshot();
        apply(WriteHook.NONE);
        int steps = steps(this::restore);
        assertThat(steps).isGreaterThan(20);
        for (int kill = 0; kill < steps; kill++) {
            machine("restore-" + kill);
            apply(WriteHook.NONE);
            int at = kill;
            assertThatThrownBy(() -> restore(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);

            assertThat(restore(WriteHook.NONE)).extracting(Result::outcome).doesNotContain(Outcome.CHANGED_SINCE);
            assertThat(snapshot()).as("after a kill at step %s", kill).isEqualTo(before);
        }
    }

    @Test
    void killedAgainAndAgainItFinishesAtLast() throws IOException {
        Map<String, String> before = snapshot();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            int at = random.nextInt(30);
            try {
                if (random.nextInt(3) == 0) {
                    restore(killAt(at, new ArrayList<>()));
                } else {
                    apply(killAt(at, new ArrayList<>()));
                }
            } catch (Killed expected) {
                tear(random);
            }
        }
        apply(WriteHook.NONE);
        restore(WriteHook.NONE);
        assertThat(snapshot()).as("seed %s", seed).isEqualTo(before);
    }

    /** The first part of a line that announces what has not been done. */
    private void tear(Random random) throws IOException {
        Path journal = state.resolve(Journal.FILE);
        if (Files.exists(journal)) {
            String line = "{\"entry\": \"1000\", \"state\": \"STARTED\", \"path\": \"/etc/ä\"";
            Files.writeString(journal, line.substring(0, random.nextInt(line.length())), StandardOpenOption.APPEND);
        }
    }

    @Test
    void refusesAJournalThatIsDamagedInside() throws IOException {
        apply(WriteHook.NONE);
        Path journal = state.resolve(Journal.FILE);
        String text = Files.readString(journal);
        Files.writeString(journal, text.replaceFirst("\"DONE\"", "\"DONT\""));

        assertThatThrownBy(() -> apply(WriteHook.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("journal.jsonl: line ")
                .hasMessageContaining("DONT");
    }

    @Test
    void doesNotFollowLinksOutOfTheTree() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createSymbolicLink(root.resolve("etc/new"), outside);

        assertThat(outcomes(apply(WriteHook.NONE))).containsEntry("new-file", Outcome.FAILED);

        assertThat(outside).isEmptyDirectory();
        assertThat(Files.exists(root.resolve("etc/policy.json"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void replacesItsOwnEarlierValueAndRestoresTheFirst() throws Exception {
        Map<String, String> before = snapshot();
        apply(WriteHook.NONE);
        set = OptimisationFile.parse("set.yaml", SET.replace("/a.json, content: \"{}", "/a.json, content: \"[]"));

        assertThat(outcomes(apply(WriteHook.NONE))).containsEntry("new-file", Outcome.SET);

        assertThat(root.resolve("etc/new/deep/a.json")).hasContent("[]");
        restore(WriteHook.NONE);
        assertThat(snapshot()).isEqualTo(before);
    }
}
