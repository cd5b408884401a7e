package io.deskmeter.testkit.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.LegacyKeysyms;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The keysym that is sent for a character of a layout is one that the layout of X11 has on that key: servers compare
 * the numbers, and drop what no key has.
 */
@Tag("slow")
@Timeout(60)
class LayoutKeysymsTest {
    private static final int LINUX_KEYS = 8;
    private static final Pattern NUMBER = Pattern.compile("0x([0-9a-f]{4,8})");

    @TempDir
    Path folder;

    @Test
    void eachKeyHasTheKeysymsThatAreSentForItsCharacters() throws Exception {
        assumeTrue(TextServer.Kind.X11.isInstalled(), "Xvfb is not installed; ./deskmeter doctor says how to get it");
        assumeTrue(TextServer.isOnPath("xmodmap"), "xmodmap is not installed; it comes with x11-xserver-utils");
        Map<String, List<String>> wrong = new TreeMap<>();
        int compared = 0;
        try (TextServer server = TextServer.start(TextServer.Kind.X11, "us", folder)) {
            for (String name : KeyboardLayout.names()) {
                server.setLayout(name);
                Map<Integer, Set<Integer>> mapping = mapping(server.display());
                KeyboardLayout layout = KeyboardLayout.of(name).orElseThrow();
                layout.keys().forEach((character, key) -> {
                    int sent = LegacyKeysyms.of(Keysyms.of(character));
                    if (!mapping.getOrDefault(key.scancode() + LINUX_KEYS, Set.of())
                            .contains(sent)) {
                        wrong.computeIfAbsent(name, n -> new ArrayList<>())
                                .add(String.format(
                                        Locale.ROOT,
                                        "%s as 0x%x on key %x",
                                        Character.toString(character),
                                        sent,
                                        key.scancode()));
                    }
                });
                compared += layout.keys().size();
            }
        }
        assertThat(compared).isGreaterThan(KeyboardLayout.names().size() * 90);
        assertThat(wrong).isEmpty();
    }

    /** The keysyms of each keycode. */
    private static Map<Integer, Set<Integer>> mapping(int display) throws Exception {
        Process process = new ProcessBuilder("xmodmap", "-display", ":" + display, "-pk")
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        Map<Integer, Set<Integer>> mapping = new HashMap<>();
        for (String line : out.lines().toList()) {
            Matcher key = Pattern.compile(" *([0-9]+) +(\t?.*)").matcher(line);
            if (key.matches()) {
                mapping.put(
                        Integer.parseInt(key.group(1)),
                        NUMBER.matcher(key.group(2))
                                .results()
                                .map(number -> Integer.parseInt(number.group(1), 16))
                                .collect(Collectors.toSet()));
            }
        }
        return mapping;
    }
}
