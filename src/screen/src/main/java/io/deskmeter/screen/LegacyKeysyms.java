package io.deskmeter.screen;

import java.util.HashMap;
import java.util.Map;

/**
 * The keysyms of characters that X11 numbered before it adopted Unicode. Keyboard layouts name their keys by these, and
 * servers compare numbers: a layout that has "ł" as 0x1B3 has no key for 0x1000142. So they are what is sent.
 *
 * <p>Source: X Window System Protocol, appendix A, "Keysym Encoding".
 */
public final class LegacyKeysyms {
    private static final int UNICODE = 0x01000000;
    /** In the strings below: no character. */
    private static final char NONE = '.';

    private static final Map<Integer, Integer> BY_CODE_POINT = new HashMap<>();
    private static final Map<Integer, Integer> CODE_POINTS = new HashMap<>();

    static {
        from(
                0x1A1,
                "Ą˘Ł.ĽŚ..ŠŞŤŹ.ŽŻ.ą˛ł.ľśˇ.šşťź˝žżŔ..Ă.ĹĆ.Č.Ę.Ě..ĎĐŃŇ..Ő..ŘŮ.Ű..Ţ.ŕ..ă.ĺć.č.ę.ě..ďđńň..ő..řů.ű..ţ˙"); // Latin 2
        from(
                0x2A1,
                "Ħ....Ĥ..İ.ĞĴ....ħ....ĥ..ı.ğĵ........ĊĈ..............Ġ..Ĝ....ŬŜ......ċĉ..............ġ..ĝ....ŭŝ"); // Latin 3
        from(
                0x3A2,
                "ĸŖ.ĨĻ...ĒĢŦ......ŗ.ĩļ...ēģŧŊ.ŋĀ......Į....Ė..Ī.ŅŌĶ.....Ų...ŨŪ.ā......į....ė..ī.ņōķ.....ų...ũū"); // Latin 4
        from(
                0x47E,
                "‾..................................。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
                        + "゛゜"); // Katakana
        from(
                0x5AC,
                "\u060c..............\u061b...\u061f.\u0621\u0622\u0623\u0624\u0625\u0626\u0627\u0628\u0629\u062a"
                        + "\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635\u0636\u0637\u0638\u0639\u063a"
                        + ".....\u0640\u0641\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064a\u064b\u064c\u064d\u064e"
                        + "\u064f\u0650\u0651\u0652"); // Arabic
        from(
                0x6A1,
                "ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏюабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"); // Cyrillic
        from(
                0x7A1,
                "ΆΈΉΊΪ.ΌΎΫ.Ώ..΅―.άέήίϊΐόύϋΰώ.....ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ.ΤΥΦΧΨΩ.......αβγδεζηθικλμνξοπρσςτυφχψω"); // Greek
        from(
                0x8A1,
                "⎷..⌠⌡.⎡⎣⎤⎦⎛⎝⎞⎠⎨⎬...........≤≠≥∫∴∝∞..∇..∼≃...⇔⇒≡......√...⊂⊃∩∪∧∨...............∂......ƒ....←↑→↓"); // technical signs
        from(
                0xAA1,
                "\u2003\u2002\u2004\u2005\u2007\u2008\u2009\u200a—–...…‥⅓⅔⅕⅖⅗⅘⅙⅚℅..‒.......⅛⅜⅝⅞..™......‘’“”℞‰′″."
                        + "✝..................♣♦♥.✠†‡✓✗♯♭♂♀☎⌕℗‸‚„"); // typographic signs
        from(
                0xCDF,
                "\u2017\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05da\u05db\u05dc\u05dd\u05de"
                        + "\u05df\u05e0\u05e1\u05e2\u05e3\u05e4\u05e5\u05e6\u05e7\u05e8\u05e9\u05ea"); // Hebrew
        from(
                0xDA1,
                "\u0e01\u0e02\u0e03\u0e04\u0e05\u0e06\u0e07\u0e08\u0e09\u0e0a\u0e0b\u0e0c\u0e0d\u0e0e\u0e0f\u0e10"
                        + "\u0e11\u0e12\u0e13\u0e14\u0e15\u0e16\u0e17\u0e18\u0e19\u0e1a\u0e1b\u0e1c\u0e1d\u0e1e\u0e1f\u0e20"
                        + "\u0e21\u0e22\u0e23\u0e24\u0e25\u0e26\u0e27\u0e28\u0e29\u0e2a\u0e2b\u0e2c\u0e2d\u0e2e\u0e2f\u0e30"
                        + "\u0e31\u0e32\u0e33\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a....\u0e3f\u0e40\u0e41\u0e42\u0e43"
                        + "\u0e44\u0e45\u0e46\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d..\u0e50\u0e51\u0e52\u0e53\u0e54"
                        + "\u0e55\u0e56\u0e57\u0e58\u0e59"); // Thai
        from(0x13BC, "ŒœŸ"); // Latin 9
        from(0x20AC, "€"); // the Euro sign
    }

    private LegacyKeysyms() {}

    private static void from(int first, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            int codePoint = characters.charAt(i);
            if (codePoint != NONE) {
                BY_CODE_POINT.put(codePoint, first + i);
                CODE_POINTS.put(first + i, codePoint);
            }
        }
    }

    /** The number that keyboard layouts have for a keysym: the legacy one where there is one. */
    public static int of(int keysym) {
        return keysym > UNICODE ? BY_CODE_POINT.getOrDefault(keysym - UNICODE, keysym) : keysym;
    }

    /**
     * The same keysym as {@link Keysyms#of} gives it: by its code point. The Unicode keysyms of Latin-1, such as
     * 0x10000D7, are no keysyms of these characters: xterm takes them for a single byte, which is half a character, and
     * the layout no has one on the keypad.
     */
    public static int toUnicode(int keysym) {
        Integer codePoint = CODE_POINTS.get(keysym);
        return codePoint == null ? keysym : UNICODE | codePoint;
    }
}
