package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.TargetKeyboard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What texts need of a target, and how fast they are typed. */
class TypedTextsTest {
    private static final String RUSSIAN = "съешь же ещё этих мягких французских булок";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private SampleCatalog typing(String text) {
        return new SampleCatalog(folder)
                .file(
                        "a/b/workload.yaml",
                        SampleCatalog.WRITER
                                + "  - id: type\n    group: A\n    do: { type: " + text + " }\n"
                                + "    until: { appears: landmarks/title.png, within: 60s }\n")
                .file("a/b/landmarks/title.png", "");
    }

    private List<String> problems(String text, String target) {
        SampleCatalog catalog = typing('"' + text + '"');
        return SampleCatalog.problemsOf(() -> parse(catalog, target, ""));
    }

    private static RunProfile parse(SampleCatalog catalog, String target, String more) throws InvalidDocumentException {
        return RunProfiles.parse("p.yaml", """
                workloads: { workloads: [a/b]%s }
                target: %s
                load: { fixed: { sessions: 1 } }
                """.formatted(more, target), catalog.open());
    }

    private List<String> problemsOfKeys(String keys, String target) {
        SampleCatalog catalog = new SampleCatalog(folder)
                .file(
                        "a/b/workload.yaml",
                        SampleCatalog.WRITER
                                + "  - id: type\n    group: A\n    do: { keys: " + keys + " }\n"
                                + "    until: { appears: landmarks/title.png, within: 60s }\n")
                .file("a/b/landmarks/title.png", "");
        return SampleCatalog.problemsOf(() -> parse(catalog, target, ""));
    }

    @Test
    void keysThatAKeyboardMayLackAreTexts() {
        String target = "{ vnc: { hosts: [h] } }";
        assertThat(problemsOfKeys("[\"ctrl+Ł\", ó, Return, a]", target))
                .singleElement()
                .asString()
                .contains(
                        "text of a/b with the characters \"Ł\" (U+0141), \"ó\" (U+00F3) (expected: characters of the layout us");
        assertThat(problemsOfKeys("[ctrl+s, Return, a]", target)).isEmpty();
    }

    @Test
    void controlCharactersAreNoText() {
        for (String text : List.of("a\\eb", "a\\x7Fb", "a\\x08b", "a\\x85b")) {
            SampleCatalog catalog = typing('"' + text + '"');
            assertThat(SampleCatalog.problemsOf(() -> catalog.open().load("a/b")))
                    .singleElement()
                    .asString()
                    .contains("without control characters but line breaks and tabs");
        }
        assertThat(problems("a\\tb\\nc", "{ vnc: { hosts: [h] } }")).isEmpty();
    }

    @Test
    void textsWithoutKeysAreRefusedByTheirCharacters() {
        assertThat(problems("Tür, 1 €", "{ vnc: { hosts: [h] } }"))
                .singleElement()
                .asString()
                .startsWith("2:9 target text of a/b with the characters \"ü\" (U+00FC), \"€\" (U+20AC) (expected: ")
                .contains("hint: `keyboard: { layout: de }`");
        assertThat(problems("Tür, 1 €", "{ vnc: { hosts: [h], keyboard: { layout: de } } }"))
                .isEmpty();
        assertThat(problems("a^b", "{ vnc: { hosts: [h], keyboard: { layout: de } } }"))
                .as("a dead key")
                .singleElement()
                .asString()
                .contains("\"^\" (U+005E) (expected: characters of the layout de;");
        assertThat(problems("Tür, 1 €", "{ vnc: { hosts: [h], keyboard: { text: keysyms } } }"))
                .isEmpty();
        String rdp = "{ rdp: { hosts: [h], accounts: a, keyboard: { layout: %s } } }";
        assertThat(problems("Tür", rdp.formatted("us")))
                .singleElement()
                .asString()
                .contains("\"ü\" (U+00FC) (expected: characters of the layout us, which the target tells");
        assertThat(problems("Tür", rdp.formatted("de"))).isEmpty();
        assertThat(problemsOfKeys("[ctrl+s]", rdp.formatted("ru")))
                .as("a client program presses the key of a layout without s")
                .singleElement()
                .asString()
                .contains("keys of a/b with the characters \"s\" (U+0073) (expected: characters of the layout ru,")
                .contains("hint: another text, or other keys, such as F2, or");
        assertThat(problemsOfKeys("[shift+F2, Return, space]", rdp.formatted("ru")))
                .isEmpty();
        assertThat(problemsOfKeys("[ctrl+я, ctrl+shift+6]", rdp.formatted("de")))
                .satisfiesExactly(
                        problem -> assertThat(problem)
                                .contains("text of a/b with the characters \"я\" (U+044F) (expected"),
                        problem -> assertThat(problem)
                                .as("where us has ^, de has &")
                                .contains("keys of a/b with the characters \"^\" (U+005E) (expected: "));
    }

    @Test
    void ownDesktopsTypeAFewCharactersWithoutKeys() {
        assertThat(problems("Tür, 1 €", "{ local: {} }")).isEmpty();
        assertThat(problems(RUSSIAN, "{ local: {} }"))
                .singleElement()
                .asString()
                .contains("\"ъ\" (U+044A)")
                .contains("at most 16 others");
        assertThat(problems("Tür", "{ local: { through: vncviewer } }")).hasSize(1);
    }

    @Test
    void whatIsTypedToLogOffCountsToo() {
        assertThat(
                        problems(
                                "plain",
                                "{ vnc: { hosts: [h], keyboard: { layout: us }, desktopAgent: none, content: /c, launcher: { dialog: alt+F2 }, logoff: [{ type: fähre }] } }"))
                .singleElement()
                .asString()
                .contains("text of its launcher and logoff with the characters \"ä\" (U+00E4)");
    }

    @Test
    void withoutADesktopAgentTheLayoutMustBeTold() {
        String agentless = "{ vnc: { hosts: [h], %sdesktopAgent: none, content: /c, launcher: %s } }";
        String menu = "{ menus: { a/b: [{ keys: Return }] } }";
        assertThat(problems("plain", agentless.formatted("", "{ dialog: alt+F2 }")))
                .singleElement()
                .asString()
                .contains("no keyboard of the target, though text is typed by its launcher or logoff, a/b; characters")
                .contains("hint: `keyboard: { layout: us }` of the target");
        assertThat(problems("plain", agentless.formatted("", menu)))
                .singleElement()
                .asString()
                .contains("typed by a/b; characters");
        assertThat(problems("plain", agentless.formatted("keyboard: { layout: us }, ", "{ dialog: alt+F2 }")))
                .isEmpty();
        assertThat(problems("plain", agentless.formatted("keyboard: { text: keysyms }, ", "{ dialog: alt+F2 }")))
                .isEmpty();
        assertThat(problems("plain", "{ vnc: { hosts: [h] } }"))
                .as("a desktop agent compares what has arrived")
                .isEmpty();
    }

    /** The check tries a text only where desktop agents are before the run: on VNC desktops. */
    @Test
    void theLayoutMustBeToldWhereverNothingComparesWhatArrives() {
        String menu = "desktopAgent: none, content: /c, launcher: { menus: { a/b: [{ keys: Return }] } }";
        for (String target : List.of(
                "{ rdp: { hosts: [h], accounts: a%s } }",
                "{ rdp: { hosts: [h], accounts: a, application: app%s } }",
                "{ rdp: { hosts: [h], accounts: a, " + menu + "%s } }",
                "{ viewer: { hosts: [h], command: [vncviewer, \"${host}\"]%s } }",
                "{ viewer: { hosts: [h], command: [vncviewer, \"${host}\"], " + menu + "%s } }")) {
            assertThat(problems("plain, zebra?", target.formatted("")))
                    .as(target)
                    .singleElement()
                    .asString()
                    .contains(
                            "no keyboard of the target, though text is typed by a/b; characters of it that layouts have"
                                    + " elsewhere or lack: , ? a")
                    .contains("z (expected: the layout of its desktops, because")
                    .contains("hint: `keyboard: { layout: us }` of the target");
            assertThat(problems("plain, zebra?", target.formatted(", keyboard: { layout: us }")))
                    .as(target)
                    .isEmpty();
        }
    }

    @Test
    void keysThatLayoutsHaveElsewhereNeedTheLayoutToo() {
        String rdp = "{ rdp: { hosts: [h], accounts: a%s } }";
        assertThat(problemsOfKeys("[ctrl+z, Return]", rdp.formatted("")))
                .singleElement()
                .asString()
                .contains("typed by a/b; characters of it that layouts have elsewhere or lack: z (expected: ");
        assertThat(problemsOfKeys("[ctrl+plus, minus]", rdp.formatted("")))
                .singleElement()
                .asString()
                .contains("elsewhere or lack: + - (expected: ");
        assertThat(problemsOfKeys("[ctrl+s, Return, alt+F2]", rdp.formatted("")))
                .as("where each layout with Latin letters has them")
                .isEmpty();
        assertThat(problemsOfKeys("[ctrl+z]", rdp.formatted(", keyboard: { layout: de }")))
                .isEmpty();
    }

    @Test
    void aDesktopAgentThatTypesItselfKnowsTheKeyboard() throws Exception {
        RunProfile profile = RunProfiles.parse("p.yaml", """
                workloads: { workloads: [a/b] }
                mode: local
                target: { rdp: { hosts: [h], accounts: a } }
                load: { fixed: { sessions: 1 } }
                """, typing("plain").open());
        assertThat(profile.target().keyboard()).isEqualTo(TargetKeyboard.UNKNOWN);
    }

    @Test
    void aClientProgramTypesOnlyOnKeys() {
        assertThat(problems("plain", "{ rdp: { hosts: [h], accounts: a, keyboard: { text: keysyms } } }"))
                .anySatisfy(problem -> assertThat(problem).contains("keyboard.text"));
        assertThat(problems("plain", "{ rdp: { hosts: [h], accounts: a, keyboard: {} } }"))
                .anySatisfy(problem -> assertThat(problem).contains("`layout` is missing"));
    }

    @Test
    void aStoredProfileIsNotJudgedAnew() throws Exception {
        RunProfile profile = parse(
                typing("plain"),
                "{ vnc: { hosts: [h], keyboard: { layout: us }, desktopAgent: none, content: /c, launcher: { dialog: alt+F2 } } }",
                "");
        String stored = RunProfiles.write(profile);
        assertThat(RunProfiles.parseSelfContained(
                                "r.yaml", stored.replaceAll("(?m)^ *keyboard:.*\\n( *layout:.*\\n)?", ""))
                        .target()
                        .keyboard())
                .as("of a run before the layout had to be told")
                .isEqualTo(TargetKeyboard.UNKNOWN);
    }

    @Test
    void theCanonicalFormKeepsTheKeyboardAndTheSpeed() throws Exception {
        RunProfile profile = parse(
                typing("plain"),
                "{ vnc: { hosts: [h], keyboard: { layout: fr, text: keysyms, proof: manual } } }",
                ", typing: 60 words/min");
        RunProfile again = RunProfiles.parseSelfContained("again.yaml", RunProfiles.write(profile));
        assertThat(again.target()).isEqualTo(profile.target());
        assertThat(again.target().keyboard())
                .isEqualTo(new TargetKeyboard(
                        KeyboardLayout.of("fr"), TargetKeyboard.Text.KEYSYMS, TargetKeyboard.Proof.MANUAL));
        for (String kind : List.of(
                "{ rdp: { hosts: [h], accounts: a, keyboard: { layout: fr, proof: manual } } }",
                "{ viewer: { hosts: [h], command: [vncviewer], keyboard: { layout: fr } } }")) {
            RunProfile shown = parse(typing("plain"), kind, "");
            assertThat(RunProfiles.parseSelfContained("again.yaml", RunProfiles.write(shown))
                            .target())
                    .isEqualTo(shown.target());
            assertThat(shown.target().keyboard().layout()).isEqualTo(KeyboardLayout.of("fr"));
        }
        assertThat(again.workloads().pace()).contains(Duration.ofMillis(200));
    }

    @Test
    void whoHasTriedALayoutTellsIt() {
        assertThat(problems("plain", "{ vnc: { hosts: [h], keyboard: { proof: manual } } }"))
                .anySatisfy(problem -> assertThat(problem).contains("without `layout`"));
        assertThat(problems("plain", "{ vnc: { hosts: [h], keyboard: { layout: us, proof: mine } } }"))
                .anySatisfy(problem -> assertThat(problem).contains("proof mine (expected: ", "check", "manual"));
    }

    @Test
    void mistakesAreNamed() {
        assertThat(problems("plain", "{ vnc: { hosts: [h], keyboard: { layout: xx } } }"))
                .singleElement()
                .asString()
                .contains("keyboard.layout xx (expected: a layout as X11 names it: at, be, br,");
        SampleCatalog catalog = typing("plain");
        assertThat(SampleCatalog.problemsOf(() -> parse(catalog, "{ local: {} }", ", typing: fast")))
                .singleElement()
                .asString()
                .contains("typing fast (expected: a speed as `60 words/min`");
    }

    @Test
    void aTextHasItsOwnPaceOrThatOfTheProfile() throws Exception {
        assertThat(typed("plain", "")).isEqualTo(new Step.Type("plain"));
        assertThat(typed("plain", ", typing: 120 words/min"))
                .isEqualTo(new Step.Type("plain", Optional.of(Duration.ofMillis(100))));
        assertThat(typed("{ text: plain, pace: 15ms }", ", typing: 120 words/min"))
                .isEqualTo(new Step.Type("plain", Optional.of(Duration.ofMillis(15))));
    }

    private Step typed(String text, String more) throws Exception {
        SampleCatalog catalog = typing(text);
        RunProfile profile = parse(catalog, "{ local: {} }", more);
        Workload workload = catalog.open().load("a/b");
        return new Planner(profile.workloads(), List.of(workload))
                .iteration(0, 0).stream()
                        .map(planned -> planned.operation().occurrences().get(planned.occurrence()))
                        .flatMap((Operation.Occurrence each) -> each.steps().stream())
                        .flatMap(step -> step instanceof Step.Type ? Stream.of(step) : Stream.empty())
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void layoutsKnowTheirKeys() {
        KeyboardLayout german = KeyboardLayout.of("de").orElseThrow();
        assertThat(german.keys().get((int) 'z')).isEqualTo(new KeyboardLayout.Key(0x15, false, false));
        assertThat(german.keys().get((int) '@')).isEqualTo(new KeyboardLayout.Key(0x10, false, true));
        assertThat(german.has('^')).isFalse();
        assertThat(KeyboardLayout.of("ru").orElseThrow().has('a')).isFalse();
        assertThat(KeyboardLayout.names()).contains("us", "de", "fr", "pl");
    }
}
