package io.deskmeter.testkit.typing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbKeyboard;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * What is typed on real servers arrives in a real text field as it was meant, or is refused before anything is typed.
 * {@code -Dtexts.table=FILE} writes a table of all texts, {@code -Dtexts.others=true} adds servers.
 */
@Timeout(120)
class RealTextLongTest {
    /** Texts of several scripts; in this order, because servers assign keys for good. */
    private static final Map<String, String> TEXTS = texts();

    @TempDir
    Path folder;

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("ascii", "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~");
        texts.put("german", "zy -_ \"@$ äöü");
        texts.put("german umlauts", "Tür Größe Müll äöüß Ende");
        texts.put("polish and euro", "Łódź €");
        texts.put("russian", "Съешь же ещё этих мягких французских булок, да выпей чаю");
        texts.put("several scripts", "aàèñßçéøþ中文😀");
        texts.put("plain", "yes, zebra?");
        texts.put("polish again", "Łódź €");
        texts.put("repeated", "aaa bookkeeper 11!!");
        texts.put("code", "f(x) { a[0] = (b); } // /tmp/x-1_2 \\\\ ~");
        return texts;
    }

    @ParameterizedTest
    @CsvSource({
        "XVNC,us",
        "XVNC,de",
        "XVNC,fr",
        "XVNC,ru",
        "X11VNC,us",
        "X11VNC,de",
        "X11VNC,fr",
        "X11VNC,ru",
        "X0VNCSERVER,us",
        "X0VNCSERVER,de",
        "X0VNCSERVER,fr",
        "X0VNCSERVER,ru"
    })
    void textsArriveOrAreRefusedWhereTheLayoutIsTold(TextServer.Kind kind, String layout) throws Exception {
        assertThat(type(kind, layout, "told", keyboard(layout))).isEmpty();
    }

    /** Those that Deskmeter starts itself: nobody else uses the keys that they can assign. */
    @Test
    void textsArriveOnOwnDesktops() throws Exception {
        assertThat(type(TextServer.Kind.XVNC, "us", "own", RfbKeyboard.unknown()))
                .isEmpty();
    }

    /** An X server tells its layouts. */
    @ParameterizedTest
    @ValueSource(strings = {"us", "de", "fr", "ru", "us,de,ru"})
    void textsArriveThroughTheXServer(String layouts) throws Exception {
        assertThat(type(TextServer.Kind.X11, layouts, "asked", RfbKeyboard.unknown()))
                .isEmpty();
    }

    /** Servers whose packages no other test needs. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "texts.others", matches = "true")
    @CsvSource({
        "WAYVNC,us",
        "WAYVNC,de",
        "WAYVNC,fr",
        "WAYVNC,ru",
        "XTIGHTVNC,us",
        "XRDP,us",
        "XRDP,de",
        "XRDP,fr",
        "XRDP,ru",
        "SHADOW,us",
        "SHADOW,de",
        "SHADOW,fr",
        "SHADOW,ru"
    })
    void textsArriveOrAreRefusedByOtherServers(TextServer.Kind kind, String layout) throws Exception {
        assertThat(type(kind, layout, "told", keyboard(layout))).isEmpty();
    }

    /** Not an assertion: what happens where nobody tells the layout, for the table. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "texts.others", matches = "true")
    @CsvSource({
        "XVNC,us",
        "XVNC,de",
        "XVNC,fr",
        "XVNC,ru",
        "X11VNC,us",
        "X11VNC,de",
        "X11VNC,fr",
        "X11VNC,ru",
        "X0VNCSERVER,us",
        "X0VNCSERVER,de",
        "X0VNCSERVER,fr",
        "X0VNCSERVER,ru",
        "WAYVNC,us",
        "WAYVNC,de"
    })
    void textsWhereTheLayoutIsNotTold(TextServer.Kind kind, String layout) throws Exception {
        List<String> wrong =
                type(kind, layout, "not told", RfbKeyboard.unknown().withOthers(RfbKeyboard.Others.REFUSED));
        LoggerFactory.getLogger(RealTextLongTest.class).info("{} {}: {}", kind, layout, wrong);
    }

    static RfbKeyboard keyboard(String layout) {
        Map<Integer, KeyPosition> keys = new HashMap<>();
        KeyboardLayout.of(layout)
                .orElseThrow()
                .keys()
                .forEach((c, key) -> keys.put(c, new KeyPosition(key.scancode(), key.shift(), key.altGr())));
        return new RfbKeyboard(layout, keys, RfbKeyboard.Others.REFUSED);
    }

    private List<String> type(TextServer.Kind kind, String layout, String told, RfbKeyboard keyboard) throws Exception {
        List<String> wrong = new ArrayList<>();
        try (TextServer server = TextServer.start(kind, layout, Files.createTempDirectory(folder, "server"));
                Screen screen = server.connect(RfbSettings.defaults().withKeyboard(keyboard));
                TextField field = server.openField()) {
            field.awaitFocus(screen);
            for (Map.Entry<String, String> each : TEXTS.entrySet()) {
                String text = each.getValue();
                String outcome = type(screen, field, text);
                String row = String.format(
                        Locale.ROOT, "| %s | %s | %s | %s | %s |", server, layout, told, each.getKey(), outcome);
                note(row);
                if (!outcome.equals("equal") && !outcome.startsWith("refused")) {
                    wrong.add(row);
                }
            }
        }
        return wrong;
    }

    static String type(Screen screen, TextField field, String text) throws Exception {
        try {
            screen.prepare(text).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ScreenException.class);
            return "refused: "
                    + String.valueOf(e.getMessage())
                            .replaceFirst(".*its characters ", "")
                            .replaceFirst(" \\(expected.*", "");
        }
        screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
        String arrived = field.typed(text.length(), 1500);
        return arrived.equals(text) ? "equal" : "DIFFERENT: " + arrived;
    }

    static void note(String row) throws Exception {
        String file = System.getProperty("texts.table");
        if (file != null) {
            Files.writeString(Path.of(file), row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
