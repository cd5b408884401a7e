package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.TargetKeyboard.Proof;
import io.deskmeter.workload.targets.TargetKeyboard.Text;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.OnlyWith;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.Optional;

/** The keys of what is known of the keyboard of a target. */
final class KeyboardGrammar {
    private static final String LAYOUT_HELP = "the layout of the desktops, as X11 names it";

    private static final Type<KeyboardLayout> LAYOUTS = Type.of(
            String.join(", ", KeyboardLayout.names()),
            d -> Definitions.schema("enum", KeyboardLayout.names()),
            KeyboardGrammar::layout,
            KeyboardLayout::name);
    private static final Key<TargetKeyboard, Optional<KeyboardLayout>> LAYOUT = Key.optional(
                    "layout", LAYOUTS, TargetKeyboard::layout)
            .help(LAYOUT_HELP)
            .otherwise(
                    "`vnc` with desktop agents: us, with a warning by the [check](checks.md), which then types. Elsewhere it must be told if anything"
                            + " is typed, because nothing compares before the run what arrives");
    private static final Key<TargetKeyboard, Optional<KeyboardLayout>> LAYOUT_OF_VIEWER = Key.required(
                    "layout", LAYOUTS.optional(), Optional.empty(), TargetKeyboard::layout)
            .help(LAYOUT_HELP);
    private static final Key<TargetKeyboard, Text> TEXT = Key.byDefault(
                    "text", Types.choice(Text.class, Text.KEYS), Text.KEYS, TargetKeyboard::text)
            .help(
                    "`vnc` only. `keys`: texts with characters that the layout lacks are refused. `keysyms`: all characters are sent, because you know"
                            + " that the server types those without a key")
            .writtenIfOther();
    private static final Key<TargetKeyboard, Proof> PROOF = Key.byDefault(
                    "proof", Types.choice(Proof.class, Proof.CHECK), Proof.CHECK, TargetKeyboard::proof)
            .help("how it is known that the layout is that of the desktops. `check`: a check or the desktop agent"
                    + " [compares it](checks.md#how-texts-are-checked), and without that no run starts. `manual`: you have tried it, with"
                    + " `agent check keyboard --target`, and answer for it; nothing is compared any more")
            .writtenIfOther();

    static final MapType<TargetKeyboard> KEYBOARD = MapType.of(
                    "a keyboard",
                    fields -> new TargetKeyboard(LAYOUT.in(fields), TEXT.in(fields), PROOF.in(fields)),
                    LAYOUT,
                    TEXT,
                    PROOF)
            .with(OnlyWith.of(LAYOUT, PROOF));

    /** Of a target that is shown by a client program: it presses keys, so there is no other way to type. */
    static final MapType<TargetKeyboard> OF_VIEWER = MapType.of(
            "a keyboard",
            fields -> new TargetKeyboard(LAYOUT_OF_VIEWER.in(fields), Text.KEYS, PROOF.in(fields)),
            LAYOUT_OF_VIEWER,
            PROOF);

    private KeyboardGrammar() {}

    private static KeyboardLayout layout(Value value) {
        Optional<KeyboardLayout> layout = value.string().flatMap(KeyboardLayout::of);
        if (layout.isEmpty()) {
            value.expected("a layout as X11 names it: " + String.join(", ", KeyboardLayout.names()));
        }
        return layout.orElseGet(() -> KeyboardLayout.of("us").orElseThrow());
    }
}
