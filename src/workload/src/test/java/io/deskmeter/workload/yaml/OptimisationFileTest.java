package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.Basis;
import io.deskmeter.workload.targets.Optimisation.Hive;
import io.deskmeter.workload.targets.Optimisation.MaskedUnit;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.targets.Optimisation.ValueType;
import io.deskmeter.workload.targets.Optimisation.WholeFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptimisationFileTest {
    private static final String ONE = """
            optimisations:
              - id: a-timer
                reason: why
                profile: measure
                scope: machine
                default: on
                risk: none
                basis: tried
                applies-to: [/lib/a]
                unit: a.timer
            """;

    @Test
    void readsEveryField() throws Exception {
        assertThat(OptimisationFile.parse("f.yaml", ONE))
                .containsExactly(new Optimisation(
                        "a-timer",
                        OperatingSystem.LINUX,
                        "why",
                        Profile.MEASURE,
                        Scope.MACHINE,
                        "on",
                        "none",
                        Basis.TRIED,
                        List.of("/lib/a"),
                        List.of(),
                        new MaskedUnit("a.timer", false)));
    }

    @Test
    void anExistingFileIsKeptUnlessItSaysReplace() throws Exception {
        String file = ONE.replace("unit: a.timer", "file: {path: /etc/a, content: x}");

        assertThat(OptimisationFile.parse("f", file).get(0).change()).isEqualTo(new WholeFile("/etc/a", "x", false));
        assertThat(OptimisationFile.parse("f", file.replace("x}", "x, existing: replace}"))
                        .get(0)
                        .change())
                .isEqualTo(new WholeFile("/etc/a", "x", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profile: measure | profile: all | all (expected: one of: density, measure",
                "scope: machine | scope: machines | did you mean `machine`?",
                "basis: tried | basis: guess | guess (expected: one of: documented, tried",
                "risk: none | risks: none | unknown key (expected one of",
                "risk: none | risk: none\\n    risk: more | repeated key",
                "reason: why | | `reason` is missing",
                "id: a-timer | id: A timer | A timer (expected: a name of small letters",
                "unit: a.timer | unit: ../a.timer | ../a.timer (expected: the name of a unit",
                "unit: a.timer | unit: a.timer\\n    session-unit: a.timer | unit and session-unit together",
                "unit: a.timer | mask: a.timer | none of the keys",
                "unit: a.timer | file: {path: /etc/../a, content: x} | /etc/../a (expected: an absolute path",
                "unit: a.timer | file: {path: etc/a, content: x} | etc/a (expected: an absolute path",
                "unit: a.timer | file: {path: ~/a, content: x} | ~/a (expected: a path of the machine)",
                "scope: machine | scope: user | a unit of the machine, with scope user",
                "applies-to: [/lib/a] | applies-to: [] | a list (expected: a list of paths, at least one)",
            })
    void saysWhatIsWrong(String from, String to, String message) {
        String text = ONE.replace(from, to == null ? "" : to.replace("\\n", "\n"));

        assertThatThrownBy(() -> OptimisationFile.parse("own.yaml", text))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("own.yaml:")
                .hasMessageContaining(message);
    }

    private static final String WINDOWS = """
            system: windows
            optimisations:
              - id: a-value
                reason: why
                profile: measure
                scope: machine
                default: absent
                risk: none
                basis: documented
                applies-to: ['HKLM\\SOFTWARE\\A']
                overruled-by: ['HKLM\\SOFTWARE\\Policies\\A\\\\B']
                registry: {hive: HKLM, key: 'SOFTWARE\\A b', name: C d, type: dword, value: 4294967295}
            """;

    @Test
    void readsValuesOfTheRegistry() throws Exception {
        Optimisation one = OptimisationFile.parse("f.yaml", WINDOWS).get(0);

        assertThat(one.system()).isEqualTo(OperatingSystem.WINDOWS);
        assertThat(one.appliesTo()).containsExactly("HKLM\\SOFTWARE\\A");
        assertThat(one.overruledBy()).containsExactly("HKLM\\SOFTWARE\\Policies\\A\\\\B");
        RegistryValue dword = (RegistryValue) one.change();
        assertThat(dword)
                .isEqualTo(new RegistryValue(Hive.HKLM, "SOFTWARE\\A b", "C d", ValueType.DWORD, "4294967295"));
        assertThat(dword.path()).isEqualTo("HKLM\\SOFTWARE\\A b\\\\C d");
        assertThat(dword.bytes()).containsExactly(0xFF, 0xFF, 0xFF, 0xFF);
        assertThat(bytes("type: dword, value: 258")).containsExactly(2, 1, 0, 0);
        assertThat(bytes("type: string, value: 'aé'")).containsExactly('a', 0, 0xE9, 0, 0, 0);
        assertThat(bytes("type: binary, value: '9E0A'")).containsExactly(0x9E, 0x0A);
    }

    private static byte[] bytes(String typeAndValue) throws Exception {
        String text = WINDOWS.replace("type: dword, value: 4294967295", typeAndValue);
        return ((RegistryValue) OptimisationFile.parse("f", text).get(0).change()).bytes();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "system: windows\\n | | registry, in a document for linux (expected: unit, session-unit, file, key; hint",
                "system: windows | system: beos | beos (expected: one of: linux, windows",
                "hive: HKLM | hive: HKCU | HKCU (expected: HKLM, for scope machine)",
                "hive: HKLM | hive: HKCR | HKCR (expected: one of: HKCU, HKLM",
                "'SOFTWARE\\A b' | '\\SOFTWARE\\A b' | (expected: a key below the hive",
                "'SOFTWARE\\A b' | 'SOFTWARE\\\\A b' | (expected: a key below the hive",
                "value: 4294967295 | value: 4294967296 | 4294967296 (expected: a whole number from 0 to 4294967295",
                "value: 4294967295 | value: -1 | -1 (expected: a whole number from 0",
                "type: dword, value: 4294967295 | type: binary, value: 9e1 | (expected: pairs of hexadecimal digits",
                "type: dword | type: qword | qword (expected: one of: binary, dword, string",
                "'HKLM\\SOFTWARE\\A' | /etc/a | /etc/a (expected: a key, as HKLM",
            })
    void saysWhatIsWrongWithAValueOfTheRegistry(String from, String to, String message) {
        String text = WINDOWS.replace(from.replace("\\n", "\n"), to == null ? "" : to);

        assertThat(text).isNotEqualTo(WINDOWS);
        assertThatThrownBy(() -> OptimisationFile.parse("own.yaml", text))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("own.yaml:")
                .hasMessageContaining(message);
    }

    @Test
    void refusesAnIdTwice() {
        String twice = ONE + ONE.substring(ONE.indexOf('\n') + 1);

        assertThatThrownBy(() -> OptimisationFile.parse("own.yaml", twice))
                .hasMessageContaining("id a-timer again")
                .hasMessageContaining("first in line 2");
    }

    /** A group that a regular expression repeats takes a part of the stack for each time. */
    @Test
    void aPathOfThousandsOfFoldersIsRefused() {
        for (int folders : new int[] {101, 2_000, 60_000}) {
            String path = "/a".repeat(folders);
            assertThatThrownBy(() -> OptimisationFile.parse("f", ONE.replace("/lib/a", path)))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining("at most 100 folders deep");
        }
        assertThatCode(() -> OptimisationFile.parse("f", ONE.replace("/lib/a", "/a".repeat(100))))
                .doesNotThrowAnyException();
    }

    /** The same of keys of the registry. */
    @Test
    void aKeyOfThousandsOfPartsIsRefused() {
        for (int parts : new int[] {101, 2_000, 60_000}) {
            String key = "A" + "\\a".repeat(parts - 1);
            for (String text : List.of(
                    WINDOWS.replace("'SOFTWARE\\A b'", "'" + key + "'"),
                    WINDOWS.replace("'HKLM\\SOFTWARE\\A'", "'HKLM\\" + key + "'"))) {
                assertThat(text).isNotEqualTo(WINDOWS);
                assertThatThrownBy(() -> OptimisationFile.parse("f", text))
                        .isInstanceOf(InvalidDocumentException.class)
                        .hasMessageContaining("at most 100 parts");
            }
        }
        String deep = "A" + "\\a".repeat(99);
        assertThatCode(() -> OptimisationFile.parse("f", WINDOWS.replace("'SOFTWARE\\A b'", "'" + deep + "'")))
                .doesNotThrowAnyException();
        String bytes = "9E".repeat(100_000);
        assertThatCode(() -> OptimisationFile.parse(
                        "f", WINDOWS.replace("type: dword, value: 4294967295", "type: binary, value: '" + bytes + "'")))
                .doesNotThrowAnyException();
    }
}
