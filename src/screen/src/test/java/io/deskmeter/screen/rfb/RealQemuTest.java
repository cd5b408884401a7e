package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import io.deskmeter.screen.rfb.wire.Hex;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against QEMU's VNC server: a virtual machine boots a program of ten instructions that shows each key typed, and
 * writes it to a file that the test reads.
 */
@Tag("slow")
@Timeout(90)
class RealQemuTest {
    /**
     * Looks for a key whenever something has happened (int 16h, which switches the lights of the keyboard, too), writes
     * it to QEMU's debug port (E9h) and to the screen (int 10h), and repeats.
     */
    private static final String ECHO = "FB B401 CD16 7503 F4 EBF7 31C0 CD16 E6E9 B40E BB0700 CD10 EBE8";

    private static final String QEMU = "qemu-system-x86_64";

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private @Nullable Process machine;

    @BeforeEach
    void look() {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled(QEMU), "skipped: " + QEMU + " is not on the PATH; install qemu-system-x86");
    }

    @AfterEach
    void stop() throws Exception {
        screens.close();
        executor.shutdownNow();
        if (machine != null) {
            machine.destroy();
            if (!machine.waitFor(5, TimeUnit.SECONDS)) {
                machine.destroyForcibly();
            }
        }
    }

    private RfbTarget start(String vncOptions, String... options) throws Exception {
        byte[] sector = Arrays.copyOf(Hex.bytes(ECHO), 512);
        sector[510] = 0x55;
        sector[511] = (byte) 0xAA;
        Path disk = Files.write(folder.resolve("disk"), sector);
        Path socket = folder.resolve("vnc");
        List<String> command = new ArrayList<>(List.of(QEMU, "-accel", "tcg", "-m", "16", "-display", "none"));
        command.addAll(List.of("-nodefaults", "-vga", "std", "-debugcon", "file:" + folder.resolve("typed")));
        command.addAll(List.of("-drive", "format=raw,if=ide,file=" + disk, "-vnc", "unix:" + socket + vncOptions));
        command.addAll(List.of(options));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        machine = started;
        await().until(() -> Files.exists(socket) || !started.isAlive());
        assertThat(started.isAlive())
                .as(() -> AnonymousTlsProbe.read(folder.resolve("log")))
                .isTrue();
        return RfbTarget.unix(socket);
    }

    private Screen connect(RfbTarget target, RfbSettings settings, Recorder to) throws Exception {
        return screens.connect(target, settings, to, executor).get(10, TimeUnit.SECONDS);
    }

    private String typed() throws Exception {
        return Files.readString(folder.resolve("typed"), StandardCharsets.ISO_8859_1);
    }

    /** Waits until the program runs, that is, until it echoes a key. */
    private void awaitBooted(Screen screen) {
        await().atMost(60, TimeUnit.SECONDS)
                .pollInterval(500, TimeUnit.MILLISECONDS)
                .until(() -> {
                    screen.fire(Keyboard.chord("Return")).get(10, TimeUnit.SECONDS);
                    return typed().contains("\r");
                });
    }

    private void assertTypes(Screen screen, String text) throws Exception {
        screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(typed()).endsWith(text));
    }

    @Test
    void aVirtualMachineReceivesTheTypedKeysAndItsScreenArrives() throws Exception {
        RfbTarget target = start("");
        Recorder others = new Recorder();
        try (Screen screen = connect(target, RfbSettings.defaults(), recorder)) {
            awaitBooted(screen);
            assertThat(recorder.last().frame().width()).isGreaterThanOrEqualTo(640);
            assertThat(Arrays.stream(recorder.last().frame().pixels()).map(p -> p & 0xFFFFFF))
                    .as("letters on black")
                    .contains(0)
                    .anyMatch(p -> p != 0);
            assertTypes(screen, "Hi, Qemu!");
            assertTypes(screen, "~{\"a|b\"}\\");
            try (Screen other = connect(target, RfbSettings.defaults(), others)) {
                int before = recorder.seen().size();
                other.fire(Keyboard.chord("capslock")).get(10, TimeUnit.SECONDS);
                other.fire(Keyboard.type("1")).get(10, TimeUnit.SECONDS);
                await().until(() -> typed().endsWith("1") && recorder.seen().size() > before);
            }
            assertTypes(screen, "aBc");
        }
        assertThat(recorder.losses()).isEmpty();
    }

    /** With -k it looks keysyms up in a table of its own, whatever the layout of its guest. */
    @Test
    void aTableOfKeysIsFoundOutBeforeAnythingIsTyped() throws Exception {
        RfbTarget target = start("", "-k", "de");
        try (Screen screen = connect(target, RfbSettings.defaults(), recorder)) {
            awaitBooted(screen);
            assertThat(screen.prepare("zebra"))
                    .failsWithin(10, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withMessageContaining("\"z\" (U+007A)")
                    .withMessageContaining("option -k");
        }
        RfbKeyboard known = RfbKeyboard.unknown().withOthers(RfbKeyboard.Others.SENT);
        try (Screen screen = connect(target, RfbSettings.defaults().withKeyboard(known), new Recorder())) {
            screen.prepare("zebra").get(10, TimeUnit.SECONDS);
            screen.fire(Keyboard.type("zebra")).get(10, TimeUnit.SECONDS);
            await().untilAsserted(
                            () -> assertThat(typed()).as("of a US keyboard").endsWith("yebra"));
        }
        assertThat(typed().strip()).as("nothing of what was refused").isEqualTo("yebra");
    }

    /** Its queue has room for about 170 characters, and what does not fit is dropped. */
    @Test
    void aLongTextArrivesCompletely() throws Exception {
        RfbTarget target = start("");
        String text = "The quick brown fox jumps over 13 lazy dogs; ".repeat(7);
        try (Screen screen = connect(target, RfbSettings.defaults(), recorder)) {
            awaitBooted(screen);
            screen.prepare(text).get(10, TimeUnit.SECONDS);
            screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
            await().atMost(30, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(typed()).endsWith(text));
        }
    }

    @Test
    void eachEncodingGivesTheSamePicture() throws Exception {
        RfbTarget target = start("");
        try (Screen screen = connect(target, RfbSettings.defaults(), recorder)) {
            awaitBooted(screen);
            await().during(500, TimeUnit.MILLISECONDS).until(() -> true); // the last echo is painted
            int[] truth = pixels(recorder);
            for (Encoding encoding :
                    List.of(Encoding.RAW, Encoding.HEXTILE, Encoding.ZLIB, Encoding.TIGHT, Encoding.ZRLE)) {
                Recorder each = new Recorder();
                RfbPicture picture = RfbPicture.defaults()
                        .withEncodings(List.of(encoding, Encoding.DESKTOP_SIZE, Encoding.EXTENDED_KEYS));
                try (Screen looking = connect(target, RfbSettings.defaults().withPicture(picture), each)) {
                    await().until(() -> !each.seen().isEmpty());
                    await().untilAsserted(() -> assertThat(matching(pixels(each), truth))
                            .as("share of equal pixels with %s", encoding)
                            .isGreaterThan(0.999)); // a cursor blinks
                    looking.close();
                }
            }
        }
    }

    private static int[] pixels(Recorder from) {
        return Arrays.stream(from.last().frame().pixels())
                .map(p -> p & 0xFFFFFF)
                .toArray();
    }

    private static double matching(int[] some, int[] others) {
        int equal = 0;
        for (int i = 0; i < Math.min(some.length, others.length); i++) {
            equal += some[i] == others[i] ? 1 : 0;
        }
        return (double) equal / Math.max(some.length, others.length);
    }

    @Test
    void connectsWithItsTls() throws Exception {
        Path pki = Files.createDirectory(folder.resolve("pki"));
        Certificates certificates = Certificates.make(pki);
        Files.copy(certificates.certificate(), pki.resolve("ca-cert.pem"));
        Files.copy(certificates.certificate(), pki.resolve("server-cert.pem"));
        Files.copy(certificates.key(), pki.resolve("server-key.pem"));
        RfbTarget target = start(
                ",tls-creds=tls",
                "-object",
                "tls-creds-x509,id=tls,endpoint=server,verify-peer=off,sanity-check=off,dir=" + pki);
        RfbSettings settings = RfbSettings.defaults()
                .withSecurity(new RfbSecurity(List.of(SecurityType.X509_NONE), Trust.file(certificates.certificate())));
        try (Screen screen = connect(target, settings, recorder)) {
            awaitBooted(screen);
            assertTypes(screen, "Tls");
        }
        assertThat(recorder.losses()).isEmpty();
    }
}
