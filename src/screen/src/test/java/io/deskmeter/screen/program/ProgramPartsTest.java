package io.deskmeter.screen.program;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPartsTest {
    @TempDir
    private Path temporary;

    @Test
    void an_environment_has_an_entry_only_if_an_entry_begins_with_it() {
        byte[] environment = "A=1\0XMARK=s/1\0MARK=s/2/\0LAST=x".getBytes(StandardCharsets.UTF_8);
        assertThat(has(environment, "MARK=s/2/")).isTrue();
        assertThat(has(environment, "MARK=")).isTrue();
        assertThat(has(environment, "A=1")).isTrue();
        assertThat(has(environment, "LAST=x")).isTrue();
        assertThat(has(environment, "MARK=s/1")).isFalse();
        assertThat(has(environment, "LAST=xy")).isFalse();
        assertThat(has(new byte[0], "A")).isFalse();
    }

    private static boolean has(byte[] environment, String prefix) {
        return Processes.hasEntry(environment, prefix.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_cookie_entry_is_valid_for_any_display() {
        byte[] secret = new byte[16];
        secret[0] = 0x5a;
        assertThat(HexFormat.of().formatHex(DisplayCookie.entry(0xffff, "", "", secret)))
                .isEqualTo("ffff" + "0000" + "0000" + "0012"
                        + HexFormat.of().formatHex("MIT-MAGIC-COOKIE-1".getBytes(StandardCharsets.US_ASCII)) + "0010"
                        + "5a" + "00".repeat(15));
    }

    @Test
    void a_cookie_also_has_the_entry_of_xauth_for_clients_that_look_for_host_and_number() throws IOException {
        Path file = temporary.resolve("Xauthority");

        DisplayCookie.write(file).nameDisplay("desk", 7);

        byte[] bytes = Files.readAllBytes(file);
        int first = DisplayCookie.entry(0xffff, "", "", new byte[16]).length;
        byte[] secret = Arrays.copyOfRange(bytes, first - 16, first);
        assertThat(Arrays.copyOfRange(bytes, first, bytes.length))
                .isEqualTo(DisplayCookie.entry(256, "desk", "7", secret));
        assertThat(HexFormat.of().formatHex(bytes, first, first + 11))
                .isEqualTo("0100" + "0004" + "6465736b" + "0001" + "37");
        assertThat(Files.getPosixFilePermissions(file)).containsOnly(OWNER_READ, OWNER_WRITE);
    }

    @Test
    void a_socket_of_a_display_is_removed_only_if_no_server_listens() throws IOException {
        Path session = Files.createDirectory(temporary.resolve("session"));
        Files.writeString(session.resolve("display"), "7\n");
        Path socket = temporary.resolve("X7");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            XServer.release(session.resolve("display"), temporary);
            assertThat(socket).exists();
        }
        Path display = session.resolve("display");
        FileTime listening = Files.getLastModifiedTime(socket);
        Files.setLastModifiedTime(display, FileTime.fromMillis(listening.toMillis() - 1000));
        XServer.release(display, temporary);
        assertThat(socket).as("of a later server, which is about to listen").exists();
        Files.setLastModifiedTime(display, FileTime.fromMillis(listening.toMillis() + 1000));
        XServer.release(display, temporary);
        assertThat(socket).doesNotExist();
    }

    @Test
    void a_socket_that_another_program_has_bound_meanwhile_stays() throws Exception {
        Path socket = temporary.resolve("s");
        Files.writeString(socket, "first");
        UnixSockets.Bound first = UnixSockets.Bound.at(socket).orElseThrow();
        Files.delete(socket);
        Files.writeString(socket, "second");
        Files.setLastModifiedTime(socket, FileTime.fromMillis(first.since().toMillis() + 5));
        UnixSockets.remove(List.of(first));
        assertThat(socket).exists();
        UnixSockets.remove(List.of(UnixSockets.Bound.at(socket).orElseThrow()));
        assertThat(socket).doesNotExist();
    }
}
