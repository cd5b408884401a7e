package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.deskmeter.workload.yaml.Examples.Example;
import io.deskmeter.workload.yaml.Examples.Kind;
import io.deskmeter.workload.yaml.document.Documents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The JSON Schemas and the parser give the same answer, so that an editor and a run never disagree. */
@Tag("slow")
class SchemaTest {
    /** Problems that no schema can see: they need other files, other values, or arithmetic on text. */
    private static final Pattern BEYOND_SCHEMA = Pattern.compile(String.join(
            "|",
            ".*: no such file in .*",
            ".* covers all of .*",
            ".* lies off the desktop of .*",
            ".*, longer than `within` .*",
            ".*, what the largest desktop has\\)",
            ".*a second handler of .*",
            ".* [A-Za-z0-9._][A-Za-z0-9._/-]*\\.png \\(expected: a PNG file beside the profile, .*",
            ".*a PNG file of at most .*",
            ".* is -[0-9]+ for n = .*",
            ".*an id of its own; line .*",
            ".*, its folder's name, or no id at all.*",
            ".*, its file's name, or no id at all.*",
            ".* last are skipped .*",
            ".*\\(expected: more than the .* before it\\)",
            ".*\\(expected: from <= max\\)",
            ".*\\(expected: a port from 1 to 65535\\)",
            ".*\\(expected: a range that rises, .*",
            ".*\\(expected: ranges that stand for .*",
            ".*\\(expected: from <= hint <= max\\)",
            ".*unknown workload .*",
            ".*(text|keys) of .* with the characters .*",
            ".*, that of the source .*",
            ".*\\(expected: moves of at least .*",
            ".*px in all \\(expected: at most .*",
            ".*no operation has a `(drag|scroll)` .*",
            ".*it would judge by the best samples.*",
            ".*\\(expected: a band that rises; .*",
            ".*no operation ends with `appears` .*",
            ".*no workload of the profile measures it .*",
            ".*\\(expected: a number in the metric's unit.*",
            ".* [0-9]*[1-9][0-9]*(ms|s|m) \\(expected: a duration as .*",
            ".*[0-9]x[0-9]+ \\(expected: width and height .*"));

    private static final int MUTANTS = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final Map<Kind, Schema> schemas = new EnumMap<>(Kind.class);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theSchemaItselfIsValid(Kind kind) {
        Schema metaSchema = registry.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        Object schema =
                Documents.yaml().load(Examples.resource("/io/deskmeter/workload/schema/" + kind.name + ".schema.json"));
        assertThat(metaSchema.validate(JSON.valueToTree(schema))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.deskmeter.workload.yaml.Examples#valid")
    void validExamplesAreAccepted(Example example) {
        assertThat(errors(example.kind(), load(example))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.deskmeter.workload.yaml.Examples#invalid")
    void invalidExamplesAreRejectedAsFarAsASchemaCanSee(Example example) {
        switch (example.comments("schema").get(0)) {
            case "rejects" -> assertThat(errors(example.kind(), load(example))).isNotEmpty();
            case "accepts" -> assertThat(errors(example.kind(), load(example))).isEmpty();
            default -> assertThat(example.comments("schema")).containsExactly("cannot-tell");
        }
    }

    /** Breaks every valid example in many places and in every way we can think of. */
    @ParameterizedTest
    @MethodSource("io.deskmeter.workload.yaml.Examples#valid")
    void schemaAndParserAgreeOnEveryMutationOfAnExample(Example example) {
        Examples examples = new Examples(root);
        List<Object> mutants = sample(Mutations.of(load(example)));
        List<String> disagreements = new ArrayList<>();
        int rejected = 0;
        for (Object mutant : mutants) {
            String yaml = Documents.yaml().dump(mutant);
            List<String> problems = SampleCatalog.problemsOf(() -> examples.read(example.kind(), yaml));
            List<String> errors = errors(example.kind(), mutant);
            boolean structural =
                    problems.stream().anyMatch(p -> !BEYOND_SCHEMA.matcher(p).matches());
            rejected += structural ? 1 : 0;
            if (structural == errors.isEmpty()) {
                disagreements.add(yaml + "parser: " + problems + "\nschema: " + errors);
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(rejected).as("rejected of %d", mutants.size()).isBetween(mutants.size() / 4, mutants.size() - 1);
    }

    private List<String> errors(Kind kind, Object document) {
        return schemas.computeIfAbsent(kind, this::schema).validate(JSON.valueToTree(document)).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .toList();
    }

    /** There are thousands; a fixed sample keeps the test in seconds. */
    private static List<Object> sample(List<Object> all) {
        Collections.shuffle(all, new Random(1));
        return all.subList(0, Math.min(MUTANTS, all.size()));
    }

    private Schema schema(Kind kind) {
        return registry.getSchema(
                SchemaLocation.of("classpath:io/deskmeter/workload/schema/" + kind.name + ".schema.json"));
    }

    private static Object load(Example example) {
        return Documents.yaml().load(example.text());
    }

    /** All documents that differ from one in one place. */
    private static final class Mutations {
        private static final List<Object> INSTEAD = List.of(
                -1,
                0,
                1,
                7,
                1.5,
                true,
                "",
                "a b",
                "a/b",
                "A",
                "5s",
                "0s",
                "100m",
                "5px",
                "0px",
                "5%",
                "101%",
                "640x480",
                "1x1",
                "top",
                "all",
                "fixed",
                "plus+",
                "ctrl+a",
                "${n}",
                "${n+1}",
                "${n-9}",
                "${n/2}",
                "${1+n} is next",
                "landmarks/page-${n*1}.png",
                "landmarks/page-${n%1}.png",
                "landmarks/title.png",
                "landmarks/page-${n}.png",
                "landmarks/../title.png",
                "line\nline",
                List.of(),
                List.of(1),
                List.of(1, 2),
                List.of("x"),
                Map.of(),
                Map.of("x", 1),
                Map.of("keys", "a"),
                Map.of("appears", "landmarks/title.png"));

        static List<Object> of(Object document) {
            List<Object> all = new ArrayList<>(INSTEAD);
            if (document instanceof Map<?, ?> map) {
                mutateMap(map, all);
            } else if (document instanceof List<?> list) {
                mutateList(list, all);
            }
            return all;
        }

        private static void mutateMap(Map<?, ?> map, List<Object> all) {
            all.add(Trees.with(map, "extra", 1));
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Map<String, Object> without = Trees.without(map, entry.getKey());
                all.add(without);
                all.add(Trees.with(without, entry.getKey() + "x", entry.getValue()));
                all.add(Trees.withNull(map, entry.getKey()));
                of(entry.getValue()).forEach(mutant -> all.add(Trees.with(map, entry.getKey(), mutant)));
            }
        }

        private static void mutateList(List<?> list, List<Object> all) {
            for (int i = 0; i < list.size(); i++) {
                for (Object mutant : of(list.get(i))) {
                    List<Object> changed = new ArrayList<>(list);
                    changed.set(i, mutant);
                    all.add(changed);
                }
            }
        }
    }
}
