package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.TargetKeyboard.Proof;
import io.deskmeter.workload.targets.TargetKeyboard.Text;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and writes what is known of the keyboard of a target. */
final class KeyboardReader {
    /** Its key in a target. */
    static final String KEYBOARD = "keyboard";

    private static final String LAYOUT = "layout";
    private static final String TEXT = "text";
    private static final String PROOF = "proof";

    private KeyboardReader() {}

    /** Of a target that is shown by a client program: it presses keys, so there is no other way to type. */
    static TargetKeyboard readOfViewer(Value value) {
        Fields fields = value.fields("a keyboard", Set.of(LAYOUT, PROOF));
        return new TargetKeyboard(
                fields.required(LAYOUT, KeyboardReader::layout, Optional.empty()), Text.KEYS, proof(fields));
    }

    static TargetKeyboard read(Value value) {
        Fields fields = value.fields("a keyboard", Set.of(LAYOUT, TEXT, PROOF));
        fields.onlyWith(LAYOUT, Set.of(PROOF));
        return new TargetKeyboard(
                fields.optional(LAYOUT, KeyboardReader::layout, Optional.empty()),
                fields.optional(TEXT, of -> of.choice(Keywords.of(Text.class), Text.KEYS), Text.KEYS),
                proof(fields));
    }

    private static Proof proof(Fields fields) {
        return fields.optional(PROOF, of -> of.choice(Keywords.of(Proof.class), Proof.CHECK), Proof.CHECK);
    }

    private static Optional<KeyboardLayout> layout(Value value) {
        Optional<KeyboardLayout> layout = value.string().flatMap(KeyboardLayout::of);
        if (layout.isEmpty()) {
            value.expected("a layout as X11 names it: " + String.join(", ", KeyboardLayout.names()));
        }
        return layout;
    }

    static void write(Map<String, Object> target, TargetKeyboard keyboard) {
        Map<String, Object> map = new LinkedHashMap<>();
        keyboard.layout().ifPresent(layout -> map.put(LAYOUT, layout.name()));
        if (keyboard.text() != Text.KEYS) {
            map.put(TEXT, Keywords.word(keyboard.text()));
        }
        if (keyboard.proof() != Proof.CHECK) {
            map.put(PROOF, Keywords.word(keyboard.proof()));
        }
        if (!map.isEmpty()) {
            target.put(KEYBOARD, map);
        }
    }
}
