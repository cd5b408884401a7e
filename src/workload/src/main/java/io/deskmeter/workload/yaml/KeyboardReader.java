package io.deskmeter.workload.yaml;

import io.deskmeter.workload.KeyboardLayout;
import io.deskmeter.workload.TargetKeyboard;
import io.deskmeter.workload.TargetKeyboard.Text;
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

    private KeyboardReader() {}

    /** Of a target that is shown by a client program: it presses keys, so there is no other way to type. */
    static TargetKeyboard readOfViewer(Value value) {
        Fields fields = value.fields("a keyboard", Set.of(LAYOUT));
        return new TargetKeyboard(fields.required(LAYOUT, KeyboardReader::layout, Optional.empty()), Text.KEYS);
    }

    static TargetKeyboard read(Value value) {
        Fields fields = value.fields("a keyboard", Set.of(LAYOUT, TEXT));
        return new TargetKeyboard(
                fields.optional(LAYOUT, KeyboardReader::layout, Optional.empty()),
                fields.optional(TEXT, of -> of.choice(Keywords.of(Text.class), Text.KEYS), Text.KEYS));
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
        if (!map.isEmpty()) {
            target.put(KEYBOARD, map);
        }
    }
}
