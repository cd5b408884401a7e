package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session outlives its connection. */
@Tag("slow")
@Timeout(60)
class ReconnectTest {
    private static final RfbSettings PATIENT = RfbSettings.defaults().withReconnect(Duration.ofSeconds(20));
    private static final InputEvent A = new InputEvent.Key('a', true);

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
    }

    private Screen connect(RfbTarget target, RfbSettings settings) throws Exception {
        return screens.connect(target, settings, recorder, executor).get(10, TimeUnit.SECONDS);
    }

    @Test
    void theSessionContinuesWithTheNextConnection() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(
                first -> {
                    first.begin();
                    first.say(ScriptedServer.WHOLE_2X1);
                    first.say("00 00 0001 0001 0000 0001 0001 00000000 01000000");
                },
                second -> {}, // leaves in the middle of the handshake
                third -> {
                    goOn.await();
                    third.begin();
                    third.say("00 00 0001 0000 0000 0001 0001 00000000 07000000"); // half of the picture
                    third.say(ScriptedServer.WHOLE_2X1);
                    third.expect("03 01 0000 0000 0002 0001" + "03 01 0000 0000 0002 0001");
                    third.expect("04 01 0000 00000061");
                    third.awaitEnd();
                })) {
            Screen screen = connect(server.target(), PATIENT);
            await().until(() -> recorder.seen().size() == 2);
            await().until(() -> server.connections() == 3);
            assertThatThrownBy(() -> screen.fire(List.of(A)).get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContainingAll("input not sent: ", "connection: ");
            goOn.countDown();
            await().until(() -> recorder.seen().size() == 3);
            Recorder.Seen again = recorder.last();
            assertThat(again.sequence()).isEqualTo(3);
            assertThat(again.damage()).containsExactly(new Rect(0, 0, 2, 1));
            assertThat(again.frame().pixels()).containsExactly(0x112233, 0x445566);
            assertThat(again.arrivedAt()).isGreaterThan(recorder.seen().get(1).arrivedAt());
            screen.fire(List.of(A)).get(10, TimeUnit.SECONDS);
            screen.close();
            server.awaitPlayed();
        }
        assertThat(recorder.losses()).isEmpty();
    }

    @Test
    void itTimesOutOnce() throws Exception {
        Screen screen;
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.begin();
            peer.say(ScriptedServer.WHOLE_2X1);
        })) {
            screen = connect(server.target(), RfbSettings.defaults().withReconnect(Duration.ofMillis(700)));
            await().until(() -> recorder.seen().size() == 1);
        }
        long before = System.nanoTime();
        await().until(() -> !recorder.losses().isEmpty());
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(300));
        assertThat(recorder.losses()).hasSize(1);
        assertThat(recorder.losses().get(0))
                .hasMessageContainingAll("cannot connect", "no new connection within 700 ms");
        assertThatThrownBy(() -> screen.fire(List.of(A)).get(10, TimeUnit.SECONDS))
                .cause()
                .hasMessageContaining("input not sent: ");
        assertThat(recorder.seen()).hasSize(1);
    }

    @Test
    void closingEndsTheReconnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(
                first -> {
                    first.begin();
                    first.say(ScriptedServer.WHOLE_2X1);
                },
                ScriptedServer.Peer::awaitEnd)) {
            Screen screen = connect(server.target(), PATIENT);
            await().until(() -> server.connections() == 2);
            screen.close();
            server.awaitPlayed(); // the second connection, in its handshake, was closed as well
        }
        assertThat(recorder.losses()).isEmpty();
    }

    @Test
    void aViolationOfTheProtocolEndsTheSession() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.begin();
            peer.say("EE");
            peer.awaitEnd();
        })) {
            connect(server.target(), PATIENT);
            await().until(() -> !recorder.losses().isEmpty());
            assertThat(recorder.losses().get(0)).hasMessageContaining("message type: 238");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aFirstConnectionThatFailsIsNotRepeated(@TempDir Path folder) {
        assertThatThrownBy(() -> connect(RfbTarget.unix(folder.resolve("none")), PATIENT))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("cannot connect");
    }

    /** The network to a real server breaks, twice; changes made meanwhile arrive afterwards. */
    @Test
    void aRealServerIsFoundAgainWhenTheNetworkBreaks(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled(), "skipped: Xvnc is not on the PATH; install tigervnc-standalone-server");
        int port = RealXvnc.freePort();
        try (RealXvnc xvnc = RealXvnc.start(
                        folder.resolve("log"),
                        "-SecurityTypes",
                        "None",
                        "-rfbport",
                        String.valueOf(port),
                        "-localhost");
                Relay relay = Relay.to(port);
                TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbTarget.tcp("127.0.0.1", relay.port()), PATIENT)) {
            await().until(() -> !recorder.seen().isEmpty());
            for (int colour : List.of(0x112233, 0x445566)) {
                relay.cut();
                x.fill(colour, 0, 0, 640, 480);
                await().until(() -> recorder.pixel(639, 479) == colour);
                screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS);
                assertThat(x.event().type()).isEqualTo(TinyX.KEY_PRESS);
                x.event();
            }
            assertThat(relay.connections()).isEqualTo(3);
            assertThat(recorder.seen())
                    .extracting(Recorder.Seen::sequence)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(recorder.losses()).isEmpty();
    }
}
