package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.workload.Optimisation;
import io.deskmeter.workload.Optimisation.Scope;
import io.deskmeter.workload.yaml.OptimisationFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real dconf, on a tree of files. */
class DconfDatabaseTest {
    private static final String SET = """
            optimisations:
              - {id: animations, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 dconf: {path: org/gnome/desktop/interface, name: enable-animations, value: "false"}}
              - {id: idle, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 dconf: {path: org/gnome/desktop/session, name: idle-delay, value: "uint32 0"}}
            """;

    @TempDir
    private Path folder;

    private Path root;
    private Path state;
    private List<Optimisation> set;

    @BeforeEach
    void makeMachine() throws Exception {
        assumeTrue(DconfDatabase.isInstalled(), "skipped: dconf is not on the PATH; install dconf-cli");
        set = OptimisationFile.parse("set.yaml", SET);
        machine("first");
    }

    private void machine(String name) throws IOException {
        root = Files.createDirectories(folder.resolve(name).resolve("root"));
        state = Files.createDirectories(folder.resolve(name).resolve("state"));
        Files.createDirectories(root.resolve("etc"));
    }

    private List<Result> apply(Step step) throws IOException {
        try (Journal journal = Journal.open(state, step)) {
            Optimiser optimiser = new Optimiser(new Places(root, root.resolve("home"), step), journal, Scope.MACHINE);
            return set.stream().map(optimiser::apply).toList();
        }
    }

    private List<Result> restore() throws IOException {
        try (Journal journal = Journal.open(state, Step.NONE)) {
            List<Result> results = new Optimiser(
                            new Places(root, root.resolve("home"), Step.NONE), journal, Scope.MACHINE)
                    .restore(entry -> true);
            journal.closeRestored();
            return results;
        }
    }

    private void write(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    /** As an administrator does it. */
    private void update(String database) throws Exception {
        Path file = root.resolve("etc/dconf/db").resolve(database);
        run(Map.of(), "dconf", "compile", file.toString(), file + ".d");
    }

    /** What a user's program gets who has chosen nothing. */
    private String read(String database, String key) throws Exception {
        Path profile = Files.writeString(
                folder.resolve("profile"),
                "user-db:user\nfile-db:" + root.resolve("etc/dconf/db").resolve(database) + "\n");
        return run(
                Map.of(
                        "DCONF_PROFILE",
                        profile.toString(),
                        "HOME",
                        folder.toString(),
                        "XDG_CONFIG_HOME",
                        folder.toString()),
                "dconf",
                "read",
                key);
    }

    private static String run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private Map<String, String> snapshot() throws IOException {
        Places places = new Places(root, root, Step.NONE);
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.toList()) {
                files.put(root.relativize(file).toString(), places.read(file).encoded());
            }
        }
        return files;
    }

    @Test
    void programsReadWhatWasSetUntilItIsTakenBack() throws Exception {
        Map<String, String> before = snapshot();
        assertThat(apply(Step.NONE)).extracting(Result::outcome).containsOnly(Outcome.SET);
        assertThat(read("local", "/org/gnome/desktop/interface/enable-animations"))
                .isEqualTo("false");
        assertThat(read("local", "/org/gnome/desktop/session/idle-delay")).isEqualTo("uint32 0");
        assertThat(root.resolve("etc/dconf/profile/user")).hasContent("user-db:user\nsystem-db:local");
        assertThat(apply(Step.NONE)).as("again").extracting(Result::outcome).containsOnly(Outcome.SET);
        assertThat(restore()).extracting(Result::outcome).containsOnly(Outcome.RESTORED);
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void whatAnAdministratorHasChosenStays() throws Exception {
        write("etc/dconf/profile/user", "user-db:user\nsystem-db:site\n");
        write("etc/dconf/db/site.d/10-own", "[org/gnome/desktop/interface]\nenable-animations=true\ncursor-size=48\n");
        update("site");
        Map<String, String> before = snapshot();
        List<Result> results = apply(Step.NONE);
        assertThat(results).extracting(Result::outcome).containsExactly(Outcome.OVERRULED, Outcome.SET);
        assertThat(results.get(0).detail()).isEqualTo("by /etc/dconf/db/site.d/10-own, which has enable-animations");
        assertThat(read("site", "/org/gnome/desktop/interface/enable-animations"))
                .isEqualTo("true");
        assertThat(read("site", "/org/gnome/desktop/interface/cursor-size")).isEqualTo("48");
        assertThat(read("site", "/org/gnome/desktop/session/idle-delay")).isEqualTo("uint32 0");
        restore();
        assertThat(snapshot()).isEqualTo(before);
    }

    /** Otherwise what is in it, and not in the texts, would be lost. */
    @Test
    void aDatabaseThatWasNotCompiledOfItsTextsOverrules() throws Exception {
        write("etc/dconf/db/local.d/10-own", "[a/b]\nc=1\n");
        update("local");
        write("etc/dconf/db/local.d/10-own", "[a/b]\nc=2\n");
        Map<String, String> before = snapshot();
        assertThat(apply(Step.NONE))
                .extracting(Result::detail)
                .containsOnly(
                        "by /etc/dconf/db/local, which was not compiled of /etc/dconf/db/local.d (hint: `dconf update` compiles it)");
        write("etc/dconf/profile/user", "user-db:user\n");
        assertThat(apply(Step.NONE))
                .extracting(Result::detail)
                .containsOnly("by /etc/dconf/profile/user, which names no system-db:");
        Files.delete(root.resolve("etc/dconf/profile/user"));
        Files.delete(root.resolve("etc/dconf/profile"));
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void aTextThatCannotBeCompiledIsToldAndNothingIsChanged() throws Exception {
        write("etc/dconf/db/local.d/10-own", "[a/b\n");
        Map<String, String> before = snapshot();
        List<Result> results = apply(Step.NONE);
        assertThat(results).extracting(Result::outcome).containsOnly(Outcome.FAILED);
        assertThat(results.get(0).detail())
                .startsWith("dconf compile: exit code ")
                .contains("10-own");
        assertThat(snapshot()).isEqualTo(before);
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void killedAtAnyStepTheNextRunFinishesAndRestores() throws IOException {
        Map<String, String> before = snapshot();
        AtomicInteger steps = new AtomicInteger();
        apply(what -> steps.incrementAndGet());
        Map<String, String> whole = snapshot();
        assertThat(steps.get()).isGreaterThan(20);
        for (int kill = 1; kill <= steps.get(); kill++) {
            machine("kill-" + kill);
            AtomicInteger left = new AtomicInteger(kill);
            assertThatThrownBy(() -> apply(what -> {
                        if (left.decrementAndGet() == 0) {
                            throw new Killed();
                        }
                    }))
                    .isInstanceOf(Killed.class);
            apply(Step.NONE);
            assertThat(snapshot()).as("finished after a kill at step %s", kill).isEqualTo(whole);
            restore();
            assertThat(snapshot()).as("restored after a kill at step %s", kill).isEqualTo(before);
        }
    }
}
