package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generated schemas mean what those meant that were written by hand, but for the differences that stand here. */
@SuppressWarnings("NullAway")
class SameSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Rules that are said beside the kinds and no longer within one, and stricter names in a calibration, as they are read. */
    private static final List<String> INTENDED = List.of(
            "/properties/load/dependentSchemas",
            "/properties/load/oneOf",
            "/properties/target/properties/vnc/properties/ready/dependentRequired",
            "/properties/target/properties/vnc/properties/ready/oneOf",
            "/properties/target/properties/rdp/properties/ready/dependentRequired",
            "/properties/target/properties/rdp/properties/ready/oneOf",
            "/properties/target/properties/viewer/properties/ready/dependentRequired",
            "/properties/target/properties/viewer/properties/ready/oneOf",
            "/properties/target/properties/calibration/anyOf");

    /** Those that only the readers had: of the sides and the size of a region, of an offset, of a command. */
    private static final Set<Object> NEW_DEFAULTS =
            Set.of(0.0, 64.0, List.of(0.0, 0.0), "sh ${content}/${workload}/launch.sh");

    @ParameterizedTest
    @ValueSource(strings = {"workload", "workload-profile", "run-profile"})
    void theGeneratedSchemaMeansTheSame(String name) throws Exception {
        Map<?, ?> before = JSON.readValue(
                Examples.resource("/io/deskmeter/workload/yaml/schema-before/" + name + ".schema.json"), Map.class);
        Map<?, ?> now =
                JSON.readValue(JSON.writeValueAsString(GeneratedSchemas.all().get(name)), Map.class);
        List<String> differences = new ArrayList<>();
        compare("", plain(before, before, List.of()), plain(now, now, List.of()), differences);
        assertThat(differences.stream()
                        .map(difference -> difference.lines().findFirst().orElseThrow()))
                .as(String.join("\n", differences))
                .containsExactlyInAnyOrderElementsOf(name.equals("run-profile") ? INTENDED : List.of());
    }

    private static void compare(String path, Object before, Object now, List<String> differences) throws Exception {
        if (before instanceof Map<?, ?> a && now instanceof Map<?, ?> b) {
            TreeSet<String> keys = new TreeSet<>();
            a.keySet().forEach(key -> keys.add(String.valueOf(key)));
            b.keySet().forEach(key -> keys.add(String.valueOf(key)));
            for (String key : keys) {
                compare(path + "/" + key, a.get(key), b.get(key), differences);
            }
        } else if (!String.valueOf(before).equals(String.valueOf(now))) {
            differences.add(path + "\n     " + before + "\n  -> " + now);
        }
    }

    /** References resolved, descriptions left out, sets sorted, groups of patterns all of one kind. */
    private static Object plain(Object value, Map<?, ?> root, List<String> within) {
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(item -> all.add(plain(item, root, within)));
            return all;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value instanceof Number number ? Double.valueOf(number.doubleValue()) : value;
        }
        Map<String, Object> plain = new TreeMap<>();
        map.forEach((name, of) -> {
            String key = String.valueOf(name);
            switch (key) {
                case "$schema", "$defs", "title", "description" -> {
                    if (!(of instanceof String) && !key.equals("$defs")) {
                        plain.put(key, plain(of, root, within));
                    }
                }
                case "$ref" -> {
                    String target = ((String) of).replace("#/$defs/", "");
                    if (within.contains(target) || !((String) of).startsWith("#")) {
                        plain.put(key, target);
                    } else {
                        List<String> deeper = new ArrayList<>(within);
                        deeper.add(target);
                        Object resolved = plain(((Map<?, ?>) root.get("$defs")).get(target), root, deeper);
                        ((Map<?, ?>) resolved).forEach((k, v) -> plain.put(String.valueOf(k), v));
                    }
                }
                case "const" ->
                    plain.put(
                            "enum",
                            of instanceof Map ? plain(of, root, within) : new TreeSet<>(List.of(String.valueOf(of))));
                case "enum" -> {
                    TreeSet<String> words = new TreeSet<>();
                    if (of instanceof List<?> list) {
                        list.forEach(word -> words.add(String.valueOf(word)));
                        plain.put(key, words);
                    } else {
                        plain.put(key, plain(of, root, within));
                    }
                }
                case "pattern" -> plain.put(key, of instanceof String text ? pattern(text) : plain(of, root, within));
                case "patternProperties" -> {
                    Map<String, Object> by = new TreeMap<>();
                    ((Map<?, ?>) of).forEach((k, v) -> by.put(pattern(String.valueOf(k)), plain(v, root, within)));
                    plain.put(key, by);
                }
                case "required", "anyOf", "oneOf" -> {
                    TreeMap<String, Object> sorted = new TreeMap<>();
                    if (of instanceof List<?> list) {
                        list.forEach(item -> {
                            Object one = plain(item, root, within);
                            sorted.put(String.valueOf(one), one);
                        });
                        plain.put(key, new ArrayList<>(sorted.values()));
                    } else {
                        plain.put(key, plain(of, root, within));
                    }
                }
                case "default" -> {
                    Object otherwise = plain(of, root, within);
                    if (!NEW_DEFAULTS.contains(otherwise)) {
                        plain.put(key, otherwise);
                    }
                }
                case "maxLength" -> {
                    // The pattern says it.
                    if (!Set.<Object>of(200, 10, 8).contains(of)) {
                        plain.put(key, of);
                    }
                }
                default -> plain.put(key, plain(of, root, within));
            }
        });
        if (plain.containsKey("maxProperties") && plain.get("properties") instanceof Map<?, ?> one && one.size() == 1) {
            plain.remove("maxProperties");
            plain.remove("minProperties");
            plain.put("required", new ArrayList<>(one.keySet()));
        }
        return plain;
    }

    private static String pattern(String text) {
        return text.replace("(?:", "(")
                .replace("(?=.{1,200}$)", "")
                .replaceAll("\\(\\?=\\.\\{1,\\d+}\\$\\)0\\*", "0*")
                .replace(
                        "^(?!0{1,2}(\\.0+)?%)(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$",
                        "^(100(\\.0+)?|(?!0{1,2}(\\.0+)?%)[0-9]{1,2}(\\.[0-9]+)?)%$")
                .replaceAll("\\\\x([0-9a-f]{2})", "\\\\u00$1")
                .replace(
                        "([1-9][0-9]{0,4})x([1-9][0-9]{0,4})\\+([0-9]{1,5})\\+([0-9]{1,5})",
                        "[1-9][0-9]{0,4}x[1-9][0-9]{0,4}\\+[0-9]{1,5}\\+[0-9]{1,5}")
                .replace("([0-9]{1,4})x([0-9]{1,4})", "[0-9]{1,4}x[0-9]{1,4}");
    }
}
