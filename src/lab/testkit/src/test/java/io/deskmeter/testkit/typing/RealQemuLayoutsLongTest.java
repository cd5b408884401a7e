package io.deskmeter.testkit.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every character of every layout in virtual machines of QEMU whose guest has that layout: it arrives, or is refused.
 * {@code -Dtexts.table=FILE} writes a table.
 */
@Timeout(1200)
class RealQemuLayoutsLongTest {
    /** What QEMU calls the layouts, of those that it has. */
    private static final Map<String, String> KEYMAPS = Map.ofEntries(
            Map.entry("be", "fr-be"),
            Map.entry("br", "pt-br"),
            Map.entry("ch", "de-ch"),
            Map.entry("cz", "cz"),
            Map.entry("de", "de"),
            Map.entry("dk", "da"),
            Map.entry("es", "es"),
            Map.entry("fi", "fi"),
            Map.entry("fr", "fr"),
            Map.entry("gb", "en-gb"),
            Map.entry("hu", "hu"),
            Map.entry("it", "it"),
            Map.entry("nl", "nl"),
            Map.entry("no", "no"),
            Map.entry("pl", "pl"),
            Map.entry("pt", "pt"),
            Map.entry("ru", "ru"),
            Map.entry("se", "sv"),
            Map.entry("tr", "tr"),
            Map.entry("us", "en-us"));

    @TempDir
    Path folder;

    @BeforeEach
    void look() {
        assumeTrue(
                TextServer.isOnPath(QemuGuest.QEMU),
                QemuGuest.QEMU + " is not installed; ./deskmeter doctor says how to get it");
    }

    @Test
    void everyCharacterArrives() throws Exception {
        try (QemuGuest guest = QemuGuest.start(null, Files.createTempDirectory(folder, "qemu"))) {
            for (String layout : KeyboardLayout.names()) {
                String words = characters(guest, layout);
                RealTextLongTest.note(String.format(Locale.ROOT, "| QEMU | %s | %s |", layout, words));
                assertThat(words).as(layout).endsWith(": equal");
            }
        }
    }

    /**
     * With {@code -k} QEMU ignores positions and looks keysyms up in a table of its own, which lacks some and has
     * others elsewhere.
     */
    @Test
    void nothingArrivesAsSomethingElseWithATableOfKeys() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (String layout : KeyboardLayout.names()) {
            @Nullable String keymap = KEYMAPS.get(layout);
            if (keymap != null) {
                try (QemuGuest guest = QemuGuest.start(keymap, Files.createTempDirectory(folder, "qemu"))) {
                    String words = characters(guest, layout);
                    RealTextLongTest.note(
                            String.format(Locale.ROOT, "| QEMU -k %s | %s | %s |", keymap, layout, words));
                    if (words.contains("DIFFERENT")) {
                        wrong.add(keymap + ": " + words);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String characters(QemuGuest guest, String name) throws Exception {
        KeyboardLayout layout = KeyboardLayout.of(name).orElseThrow();
        List<String> all = layout.keys().keySet().stream()
                .sorted()
                .map(Character::toString)
                .toList();
        try (Screen screen = guest.connect(RfbSettings.defaults().withKeyboard(RealTextLongTest.keyboard(name)))) {
            String outcome = type(screen, guest, layout, String.join("", all));
            if (outcome.equals("equal")) {
                return all.size() + " characters: equal";
            }
            List<String> each = new ArrayList<>();
            for (String character : all) {
                String one = type(screen, guest, layout, character);
                if (!one.equals("equal")) {
                    each.add(character + " " + one);
                }
            }
            return all.size() + " characters: " + (each.isEmpty() ? outcome : String.join(" ", each));
        }
    }

    private static String type(Screen screen, QemuGuest guest, KeyboardLayout layout, String text) throws Exception {
        try {
            screen.prepare(text).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ScreenException.class);
            return "refused";
        }
        screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
        String arrived = guest.typed(layout, text.length(), text.length() == 1 ? 300 : 1_500);
        return arrived.equals(text) ? "equal" : "DIFFERENT: " + arrived;
    }
}
