package io.deskmeter.screen.rfb;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.UntypableText;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which texts arrive on a server as they are typed. Owned by the event loop. */
final class TextRules {
    /**
     * How many characters besides those of the layout a server can assign to unused keys, both cases of a letter as
     * one. Xvnc and x11vnc have about twenty such keys, never take one back, and drop the character without a word when
     * there is none left; x0vncserver assigns none.
     */
    static final int MOST_ASSIGNED = 16;

    private static final int LAST_IN_LATIN_1 = 0xFF;

    private final RfbKeyboard keyboard;
    /** Characters that the server has had to assign, in lower case. */
    private final Set<Integer> assigned = new HashSet<>();

    TextRules(RfbKeyboard keyboard) {
        this.keyboard = keyboard;
    }

    /** Why a text is not typed; null if it can be. */
    @Nullable
    ScreenException refusal(String text, String desktopName) {
        ScreenException none = UntypableText.withoutKeysym(text);
        if (none != null || keyboard.others() == RfbKeyboard.Others.SENT) {
            return none;
        }
        ServerKind kind = ServerKind.of(desktopName);
        if (kind == ServerKind.WAYVNC && keyboard.layout() == null) {
            return UntypableText.refused(
                    UntypableText.of(text, c -> false),
                    "a known layout: \"" + desktopName
                            + "\" drops what its layout lacks, and does not tell which it has; hint: `keyboard: {"
                            + " layout: us }` of the target, with the layout of that server");
        }
        Set<Integer> unshifted = kind == ServerKind.X11VNC ? UntypableText.of(text, c -> !losesShift(c)) : Set.of();
        if (!unshifted.isEmpty()) {
            return UntypableText.refused(
                    unshifted,
                    "none that the layout " + keyboard.layout() + " has with Shift: x11vnc, the server of \""
                            + desktopName
                            + "\", types them without it; hint: its option -xkb, and then `keyboard: { text: keysyms"
                            + " }` of the target");
        }
        Set<Integer> without = UntypableText.of(text, c -> keyboard.keys().containsKey(c));
        boolean assigns = kind == ServerKind.OTHER || kind == ServerKind.X11VNC;
        if (without.isEmpty() || (assigns && isAssigned(without))) {
            return null;
        }
        String layout = keyboard.layout();
        return UntypableText.refused(
                without,
                "characters of the layout " + (layout == null ? "us, as no other is told," : layout)
                        + " of the desktop \"" + desktopName
                        + "\"; hint: `keyboard: { layout: … }` of the target, or `keyboard: { text: keysyms }` where"
                        + " the server types them nevertheless");
    }

    /**
     * Why a text is not typed on a virtual machine whose guest is not known to get positions; null if it has line
     * breaks and tabs only.
     */
    static @Nullable ScreenException withoutPositions(String text, String desktopName) {
        Set<Integer> characters = UntypableText.of(text, c -> false);
        return characters.isEmpty()
                ? null
                : UntypableText.refused(
                        characters,
                        "a virtual machine whose guest gets the positions of keys: \"" + desktopName
                                + "\" was started with QEMU's option -k, which replaces them by those of a table of its own, or its guest"
                                + " does not switch the light of Num Lock, by which that is seen; hint: start it without -k, or, where you know that the texts"
                                + " arrive, `keyboard: { text: keysyms }` of the target");
    }

    /**
     * Why a text is not typed while the server reports that Caps Lock is on; null if it has no letters of two cases.
     */
    static @Nullable ScreenException underCapsLock(String text, String desktopName) {
        Set<Integer> letters = UntypableText.of(text, c -> !Keysyms.hasCases(c));
        return letters.isEmpty()
                ? null
                : UntypableText.refused(
                        letters,
                        "a keyboard without Caps Lock: \"" + desktopName
                                + "\" reports that it is on, and went on reporting it when the key was pressed; hint: turn it off on the desktop");
    }

    /**
     * Why a text has failed during which the server reported that Caps Lock has changed; null if it has no letters of
     * two cases.
     *
     * @param on whether it came on
     */
    static @Nullable ScreenException capsLockCame(String text, String desktopName, boolean on) {
        Set<Integer> letters = UntypableText.of(text, c -> !Keysyms.hasCases(c));
        return letters.isEmpty()
                ? null
                : ScreenException.ofRefusedInput("text not typed as meant: Caps Lock went " + (on ? "on" : "off")
                        + " while it was typed, as \"" + desktopName
                        + "\" reports, so its letters may have arrived in the other case (expected: Caps Lock as it was;"
                        + " hint: does another program, or another user of the desktop, press the key?)");
    }

    private boolean losesShift(int character) {
        KeyPosition key = keyboard.keys().get(character);
        return key != null
                && key.shift()
                && character <= LAST_IN_LATIN_1
                && !keyboard.keys().containsKey((int) 'a');
    }

    private boolean isAssigned(Set<Integer> characters) {
        Set<Integer> all = new HashSet<>(assigned);
        characters.forEach(c -> all.add(Character.toLowerCase(c)));
        if (keyboard.others() != RfbKeyboard.Others.ASSIGNED || all.size() > MOST_ASSIGNED) {
            return false;
        }
        assigned.addAll(all);
        return true;
    }
}
