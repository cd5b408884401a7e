package io.deskmeter.testkit.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every character of every layout that a target can tell, typed on servers with that layout: it arrives, or is refused.
 * {@code -Dtexts.table=FILE} writes a table, {@code -Dtexts.kind=X11VNC} tries one server, {@code -Dtexts.layout=ua}
 * one layout.
 */
@Timeout(1200)
class RealLayoutsLongTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = TextServer.Kind.class,
            names = {"XVNC", "X11VNC", "X0VNCSERVER", "WAYVNC", "X11"})
    void everyCharacterOfALayoutArrivesOrIsRefused(TextServer.Kind kind) throws Exception {
        assumeTrue(System.getProperty("texts.kind", kind.name()).equals(kind.name()), "another server is asked for");
        assumeTrue(kind.isInstalled(), kind + " is not installed; ./deskmeter doctor says how to get it");
        List<String> wrong = new ArrayList<>();
        String only = System.getProperty("texts.layout");
        List<String> layouts = only == null ? KeyboardLayout.names() : List.of(only);
        for (String layout : layouts) {
            String words = characters(kind, layout);
            RealTextLongTest.note(String.format(Locale.ROOT, "| %s | %s | %s |", kind, layout, words));
            if (words.contains("DIFFERENT")) {
                wrong.add(kind + " " + layout + ": " + words);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private String characters(TextServer.Kind kind, String layout) throws Exception {
        List<String> all = KeyboardLayout.of(layout).orElseThrow().keys().keySet().stream()
                .sorted()
                .map(Character::toString)
                .toList();
        try (TextServer server = TextServer.start(kind, layout, Files.createTempDirectory(folder, "server"));
                Screen screen = server.connect(RfbSettings.defaults().withKeyboard(RealTextLongTest.keyboard(layout)));
                TextField field = server.openField()) {
            field.awaitFocus(screen);
            String outcome = RealTextLongTest.type(screen, field, String.join("", all));
            if (outcome.equals("equal")) {
                return all.size() + " characters: equal";
            }
            // Which: one at a time, for those that are refused and those that are wrong.
            List<String> each = new ArrayList<>();
            for (String character : all) {
                String one = RealTextLongTest.type(screen, field, character);
                if (!one.equals("equal")) {
                    each.add(one);
                }
            }
            return all.size() + " characters: " + (each.isEmpty() ? outcome : String.join(" ", each));
        }
    }
}
