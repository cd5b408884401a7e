package io.deskmeter.testkit.typing;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A virtual machine of QEMU whose program writes the codes of the keys to a file, as the keyboard controller gives them
 * to an operating system. What is typed in a guest with a layout is what that layout has on these keys.
 */
final class QemuGuest implements AutoCloseable {
    static final String QEMU = "qemu-system-x86_64";

    /**
     * Waits for interrupts (hlt); that of the keyboard reads the code (port 60h) and writes it to QEMU's debug port
     * (E9h). With Num Lock it switches the light of that key, as operating systems do (command EDh).
     */
    private static final String PROGRAM = "FA 31C0 8ED8 C7062400147C A32600 31DB FB F4 EBFD"
            + " 50 E460 3CFA 7411 E6E9 3C45 750B 80F302 B0ED E660 88D8 E660 B020 E620 58 CF";

    private static final int RELEASE = 0x80;
    private static final int SHIFT_LEFT = 0x2A;
    private static final int SHIFT_RIGHT = 0x36;
    private static final int ALT = 0x38;
    private static final int NUM_LOCK = 0x45; // pressed to find out whether positions arrive
    private static final int ENTER = 0x1C;
    private static final int EXTENDED = 0xE0;
    private static final long STEP_MILLIS = 20;

    private static final FrameListener NOBODY = new FrameListener() {
        @Override
        public void onFrame(FrameUpdate update) {}

        @Override
        public void onLost(ScreenException cause) {}
    };

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Path folder;
    private final Process machine;
    private int read;

    private QemuGuest(Path folder, Process machine) {
        this.folder = folder;
        this.machine = machine;
    }

    /** @param keymap of QEMU's option {@code -k}; null for none */
    static QemuGuest start(@Nullable String keymap, Path folder) throws IOException, InterruptedException {
        byte[] sector = Arrays.copyOf(HexFormat.of().parseHex(PROGRAM.replace(" ", "")), 512);
        sector[510] = 0x55;
        sector[511] = (byte) 0xAA;
        Path disk = Files.write(folder.resolve("disk"), sector);
        List<String> command = new ArrayList<>(List.of(QEMU, "-accel", "tcg", "-m", "16", "-display", "none"));
        command.addAll(List.of("-nodefaults", "-vga", "std", "-debugcon", "file:" + folder.resolve("codes")));
        command.addAll(List.of("-drive", "format=raw,if=ide,file=" + disk, "-vnc", "unix:" + folder.resolve("vnc")));
        if (keymap != null) {
            command.addAll(List.of("-k", keymap));
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        QemuGuest guest = new QemuGuest(folder, process);
        for (int i = 0; i < 500 && !Files.exists(folder.resolve("vnc")); i++) {
            if (!process.isAlive()) {
                guest.close();
                throw new IOException(QEMU + " ended: " + Files.readString(folder.resolve("log")));
            }
            Thread.sleep(STEP_MILLIS);
        }
        return guest;
    }

    /** Returns when the program runs. */
    Screen connect(RfbSettings settings) throws Exception {
        Screen screen = screens.connect(RfbTarget.unix(folder.resolve("vnc")), settings, NOBODY, executor)
                .get(20, TimeUnit.SECONDS);
        for (int i = 0; i < 60; i++) {
            screen.fire(Keyboard.chord("Return")).get(10, TimeUnit.SECONDS);
            Thread.sleep(20 * STEP_MILLIS);
            byte[] codes = codes();
            if (codes.length > read && (codes[codes.length - 1] & 0xFF) == (ENTER | RELEASE)) {
                read = codes.length;
                return screen;
            }
        }
        screen.close();
        throw new IOException("the program of the machine does not answer: " + Files.readString(folder.resolve("log")));
    }

    private byte[] codes() throws IOException {
        Path codes = folder.resolve("codes");
        return Files.exists(codes) ? Files.readAllBytes(codes) : new byte[0];
    }

    /**
     * What has been typed since the last call in a guest with this layout; {@code <15>} for a key that has no character
     * there.
     */
    String typed(KeyboardLayout layout, int length, long quietMillis) throws IOException, InterruptedException {
        byte[] before = codes();
        for (long quiet = 0; quiet < quietMillis; quiet += STEP_MILLIS) {
            if (decode(layout, before, read).length() >= length) {
                quiet = Math.max(quiet, quietMillis - 5 * STEP_MILLIS); // more than that would be wrong, too
            }
            Thread.sleep(STEP_MILLIS);
            byte[] now = codes();
            if (now.length != before.length) {
                quiet = 0;
                before = now;
            }
        }
        String typed = decode(layout, before, read);
        read = before.length;
        return typed;
    }

    private static String decode(KeyboardLayout layout, byte[] codes, int from) {
        Map<KeyboardLayout.Key, Integer> characters = new HashMap<>();
        layout.keys().forEach((character, key) -> characters.put(key, character));
        StringBuilder text = new StringBuilder();
        boolean shift = false;
        boolean altGr = false;
        boolean extended = false;
        for (int i = from; i < codes.length; i++) {
            int code = codes[i] & 0xFF;
            if (code == EXTENDED) {
                extended = true;
                continue;
            }
            int key = code & ~RELEASE;
            boolean down = (code & RELEASE) == 0;
            if (key == SHIFT_LEFT || key == SHIFT_RIGHT) {
                shift = down && !extended;
            } else if (key == ALT) {
                altGr = down && extended;
            } else if (down && key != NUM_LOCK) {
                Integer character = characters.get(new KeyboardLayout.Key(key, shift, altGr));
                text.append(
                        character == null || extended
                                ? String.format(Locale.ROOT, "<%02x>", key)
                                : Character.toString(character));
            }
            extended = false;
        }
        return text.toString();
    }

    @Override
    public void close() throws InterruptedException {
        screens.close();
        executor.shutdownNow();
        machine.destroy();
        if (!machine.waitFor(5, TimeUnit.SECONDS)) {
            machine.destroyForcibly();
        }
    }
}
