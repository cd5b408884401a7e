package io.deskmeter.agent.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.program.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedProgramsTest {
    @TempDir
    private Path folder;

    private Path client;

    @BeforeEach
    void install() throws IOException {
        client = program("bin/client");
        program("bin/vncviewer");
        program("elsewhere/vncviewer");
        program("elsewhere/client");
    }

    private Path program(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private AllowedPrograms allowing(String... programs) {
        return new AllowedPrograms(new SearchPath(folder.resolve("bin").toString()), List.of(programs));
    }

    @Test
    void aShellIsRefusedWithProgramExpectationAndHint() {
        assertThat(allowing("client").refusal(List.of("sh", "-c", "id")))
                .hasValueSatisfying(refusal -> assertThat(refusal.words())
                        .isEqualTo(
                                "target.viewer.command: sh is not on this agent's list of programs (expected: vncviewer or"
                                        + " xfreerdp with arguments that only affect the display, or one of [client]; hint: if this"
                                        + " machine is meant to start it, start its agent with --allow-program sh)"));
    }

    @Test
    void aListedProgramMayBeStartedWithAnyArguments() {
        assertThat(allowing("client").refusal(List.of("client", "--run", "anything")))
                .isEmpty();
        assertThat(allowing("client").refusal(List.of(client.toString()))).isEmpty();
        assertThat(allowing(client.toString()).refusal(List.of("client"))).isEmpty();
    }

    @Test
    void theNameOfAListedProgramIsNotEnoughForAnotherFile() {
        String other = folder.resolve("elsewhere/client").toString();
        assertThat(allowing("client").refusal(List.of(other))).isPresent();
        assertThat(allowing(client.toString()).refusal(List.of(other))).isPresent();
        assertThat(allowing()
                        .refusal(List.of(folder.resolve("elsewhere/vncviewer").toString(), "${host}::${port}")))
                .isPresent();
        assertThat(allowing("client").refusal(List.of("./client"))).isPresent();
    }

    @Test
    void aLinkToAListedProgramIsAnotherProgram() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("bin/multi-call"), client);
        assertThat(allowing("client").refusal(List.of(link.toString()))).isPresent();
    }

    @Test
    void knownViewersNeedNoPermissionForDisplayArguments() {
        AllowedPrograms none = allowing();
        assertThat(none.refusal(List.of(
                        "vncviewer",
                        "-FullScreen=1",
                        "-Shared=0",
                        "-passwd=${passwordFile}",
                        "--MenuKey=",
                        "${host}::${port}")))
                .isEmpty();
        assertThat(none.refusal(List.of(
                        "xfreerdp",
                        "/v:${host}:${port}",
                        "/u:${user}",
                        "/size:${width}x${height}",
                        "-decorations",
                        "+clipboard",
                        "/sound:sys:pulse",
                        "/from-stdin:force")))
                .isEmpty();
    }

    /** Each starts a program, loads a library or a file, or shares this machine's files. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "vncviewer -via=-oProxyCommand=id",
                "vncviewer via=${host}",
                "vncviewer -via",
                "vncviewer /tmp/some.tigervnc",
                "vncviewer -Log=*:file:/tmp/x",
                "xfreerdp /rdp2tcp:/bin/sh",
                "xfreerdp /action-script:/tmp/x",
                "xfreerdp /drive:all,/",
                "xfreerdp +home-drive",
                "xfreerdp /vc:../../tmp/x",
                "xfreerdp /dvc:x",
                "xfreerdp /args-from:file:/tmp/x",
                "xfreerdp /sound:sys:../../tmp/x",
                "xfreerdp /sound:sys:pulse,dev:x",
                "xfreerdp /tmp/some.rdp",
                "xfreerdp some.rdp"
            })
    void knownViewersAreNotALoopHole(String command) {
        List<String> words = List.of(command.split(" "));
        assertThat(allowing().refusal(words))
                .hasValueSatisfying(refusal -> assertThat(refusal.words()).contains(words.get(0), words.get(1)));
        assertThat(allowing(words.get(0)).refusal(words)).isEmpty();
    }

    @Test
    void otherValuesThanNamesAndAbsolutePathsAreRefused() {
        assertThatThrownBy(() -> allowing("bin/client"))
                .hasMessage(
                        "--allow-program: \"bin/client\" (expected: the name of a program on the agent's PATH, or an"
                                + " absolute path)");
        assertThatThrownBy(() -> allowing(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
