package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.audit.RefusalLimit;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers, and people with few rights, once could do to others. Each was shown before it was mended. */
@SuppressWarnings("NullAway.Init") // start() makes them
@Tag("slow")
class HostileSendersTest {
    private static final String WRONG = "wrong wrong wrong";

    private PeopleFixture people;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        people = new PeopleFixture(folder);
    }

    @AfterEach
    void stop() {
        people.close();
    }

    @Test
    void strangersDoNotFillTheAuditLog() throws Exception {
        for (int i = 0; i < 200; i++) {
            people.https.send("POST", "/api/v1/login", "{}");
            people.https.send("POST", "/api/v1/passwords", "{\"code\":\"x\",\"password\":\"y\"}");
        }
        assertThat(people.audit("limit=1000").size()).isLessThanOrEqualTo(2 * RefusalLimit.MOST);
    }

    @Test
    void nobodyLocksOutSomebodyAtHerOwnAddressByAName() throws Exception {
        people.add("anna", "viewer");
        people.cookie("anna");
        for (int i = 0; i < 6; i++) {
            people.logInFrom("127.0.0.66", "Anna from 127.0.0.1", WRONG);
            people.logInFrom("127.0.0.66", "anna\\n127.0.0.1", WRONG);
        }
        assertThat(people.logIn("anna", PeopleFixture.PASSWORD).status()).isEqualTo(204);
    }

    /** As behind one router: the one who guesses locks out no browser that is known, and the others for two seconds. */
    @Test
    void nobodyLocksOutABrowserThatIsKnownAtTheSameAddress() throws Exception {
        people.add("anna", "viewer");
        people.add("ben", "viewer");
        String known = browser(people.logIn("anna", PeopleFixture.PASSWORD));
        String ofBen = browser(people.logIn("ben", PeopleFixture.PASSWORD));
        for (int i = 0; i < 40; i++) {
            people.logIn("anna", WRONG);
            people.logIn("nobody" + i, WRONG);
        }
        assertThat(people.logIn("anna", PeopleFixture.PASSWORD).status()).isEqualTo(429);
        assertThat(logInWith("anna", known)).isEqualTo(204);
        // It is known for anna alone, whoever has it, and for who has really logged in.
        for (String other : new String[] {
            ofBen,
            known.replace('~', '.'),
            known.substring(0, known.length() - 3) + "AAA",
            known.replaceFirst("~[0-9]{10}~", "~9999999999~")
        }) {
            assertThat(logInWith("anna", other)).as(other).isEqualTo(429);
        }
        assertThat(people.https.status("GET", "/api/v1/me", known)).isEqualTo(401);
    }

    /** The second cookie of a log-in. */
    private static String browser(Requests.Answer in) {
        return "Cookie: "
                + in.head()
                        .lines()
                        .filter(line -> line.startsWith("Set-Cookie: ") && line.contains("-browser="))
                        .map(line -> line.substring("Set-Cookie: ".length(), line.indexOf(';')))
                        .findFirst()
                        .orElseThrow();
    }

    private int logInWith(String name, String cookie) throws IOException {
        return people.https
                .send(
                        "POST",
                        "/api/v1/login",
                        "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(name, PeopleFixture.PASSWORD),
                        cookie)
                .status();
    }

    @Test
    void guessesElsewhereDoNotStopTheChangeOfAPassword() throws Exception {
        people.add("carl", "viewer");
        String carl = people.cookie("carl");
        for (int i = 0; i < 6; i++) {
            people.logInFrom("127.0.0.67", "carl", WRONG);
        }
        assertThat(people.changePassword(carl)).isEqualTo(204);
    }

    @Test
    void noOtherMethodHasTheRoomOfAnImport() throws Exception {
        people.add("vera", "viewer");
        String vera = people.cookie("vera");
        URI server = people.https.server();
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            String request = "PUT /api/v1/runs/import HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n" + vera
                    + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 2000000000\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(12);
            assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
    }
}
