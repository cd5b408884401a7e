package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.KeyPosition;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextRulesTest {
    /** A part of a Russian keyboard: а, А, a period, and a comma with Shift. */
    private static final RfbKeyboard RUSSIAN = new RfbKeyboard(
            "ru",
            Map.of(
                    (int) 'а', new KeyPosition(0x21, false, false),
                    (int) 'А', new KeyPosition(0x21, true, false),
                    (int) '.', new KeyPosition(0x35, false, false),
                    (int) ',', new KeyPosition(0x35, true, false)),
            RfbKeyboard.Others.REFUSED);

    @Test
    void whatX11vncTypesWithoutShiftIsRefused() {
        TextRules rules = new TextRules(RUSSIAN);
        assertThat(rules.refusal("аА.", "vm:0")).isNull();
        assertThat(rules.refusal("аА, а", "vm:0"))
                .isNotNull()
                .hasMessageContaining("its characters \",\" (U+002C) (expected: ")
                .hasMessageContaining("-xkb");
        assertThat(rules.refusal("аА,", "vm:0 (ann)")).isNull();
    }

    @Test
    void layoutsWithLatinLettersAreNotConcerned() {
        assertThat(new TextRules(RfbKeyboard.unknown().withOthers(RfbKeyboard.Others.REFUSED)).refusal("A_b!", "vm:0"))
                .isNull();
    }

    @Test
    void serversAreRecognisedByTheNameOfTheirDesktop() {
        assertThat(ServerKind.of("build-7.lab:0")).isEqualTo(ServerKind.X11VNC);
        assertThat(ServerKind.of("QEMU (vm)")).isEqualTo(ServerKind.QEMU);
        assertThat(ServerKind.of("WayVNC")).isEqualTo(ServerKind.WAYVNC);
        for (String other : new String[] {"", "x11", "ann's X desktop (vm:1)", "vm:1 (ann)", "ann@vm"}) {
            assertThat(ServerKind.of(other)).as(other).isEqualTo(ServerKind.OTHER);
        }
    }
}
