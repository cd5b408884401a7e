package io.deskmeter.workload.yaml;

import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.targets.TargetGrammar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The hosts that the text of a run profile names, read without the rest of it. */
public final class TargetHosts {
    private static final Map<String, Integer> PORTS =
            Map.of("vnc", TargetGrammar.VNC_PORT, "rdp", TargetGrammar.RDP_PORT, "viewer", TargetGrammar.RDP_PORT);
    private static final Pattern WITH_PORT = Pattern.compile(".*:[0-9]{1,5}");

    private TargetHosts() {}

    /** As written, each with its port; empty if there are none, or the text is no run profile. */
    public static List<String> of(String yaml) {
        Problems ignored = new Problems("profile");
        return Documents.root(yaml, ignored)
                .flatMap(root -> value(root, "target"))
                .map(target -> PORTS.entrySet().stream()
                        .flatMap(kind -> value(target, kind.getKey()).flatMap(of -> value(of, "hosts")).stream()
                                .flatMap(hosts -> hosts.items("hosts").stream())
                                .flatMap(host -> host.string().stream())
                                .map(host -> WITH_PORT.matcher(host).matches() ? host : host + ":" + kind.getValue()))
                        .toList())
                .orElse(List.of());
    }

    private static Optional<Value> value(Value map, String key) {
        return map.fields("a map", Set.of(key)).optional(key, Optional::of, Optional.empty());
    }
}
