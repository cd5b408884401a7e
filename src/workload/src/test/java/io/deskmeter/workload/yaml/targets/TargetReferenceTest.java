package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.yaml.KeyTable;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of a target in the reference. */
class TargetReferenceTest {
    @Test
    void theReferenceHasTheKeys() throws IOException {
        KeyTable.check("keys of a target", TargetGrammar.TARGET);
        KeyTable.check("keys of local", TargetGrammar.LOCAL);
        KeyTable.check("keys of vnc", ofKind(TargetGrammar.VNC));
        KeyTable.check("keys of rdp", ofKind(TargetGrammar.RDP));
        KeyTable.check("keys of viewer", ofKind(TargetGrammar.VIEWER));
        KeyTable.check("keys of a keyboard", KeyboardGrammar.KEYBOARD);
        KeyTable.check("keys of desktops without agents", AgentlessGrammar.ALL);
        KeyTable.check("keys of ready", AgentlessGrammar.READY_SIGN);
        KeyTable.check("keys of a launcher", AgentlessGrammar.LAUNCHERS_OF_TARGET);
    }

    /** Those without desktop agents have a table of their own. */
    private static List<? extends Key<?, ?>> ofKind(MapType<?> kind) {
        return kind.keys().stream()
                .filter(key -> !AgentlessGrammar.ALL.contains(key))
                .toList();
    }
}
