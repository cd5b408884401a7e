package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.run.RunProfileGrammar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/**
 * A key that is declared once is in everything that follows from the grammar: here in the reader, the canonical form,
 * the schema and the reference of a run profile. That the form of the web page has a field for every key of the schema
 * is shown by {@code AddedKey.test.tsx}.
 */
class AddedKeyTest {
    private static final String PROFILE =
            "id: demo\nworkloads: { workloads: [office/writer] }\nload: { fixed: { sessions: 1 } }\n";

    private final List<Duration> read = new ArrayList<>();

    /** The declaration. */
    private final Key<RunProfile, Duration> added = Key.<RunProfile, Duration>byDefault(
                    "coolDown", GrammarLimits.PAUSE, Duration.ofSeconds(30), profile -> read.get(0))
            .help("how long the desktops rest [between load points](#how-many)");

    private final MapType<RunProfile> runProfile = withTheAddedKey();

    private MapType<RunProfile> withTheAddedKey() {
        MapType<RunProfile> before = RunProfileGrammar.RUN_PROFILE;
        List<Key<? super RunProfile, ?>> keys = new ArrayList<>(before.keys());
        keys.add(added);
        return MapType.of(
                before.what(),
                fields -> {
                    read.add(added.in(fields));
                    return before.reader().apply(fields);
                },
                keys);
    }

    private List<String> problems(String yaml) {
        Problems problems = new Problems("demo.yaml");
        Documents.root(yaml, problems).ifPresent(runProfile::read);
        return SampleCatalog.problemsOf(problems::throwIfAny);
    }

    @Test
    void theReaderReadsIt() {
        assertThat(problems(PROFILE + "coolDown: 2m")).isEmpty();
        assertThat(problems(PROFILE)).isEmpty();
        assertThat(read).containsExactly(Duration.ofMinutes(2), Duration.ofSeconds(30));
        assertThat(problems(PROFILE + "coolDown: 2 minutes"))
                .containsExactly(
                        "4:11 coolDown 2 minutes (expected: a duration as `200ms`, `2s` or `5m`, from 0ms to 60m)");
        assertThat(problems(PROFILE + "coolDwn: 2m").get(0)).contains("did you mean `coolDown`?");
    }

    @Test
    void theCanonicalFormHasIt() throws Exception {
        RunProfile profile = RunProfiles.parseSelfContained("demo.yaml", PROFILE);
        read.add(Duration.ofSeconds(30));
        assertThat(runProfile.write(profile)).containsEntry("coolDown", "30s");
        assertThat(Documents.yaml().dump(runProfile.write(profile)))
                .startsWith(RunProfiles.write(profile))
                .endsWith("\ncoolDown: 30s\n");
    }

    @Test
    void theSchemaHasIt() {
        assertThat(Definitions.document("run profile", "", runProfile))
                .extractingByKey("properties", InstanceOfAssertFactories.MAP)
                .extractingByKey("coolDown", InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("description", "How long the desktops rest between load points.")
                .containsEntry("default", "30s")
                .containsKey("anyOf");
    }

    @Test
    void theReferenceHasIt() {
        assertThat(KeyTable.of(runProfile.keys()))
                .endsWith(
                        "| `coolDown` | a duration, 0 to 60m | how long the desktops rest [between load points](#how-many) | `30s` |\n");
    }
}
